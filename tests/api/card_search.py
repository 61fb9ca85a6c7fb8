"""Find cards in whatever an answer says: body and headers, however they are written."""

import base64
import binascii
import html
import json
import re
from urllib.parse import unquote

from games import engine

EVERY_CARD = frozenset(map(str, engine.DECK))

_CODE = re.compile(r"(?<![0-9A-Za-z])(?:10|[1-9])[DCSB](?![0-9A-Za-z])")
_ESCAPE = re.compile(r"\\u([0-9a-fA-F]{4})")
_RANKS = {"ace": 1, "jack": 8, "knight": 9, "king": 10}
_RANKS |= {"asso": 1, "fante": 8, "cavallo": 9, "re": 10}
_SUITS = {"coins": "D", "cups": "C", "swords": "S", "clubs": "B"}
_SUITS |= {"denari": "D", "coppe": "C", "spade": "S", "bastoni": "B"}
_NAME = re.compile(
    rf"\b({'|'.join(_RANKS)}|[1-9]|10) (?:of|di) ({'|'.join(_SUITS)})\b", re.IGNORECASE
)
_PATH = re.compile(r' d="[MmLlHhVvCcSsQqTtAaZz0-9 .,-]*"')  # strokes of a picture
# Shorter ones read as a card by chance, now and then, among the thousands of a page's random words.
_TOKEN = re.compile(r"[0-9A-Za-z+/_-]{16,}={0,2}")


def cards_in(response):
    """Return the codes of all cards in the headers and the body of an answer."""
    return cards_in_text(_headers(response)) | cards_in_text(response.content.decode())


def cards_in_text(text):
    """Return the codes of all cards in a text: by code, however escaped, by name, or in base64."""
    text = _PATH.sub("", text)
    readings = {text, html.unescape(text), unquote(text), _without_escapes(text)}
    found = {code for reading in readings for code in _CODE.findall(reading)}
    for rank, suit in _NAME.findall(text):
        found.add(f"{_RANKS.get(rank.lower(), rank)}{_SUITS[suit.lower()]}")
    for token in set(_TOKEN.findall(text)):
        found.update(_CODE.findall(_decoded(token)))
    return found


def _headers(response):
    lines = [f"{name}: {value}" for name, value in response.headers.items()]
    return "\n".join([*lines, response.cookies.output()])


def _without_escapes(text):
    return _ESCAPE.sub(lambda found: chr(int(found[1], 16)), text)


def _decoded(token):
    """Read base64, if it hides plain text; "" for a token that is only random."""
    padded = token.rstrip("=").replace("-", "+").replace("_", "/")
    try:
        text = base64.b64decode(padded + "=" * (-len(padded) % 4)).decode("ascii")
    except (binascii.Error, UnicodeDecodeError):
        return ""
    return text if text.isprintable() else ""


def without_public_past(response, past_moves, voids):
    """Return the cards in an answer, but not those that only past deals show.

    `past_moves` are moves of earlier deals, `voids` the tables of deals thrown in: public, and
    shown in full. Anything that is not exactly one of those is searched like the rest.
    """
    try:
        body = json.loads(response.content)
    except ValueError:
        return cards_in(response)
    if not isinstance(body, dict):
        return cards_in(response)
    if isinstance(body.get("items"), list):
        body["items"] = [item for item in body["items"] if _facts(item) not in past_moves]
    if body.get("voids") == voids:
        del body["voids"]
    return cards_in_text(_headers(response)) | cards_in_text(json.dumps(body))


def _facts(item):
    named = {"ply", "deal", "seat", "card", "capture", "scopa", "played_at", "source"}
    if not isinstance(item, dict) or item.keys() != named:
        return None
    return {name: item[name] for name in ("ply", "deal", "seat", "card", "capture", "scopa")}
