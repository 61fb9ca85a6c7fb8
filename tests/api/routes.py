"""Every address that the URLconf answers, with real ids in the place of parameters."""

import re
from uuid import uuid4

from django.apps import apps
from django.urls import URLPattern, URLResolver, get_resolver
from django.urls.resolvers import RoutePattern

_PARAMETER = re.compile(r"<(?:\w+:)?(\w+)>")
# Ids of what nobody has.
_IDS = {
    "player_id",
    "sandbox_id",
    "session_id",
    "token_id",
    "export_id",
    "notification_id",
    "webhook_id",
}
# Parameters that are no ids.
_WORDS = {
    "installation_id": "telephone",
    "family": "duel",
    "provider": "apple",
    "content_type_id": "1",
    "url": "anything",
}
_GROUP = re.compile(r"\(\?P<(\w+)>([^()]*)\)")
_MODEL = re.compile(r"^admin/(\w+)/(\w+)/")


def templates():
    """Yield each route of the URLconf, such as `api/v1/matches/<str:match_id>`."""
    yield from _walk(get_resolver().url_patterns, "")


def addresses(match_id):
    """Return the addresses to ask, those of one match among them; fail at unknown parameters."""
    found = [
        "/" + address for template in templates() for address in _filled(template, str(match_id))
    ]
    assert len(found) == len(set(found))
    return found


def api_templates():
    """Return the routes under /api/v1/ as OpenAPI writes them."""
    return {"/" + _PARAMETER.sub(r"{\1}", each) for each in templates() if "api/v1/" in each}


def _walk(patterns, prefix):
    for pattern in patterns:
        route = prefix + _text(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from _walk(pattern.url_patterns, route)
        else:
            assert isinstance(pattern, URLPattern)
            yield route


def _text(pattern):
    """Write a route, the named groups of a regular expression as parameters."""
    if isinstance(pattern, RoutePattern):
        return str(pattern)
    return _GROUP.sub(r"<\1>", str(pattern)).removeprefix("^").removesuffix("$").removesuffix(r"\Z")


def _filled(template, match_id):
    parameters = _PARAMETER.findall(template)
    values = {name: _values(name, template, match_id) for name in parameters}
    rows = max((len(each) for each in values.values()), default=1)
    for row in range(rows):
        yield _PARAMETER.sub(lambda found, row=row: _at(values[found[1]], row), template)


def _values(name, template, match_id):
    if name in _WORDS:
        return [_WORDS[name]]
    if name in _IDS:
        return [str(uuid4())]
    match name:
        case "match_id":
            return [match_id]
        case "token":  # of a link that turns mail off
            return [f"{uuid4().hex}~your_turn~nobody-signed-this"]
        case "link":
            return [f"{uuid4()}:anything"]
        case "object_id" | "id":
            return _stored(template)
        case "app_label":
            return ["games", "players"]
    raise AssertionError(f"{template}: no value is known for {name}")


def _stored(template):
    """Return keys of the rows that an admin page is about, the latest three, or 1."""
    model = _MODEL.match(template)
    if model is None:
        return ["1"]
    rows = apps.get_model(model[1], model[2]).objects.order_by("-pk")
    return [str(pk) for pk in rows.values_list("pk", flat=True)[:3]] or ["1"]


def _at(values, row):
    return values[min(row, len(values) - 1)]
