"""Find cards in whatever an answer says: body and headers, however they are written."""

import base64
import binascii
import html
import json
import re
from dataclasses import dataclass
from urllib.parse import unquote

from django.contrib.messages.storage.cookie import CookieStorage, MessageSerializer
from django.core.signing import get_cookie_signer

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
# A cursor of ours: 16 enciphered bytes, in base64 for addresses.
_CURSOR = re.compile(r"(?<![0-9A-Za-z_-])[0-9A-Za-z_-]{22}(?![0-9A-Za-z_-])")


def cards_in(response):
    """Return the codes of all cards in the headers and the body of an answer."""
    return cards_in_text(_headers(response)) | cards_in_text(response.content.decode())


def cards_in_text(text):
    """Return the codes of all cards in a text: by code, however escaped, by name, or in base64."""
    text = _CURSOR.sub(_unless_random, _PATH.sub("", text))
    readings = {text, html.unescape(text), unquote(text), _without_escapes(text)}
    found = {code for reading in readings for code in _CODE.findall(reading)}
    for rank, suit in _NAME.findall(text):
        found.add(f"{_RANKS.get(rank.lower(), rank)}{_SUITS[suit.lower()]}")
    for token in set(_TOKEN.findall(text)):
        found.update(_CODE.findall(_decoded(token)))
    return found


def _unless_random(found):
    """Pass over a cursor in which two letters look like a card; not over cards in a row."""
    token = found[0]
    is_text = bool(_decoded(token))
    named = sum(map(len, _CODE.findall(token)))
    return token if is_text or 2 * named >= len(token) // 2 else ""


def _headers(response):
    lines = [f"{name}: {value}" for name, value in response.headers.items()]
    cookies = [_readable(name, cookie.value) for name, cookie in response.cookies.items()]
    return "\n".join([*lines, *cookies])


def _readable(name, value):
    """Write a cookie; that of the admin's messages as what it says: its signature is random.

    A hyphen or an underscore of its base64 on either side makes two of its letters look like a card
    now and then.
    """
    if name != "messages" or not value:
        return f"{name}={value}"
    told = get_cookie_signer(salt=CookieStorage.key_salt).unsign_object(
        value, serializer=MessageSerializer
    )
    return " ".join(str(message) for message in told)


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


@dataclass(frozen=True)
class PublicPast:
    """What everybody at the table has seen of the deals gone by, and what the rules name.

    `moves` are those of earlier deals, `voids` the tables of deals thrown in, `details` how the
    scored deals came about, `rules` those of the match, of which one may name a wild card.
    """

    number: int
    moves: list
    voids: list
    details: list
    rules: dict


def without_public_past(response, past):
    """Return the cards in an answer, but not those that only past deals show.

    Anything that is not exactly a part of the public past is searched like the rest.
    """
    body = _body(response)
    if not isinstance(body, dict):
        return cards_in(response)
    if isinstance(body.get("items"), list):
        body["items"] = [item for item in body["items"] if _facts(item) not in past.moves]
    if body.get("voids") == past.voids:
        del body["voids"]
    if body.get("rules") == past.rules:
        del body["rules"]
    if isinstance(body.get("deals"), list):
        body["deals"] = [_of_present(deal, past) for deal in body["deals"]]
    return cards_in_text(_headers(response)) | cards_in_text(json.dumps(body))


def _body(response):
    """Return the data of an answer; a record written as text says the same as its data."""
    try:
        if response.headers.get("Content-Type", "").startswith("text/plain"):
            text = response.content.decode()
            record = engine.read_record(text)
            return engine.encode_record(record) if engine.write_record(record) == text else None
        return json.loads(response.content)
    except (ValueError, engine.RecordUnreadable):
        return None


def _of_present(deal, past):
    """Leave out of a scored or a recorded deal what it tells of the past alone."""
    if not isinstance(deal, dict):
        return deal
    if deal.get("detail") in past.details:
        return {**deal, "detail": None}
    if deal.get("void") is True and _void(deal) in past.voids and deal.get("pack") is None:
        return None
    moves = deal.get("moves")
    if isinstance(moves, list) and moves and deal["number"] < past.number and deal["pack"] is None:
        told = [{**move, "deal": deal["number"]} for move in moves]
        if told == [move for move in past.moves if move["deal"] == deal["number"]]:
            return None
    return deal


def _void(deal):
    return {"number": deal["number"], "table": deal["table"]}


def _facts(item):
    named = {"ply", "deal", "seat", "card", "capture", "scopa", "played_at", "source"}
    if not isinstance(item, dict) or item.keys() != named:
        return None
    return {name: item[name] for name in ("ply", "deal", "seat", "card", "capture", "scopa")}
