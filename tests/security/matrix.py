"""Who is answered how: every route, asked by seven roles with every verb.

matrix.csv is the promise and is read by people. To add rows for new routes, measured and then to be
looked at: `MATRIX=write .venv/bin/python -m pytest tests/security/test_matrix.py`.
"""

import csv
import re
from http.cookies import SimpleCookie
from pathlib import Path

from django.apps import apps
from django.db import transaction
from django.test import Client

from games.rating_families import FAMILIES
from players.models import Player
from tests.api.callers import GREEDY, ME, Caller, good, guests, invited
from tests.api.routes import templates

FILE = Path(__file__).with_name("matrix.csv")
# Who asks. `seated` plays in the match and owns all else; `creator` made the match and holds no
# seat; `staff` may enter the admin and nothing in it.
ROLES = ("anonymous", "guest", "seated", "creator", "deactivated", "staff", "superuser")
VERBS = ("GET", "POST", "PUT", "PATCH", "DELETE")
PAGE_VERBS = ("GET", "POST")
PASSWORD = "a long one for tests"
NOT_THERE = "3f2b1c0d-9e8f-4a7b-8c6d-5e4f3a2b1c0d"

_PARAMETER = re.compile(r"<(?:\w+:)?(\w+)>")
_MODEL = re.compile(r"^admin/(\w+)/(\w+)/")
_SEATS = [ME, GREEDY]
# Bodies that the parser takes; any other call is sent an empty object.
_BODIES = {
    ("POST", "auth/login"): {"username": "nobody", "password": PASSWORD},
    ("POST", "auth/signup"): {"username": "somebody-new", "password": PASSWORD},
    ("POST", "clocks/validate"): {"clock": "normale"},
    ("POST", "rules/validate"): {"preset": "scopa_classica"},
    ("POST", "auth/upgrade"): {"username": "somebody-new", "password": PASSWORD},
    ("POST", "auth/verify"): {"code": "000000"},
    ("POST", "auth/reset"): {"email": "nobody@scopa.example"},
    ("POST", "auth/reset/confirm"): {
        "email": "nobody@scopa.example",
        "code": "00000000",
        "new_password": PASSWORD,
    },
    ("POST", "auth/apple"): {"identity_token": "none", "nonce": "0123456789abcdef"},
    ("POST", "auth/google"): {"identity_token": "none", "nonce": "0123456789abcdef"},
    ("POST", "me/identities"): {
        "provider": "apple",
        "identity_token": "none",
        "nonce": "0123456789abcdef",
        "password": PASSWORD,
    },
    ("DELETE", "me/identities/<str:provider>"): {"password": PASSWORD},
    ("DELETE", "me/email"): {"password": PASSWORD},
    ("POST", "auth/recover"): {"code": "7KQ2M-0X9VB-HT4RD-W8CN5-PE3ZA"},
    ("PUT", "me/email"): {"email": "new@scopa.example", "password": PASSWORD},
    ("PUT", "me/password"): {"current_password": PASSWORD, "new_password": PASSWORD[::-1]},
    ("POST", "me/deletion"): {"password": PASSWORD, "confirm": "seated"},
    ("POST", "players/<str:player_id>/reports"): {"reason": "other"},
    ("POST", "events/read"): {"cursor": "0"},
    ("POST", "matches"): {"preset": "scopa_classica", "seats": _SEATS},
    ("POST", "matches/join-by-code"): {"code": "aaaa-bbbb-cccc"},
    ("POST", "quick-match"): {"preset": "scopa_classica"},
    ("POST", "matches/<str:match_id>/messages"): {"text": "Ciao!"},
    ("POST", "matches/<str:match_id>/moves"): {"ply": 90, "card": "7D"},
    ("POST", "matches/<str:match_id>/links"): {},
    ("POST", "matches/<str:match_id>/pause-requests"): {"seconds": 3600},
    ("PUT", "matches/<str:match_id>/plans"): {"items": []},
    ("POST", "matches/<str:match_id>/reactions"): {"phrase": "hello"},
    ("POST", "matches/<str:match_id>/timeout-claims"): {"outcome": "win"},
    ("PUT", "me/holiday"): {"to": "2020-01-01T00:00:00Z"},
    ("POST", "me/notifications/read"): {"ids": []},
    ("POST", "me/notifications/unread"): {"ids": []},
    ("PUT", "me/devices/<str:installation_id>"): {"provider": "fcm", "token": "of-firebase"},
    ("POST", "me/webhooks"): {"url": "https://bot.example"},
    ("POST", "me/tokens"): {"name": "bot", "scopes": ["matches:read"], "expires_in_days": 1},
    ("POST", "sandbox/clock"): {"seconds": 60},
}


