"""No card and no token in any line of the log, whoever writes it and whatever goes wrong."""

import json
import logging
import re
import sys
from dataclasses import replace

import pytest

from games import ai, engine, services
from games.models import AiTurn
from players.services import create_guest
from scopa_site.log_lines import JsonLine, TextLine, Traced
from scopa_site.time import now
from scopa_site.tracing import enter_task, leave_task, traced_request
from tests.concurrency.tables import match_of_ais

FORMATTERS = [TextLine(), JsonLine()]
TOKEN = "scopa_" + "aB3_-" * 8 + "xyz"
CARDS = [str(card) for card in engine.DECK]


def line(formatter, message, *values, error=None, **extra):
    """Return what is written for one call of a logger."""
    info = None if error is None else (type(error), error, error.__traceback__)
    record = logging.LogRecord("some.name", logging.ERROR, __file__, 1, message, values, info)
    record.__dict__.update(extra)
    Traced().filter(record)
    return formatter.format(record)


def raised(error):
    try:
        raise error
    except type(error):
        return sys.exc_info()[1]


@pytest.mark.parametrize("formatter", FORMATTERS, ids=["text", "json"])
class TestALine:
    @pytest.mark.parametrize("card", CARDS)
    def test_names_no_card(self, formatter, card):
        said = line(
            formatter, "played %s of %s", card, f"{card} 1D", error=raised(ValueError(card))
        )
        assert card not in said.replace("some.name", "")
        assert "[card]" in said

    @pytest.mark.parametrize(
        "text",
        ["\n7D", "7D3C10B", "Card(7D)", "(Card(7D), Card(3C))", '"7D"', "hand: 7D,3C", "|7D|"],
    )
    def test_names_no_card_however_it_is_written(self, formatter, text):
        said = line(formatter, "x %s", text, error=raised(KeyError(text)), extra=[text])
        assert not any(card in said for card in ("7D", "3C", "10B"))

    def test_shows_no_state(self, formatter):
        state = engine.new_match(engine.resolve("scopa_classica"), 0)
        state = engine.start_deal(state, engine.DECK).state
        said = line(formatter, "bad: %r", state, error=raised(RuntimeError(repr(state.deal))))
        for part in ("hands", "table", "stock"):
            assert said.count(f"{part}=[cards]") == 2

    @pytest.mark.parametrize(
        "code", ["7KQ2M-0X9VB-HT4RD-W8CN5-PE3ZA", "abcde-fghjk-mnpqr-stvwx-yz012"]
    )
    def test_tells_no_recovery_code(self, formatter, code):
        said = line(formatter, "came back by %s", code, error=raised(ValueError(code)))
        assert code not in said
        assert "[code]" in said

    def test_leaves_ids_alone(self, formatter):
        public_id = "0b2c4d6e-8f10-4a2b-8c3d-5e6f70819203"
        assert public_id in line(formatter, "player %s", public_id)

    @pytest.mark.parametrize(
        "text",
        [
            TOKEN,
            f"Authorization: Bearer {TOKEN}",
            f"{{'Authorization': 'Bearer {TOKEN}'}}",
            f"/x?token={TOKEN}",
            f"\n{TOKEN}\n",
        ],
    )
    def test_tells_no_token(self, formatter, text):
        said = line(formatter, "x %s", text, error=raised(KeyError(text)), header=text)
        assert TOKEN not in said
        assert TOKEN[6:] not in said

    def test_tells_no_other_secret_of_a_bearer_and_no_password_of_an_address(self, formatter):
        said = line(formatter, "Bearer abc.def and %s", "redis://:hunter2@host/0 db://u:pw1@h")
        assert not any(secret in said for secret in ("abc.def", "hunter2", "pw1"))
        assert "host/0" in said

    def test_tells_no_link_by_which_mail_is_turned_off(self, formatter):
        said = line(
            formatter, "GET %s 200", "/unsubscribe/abc~digest~sig-1", header="/unsubscribe/abc~"
        )
        assert "abc" not in said
        assert "/unsubscribe/[link]" in said

    def test_tells_of_no_telephone_which_it_is(self, formatter):
        said = line(formatter, "PUT %s 201", "/api/v1/me/devices/annas-phone/test")
        assert "annas-phone" not in said
        assert "/me/devices/[installation]/test" in said
        route = "api/v1/me/devices/<str:installation_id>"
        assert route in line(formatter, "PUT %s 201", route)

    def test_keeps_what_is_none_of_these(self, formatter):
        text = "match 0b2c4d6e-8f10-4a2b-8c3d-5e6f70819203 @ 12, HTTP 503, 3 Dogs, A7D9, 11D"
        assert text in line(formatter, text)


