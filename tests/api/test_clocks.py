"""GET /clocks and POST /clocks/validate."""

import pytest

from games.clock import CLOCKS, DEFAULT_CLOCK, decode_clock
from tests.api.callers import Caller, faults, good, refused

HOUR = 3600


def validated(clock, rules=None, **headers):
    body = {"clock": clock} if rules is None else {"clock": clock, "clock_rules": rules}
    return Caller().post("/clocks/validate", body, **headers)


class TestClocks:
    def test_are_listed_to_anybody(self):
        page = good(Caller().get("/clocks"))
        assert [item["slug"] for item in page["items"]] == list(CLOCKS)
        assert page["next_cursor"] is None
        assert [i["slug"] for i in page["items"] if i["is_default"]] == [DEFAULT_CLOCK]

    @pytest.mark.parametrize("slug", CLOCKS)
    def test_are_shown_with_all_that_they_run_by(self, slug):
        items = good(Caller().get("/clocks"))["items"]
        shown = next(item["rules"] for item in items if item["slug"] == slug)
        assert decode_clock(shown) == CLOCKS[slug].clock

    def test_tell_what_never_runs_out(self):
        items = good(Caller().get("/clocks"))["items"]
        promised = {item["slug"]: item["promise_s"] for item in items}
        assert promised["normale"] == 24 * HOUR
        assert promised["libera"] is None

    @pytest.mark.parametrize(("language", "label"), [("it-IT,it;q=0.9", "Veloce"), ("en", "Fast")])
    def test_are_named_in_the_language_of_the_request(self, language, label):
        response = Caller().get("/clocks", accept_language=language)
        assert good(response)["items"][0]["label"] == label


class TestValidateClock:
    def test_resolves_what_differs(self):
        told = good(validated("normale", {"on_timeout": "ai", "refill_s": 4 * HOUR}))
        assert told["valid"] is True
        assert told["promise_s"] == 20 * HOUR
        assert told["rules"]["on_timeout"] == "ai"

    def test_takes_a_clock_as_it_is(self):
        told = good(validated("giorno"))
        assert decode_clock(told["rules"]) == CLOCKS["giorno"].clock

    def test_refuses_a_clock_that_does_not_exist(self):
        refused(validated("lampo"), 422, "unknown_clock")

    def test_says_what_cannot_run_and_where(self):
        response = validated("normale", {"grace_s": 1, "pause_max_s": 0})
        assert faults(response, 422, "invalid_clock") == [
            ("/clock_rules/grace_s", "combination_not_allowed"),
            ("/clock_rules/pause_max_s", "combination_not_allowed"),
        ]

    def test_says_it_in_italian(self):
        response = validated("normale", {"grace_s": True}, accept_language="it")
        (error,) = refused(response, 422, "invalid_clock")["errors"]
        assert error["detail"] == "Qui va un numero intero da 0 a 604800."
        assert error["allowed"] == {"min": 0, "max": 604800}
