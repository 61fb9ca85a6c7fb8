"""The addresses of the service, and ones that give cards away: for the test of the search."""

import base64
import html
import json

from django.http import HttpResponse, JsonResponse
from django.urls import path

from games import engine, queries
from scopa_site import urls


def _encoded(match_id):
    record = queries.record_of(queries.all_matches([match_id]).get())
    return engine.encode(record.state)


def plain(request, match_id):
    """The whole state, as it is stored."""
    return JsonResponse(_encoded(match_id))


def escaped(request, match_id):
    """The state in a page, every character of it as a reference."""
    text = "".join(f"&#{ord(letter)};" for letter in json.dumps(_encoded(match_id)))
    assert html.unescape(text) == json.dumps(_encoded(match_id))
    return HttpResponse(f"<p>{text}</p>")


def in_a_header(request, match_id):
    """One card of the stock, in a header."""
    return HttpResponse(headers={"X-Next": _encoded(match_id)["deal"]["stock"][0]})


def in_a_cookie(request, match_id):
    """The stock, in a cookie."""
    response = HttpResponse()
    response.set_cookie("next", " ".join(_encoded(match_id)["deal"]["stock"]))
    return response


def in_a_cursor(request, match_id):
    """The stock, in what looks like a cursor."""
    text = " ".join(_encoded(match_id)["deal"]["stock"])
    cursor = base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")
    return JsonResponse({"items": [], "next_cursor": cursor})


def in_a_refusal(request, match_id):
    """A hand, only in the answer to a bad request."""
    if request.method != "POST":
        return HttpResponse()
    hands = _encoded(match_id)["deal"]["hands"]
    return JsonResponse({"detail": f"not one of {hands}"}, status=422)


def in_the_log(request, match_id):
    """A card to come, dressed as a move of a deal that is over."""
    move = {"ply": 0, "deal": 0, "seat": 0, "capture": [], "scopa": False}
    stock = _encoded(match_id)["deal"]["stock"]
    more = {"played_at": "2026-01-01T00:00:00Z", "source": "person"}
    return JsonResponse({"items": [{**move, "card": stock[0], **more}], "next_cursor": None})


LEAKS = (plain, escaped, in_a_header, in_a_cookie, in_a_cursor, in_a_refusal, in_the_log)

handler400, handler403 = urls.handler400, urls.handler403
handler404, handler500 = urls.handler404, urls.handler500
urlpatterns = [
    *(path(f"leak/{leak.__name__}/<str:match_id>", leak) for leak in LEAKS),
    *urls.urlpatterns,
]