class Scene:
    """One match, everybody who might ask, and something of each kind that has an id."""

    def __init__(self):
        self.seated, self.creator = (_member(name) for name in ("seated", "creator"))
        self.other, self.guest, self.deactivated, self.staff, self.superuser = guests(5)
        view = self.creator.create(
            seats=[invited(self.seated), invited(self.other)],
            rules={"deal.first_dealer": "seat_0"},  # so that `seated` is not on turn
        )
        for caller in (self.seated, self.other):
            caller.join(view["id"])
        self.ids = {
            "match_id": view["id"],
            "player_id": self.other.id,
            "family": next(iter(FAMILIES)),
            "sandbox_id": good(self.seated.post("/sandbox", {}), 201)["sandbox"]["id"],
            **_own(self.seated),
        }
        self._browser = Client(raise_request_exception=False)
        self._cookies = {role: self._logged_in(role) for role in ROLES}
        _flag(self.deactivated, is_active=False)
        _flag(self.staff, is_staff=True)
        _flag(self.superuser, is_staff=True, is_superuser=True)

    def caller(self, role):
        return Caller() if role == "anonymous" else getattr(self, role)

    def ask(self, role, verb, template, **ids):
        """Return the answer to one request, which is then undone."""
        before = transaction.savepoint()
        try:
            if template.startswith("api/v1/"):
                return self._call(self.caller(role), verb, template, self.ids | ids)
            return self._open(role, verb, template)
        finally:
            transaction.savepoint_rollback(before)

    def _call(self, caller, verb, template, ids):
        caller.is_checked = False
        path = _PARAMETER.sub(lambda found: ids.get(found[1], NOT_THERE), template)
        short = template.removeprefix("api/v1/")
        body = None if verb == "GET" else _BODIES.get((verb, short), {})
        return caller.send(verb, "/" + path.removeprefix("api/v1/"), body=body)

    def _open(self, role, verb, template):
        """Open a page as a browser does, logged in at the admin where that role can be."""
        self._browser.cookies = SimpleCookie(self._cookies[role])
        path = _PARAMETER.sub(lambda found: _of_a_page(found[1], template), template)
        return self._browser.generic(verb, f"/{path}")

    def _logged_in(self, role):
        """Return the cookies of somebody who has logged in at the admin, whoever it is."""
        client = Client()
        if role != "anonymous":
            player = Player.objects.get(public_id=self.caller(role).id)
            client.force_login(player, backend="django.contrib.auth.backends.ModelBackend")
        return {name: cookie.value for name, cookie in client.cookies.items()}


def _member(name):
    session = good(Caller().post("/auth/signup", {"username": name, "password": PASSWORD}), 201)
    return Caller(session["token"], session["player"])


def _own(caller):
    """Give somebody one of each thing that only its owner may see; return the ids."""
    session = good(caller.get("/me/sessions"))["items"][0]
    wanted = {"name": "bot", "scopes": ["matches:read"], "expires_in_days": 1}
    token = good(caller.post("/me/tokens", wanted), 201)
    export = good(caller.post("/me/exports", {}), 202)
    webhook = good(caller.post("/me/webhooks", {"url": "https://bot.example"}), 201)
    device = {"provider": "fcm", "token": "of-another"}
    good(caller.send("PUT", "/me/devices/telephone", body=device), 201)
    tried = good(caller.post("/me/devices/telephone/test", {}), 202)
    return {
        "session_id": session["id"],
        "token_id": token["id"],
        "export_id": export["id"],
        "webhook_id": webhook["id"],
        "installation_id": "telephone",
        "notification_id": tried["notification"],
    }


def _flag(caller, **flags):
    Player.objects.filter(public_id=caller.id).update(**flags)


def _of_a_page(name, template):
    """Return a value for a parameter of a page: the latest row of an admin page."""
    model = _MODEL.match(template)
    if name in ("object_id", "id") and model is not None:
        latest = apps.get_model(model[1], model[2]).objects.order_by("-pk").first()
        return str(latest.pk) if latest is not None else "1"
    return {"app_label": "players", "url": "anything"}.get(name, "1")


def routes():
    """Yield (template, verb) of everything there is to ask."""
    for template in sorted(set(templates())):
        for verb in VERBS if template.startswith("api/v1/") else PAGE_VERBS:
            yield template, verb


def measured(scene, template, verb):
    """Return the statuses of one row, in the order of ROLES."""
    return [str(scene.ask(role, verb, template).status_code) for role in ROLES]


def promised():
    """Return the rows of the file by (template, verb)."""
    with FILE.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    return {(row["route"], row["verb"]): [row[role] for role in ROLES] for row in rows}


def write(rows):
    """Write the file, one row for each route and verb that anybody is answered at."""
    with FILE.open("w", encoding="utf-8", newline="") as file:
        out = csv.writer(file, lineterminator="\n")
        out.writerow(["route", "verb", *ROLES])
        out.writerows([template, verb, *statuses] for (template, verb), statuses in rows.items())


def whole(response):
    """Everything that an answer says, but for the name that each has."""
    headers = sorted(item for item in response.headers.items() if item[0] != "X-Request-ID")
    return response.status_code, headers, response.content