class TestATextLine:
    @pytest.mark.parametrize(
        "unruly", ["\n", "\r", "\x0b", "\x0c", "\x1b[2J", "\x7f", "\x85", "\u2028", "\u202e"]
    )
    def test_is_one_line_whatever_the_values_hold(self, unruly):
        said = line(TextLine(), "the path %s", f"/a{unruly}2026-01-01 INFO root logged in")
        assert len(said.splitlines()) == 1
        assert unruly[0] not in said
        assert "/a\\" in said

    def test_shows_no_traceback_as_a_line_of_its_own(self):
        error = raised(ValueError("no\n2026-01-01 INFO root logged in\rmore"))
        first, *others = line(TextLine(), "failed", error=error).split("\n")
        assert first.endswith("ERROR some.name failed")
        assert "    2026-01-01 INFO root logged in\\rmore" in others
        assert all(other.startswith("    ") for other in others)

    def test_tells_no_code_that_follows_a_line_break(self):
        code = "7KQ2M-0X9VB-HT4RD-W8CN5-PE3ZA"
        assert code not in line(TextLine(), "came by\n%s", code)


class TestAJsonLine:
    def test_is_one_object_with_time_level_logger_message_request_and_task(self):
        with traced_request("abc-1"):
            enter_task("games.ai_turn", "abc-1")
            said = line(JsonLine(), "done %s", 3, status=201, error=raised(ValueError("no")))
            leave_task()
        assert "\n" not in said
        data = json.loads(said)
        assert data["time"].startswith("20")
        assert (data["level"], data["logger"], data["message"]) == ("ERROR", "some.name", "done 3")
        assert (data["request_id"], data["task"], data["status"]) == ("abc-1", "games.ai_turn", 201)
        assert "ValueError: no" in data["exception"]
        assert __file__ in data["exception"]

    def test_says_so_where_there_is_no_request(self):
        data = json.loads(line(JsonLine(), "x"))
        assert (data["request_id"], data["task"]) == (None, None)


class _Written(logging.Handler):
    """Keep what the service would write."""

    def __init__(self):
        super().__init__()
        self.lines = []
        self.addFilter(Traced())

    def emit(self, record):
        self.lines += [formatter.format(record) for formatter in FORMATTERS]


@pytest.fixture
def written():
    """Return all lines that are written, at the level of a deployment and below."""
    handler = _Written()
    root = logging.getLogger()
    level = root.level
    root.addHandler(handler)
    root.setLevel(logging.DEBUG)
    yield handler.lines
    root.removeHandler(handler)
    root.setLevel(level)


def assert_clean(lines, *secrets):
    text = "\n".join(lines)
    assert [card for card in CARDS if re.search(rf"\b{card}\b", text)] == []
    assert "hand=(" not in text
    for secret in secrets:
        assert secret not in text


def talkative(view, seed, budget):
    """Fail, and say the whole hand."""
    raise RuntimeError(f"cannot choose from {view.deal.hand} of {view!r}")


@pytest.mark.django_db
class TestWhatTheServiceWrites:
    def test_of_an_ai_turn_that_failed_has_no_card(self, written, monkeypatch):
        record = match_of_ais("random", "random", preset="scopa_classica")
        turn = AiTurn.objects.get(match=record.match)
        monkeypatch.setitem(ai.LEVELS, "random", replace(ai.LEVELS["random"], choose=talkative))
        assert not services.run_ai_turn(match_pk=record.match.pk, ply=turn.ply, now=now())
        assert any("AI turn" in said and "RuntimeError" in said for said in written)
        assert_clean(written)

    def test_of_an_error_that_nobody_foresaw_has_neither(self, written, client, settings):
        settings.ROOT_URLCONF = "tests.scopa_site.troubled_urls"
        session = create_guest(now=now())
        client.raise_request_exception = False
        response = client.get(
            "/api/v1/trouble",
            headers={"Authorization": f"Bearer {session.token}"},
        )
        assert response.status_code == 500
        assert any("Internal Server Error" in said for said in written)
        assert any("RuntimeError" in said for said in written)
        assert_clean(written, session.token)
