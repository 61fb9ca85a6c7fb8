"""What an app asks as it starts, and how one that is too old is told so."""

import re
from datetime import datetime

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.set_phrases import DECLINE_REASONS
from scopa_site.limit_settings import LIMITS
from tests.api import contract
from tests.api.callers import Caller, good, guest, refused

DOCUMENT = contract.COMMITTED.parent / "api.md"
pytestmark = pytest.mark.django_db

LOWEST = {"ios": "1.10.0", "android": "2.0.3"}


def meta(language="en", **headers):
    return good(Caller().get("/meta", accept_language=language, **headers))


class TestMeta:
    def test_needs_no_token_and_reads_no_table(self):
        with CaptureQueriesContext(connection) as captured:
            meta()
        asked = [query["sql"] for query in captured.captured_queries]
        assert asked in ([], ["SELECT clock_timestamp()"])

    def test_tells_the_time(self):
        before = timezone.now()
        told = datetime.fromisoformat(meta()["server_time"])
        assert before <= told <= timezone.now()

    def test_lists_every_limit_as_it_is_in_force(self, settings):
        settings.SCOPA_LIMITS = {**settings.SCOPA_LIMITS, "move_per_player": (77, 120)}
        limits = {each["scope"]: each for each in meta()["limits"]}
        assert set(limits) == set(LIMITS)
        told = limits["move_per_player"]
        assert (told["limit"], told["seconds"], told["per"]) == (77, 120, "player")

    def test_says_whether_limits_are_lifted(self, settings):
        assert meta()["limits_lifted"] is False
        settings.SCOPA_LIMITS_LIFTED = True
        assert meta()["limits_lifted"] is True

    def test_lists_the_codes_of_the_documentation(self):
        text = DOCUMENT.read_text(encoding="utf-8")
        rows = re.findall(r"^\| (\d{3}) \| `(\w+)` \| (.+) \|$", text, re.MULTILINE)
        every = {(int(status), code) for status, code, _when in rows}
        # What only the admin says need not be loaded where the API is served.
        api = {(int(s), code) for s, code, when in rows if not when.startswith("in the admin only")}
        told = [(each["status"], each["code"]) for each in meta()["problems"]]
        assert len(told) == len(set(told))
        assert api <= set(told) <= every

    def test_fills_no_gap_of_a_text_with_anything(self):
        details = {each["code"]: each["detail"] for each in meta()["problems"]}
        assert details["too_many_requests"] == "Too many attempts. Try again in … seconds."
        assert not [text for text in details.values() if "%" in text]

    def test_lists_the_reasons_that_the_apps_registered(self):
        lists = {each["name"]: each["items"] for each in meta("it")["reasons"]}
        assert set(lists) >= {"decline", "report"}
        assert {each["code"]: each["title"] for each in lists["decline"]} == {
            slug: phrase.label["it"] for slug, phrase in DECLINE_REASONS.items()
        }

    def test_speaks_the_language_that_is_asked_for(self):
        english, italian = meta("en"), meta("it")
        for name in ("limits", "problems"):
            for one, other in zip(english[name], italian[name], strict=True):
                assert one["title"] != other["title"]

    def test_says_that_what_an_app_has_still_holds(self):
        first = Caller().get("/meta")
        again = Caller().get("/meta", if_none_match=first["ETag"])
        assert (again.status_code, again.content) == (304, b"")
        assert Caller().get("/meta", if_none_match=first["ETag"], accept_language="it").content


class TestAnAppThatIsTooOld:
    @pytest.fixture(autouse=True)
    def _lowest(self, settings):
        settings.SCOPA_LOWEST_CLIENTS = LOWEST

    @pytest.mark.parametrize("client", ["ios/1.9.9", "ios/0.0.1 (iPhone)", "android/2.0.2+45"])
    def test_is_refused_with_what_it_needs(self, client):
        caller = guest()
        for answer in (
            caller.get("/me", scopa_client=client),
            caller.post("/matches", {}, scopa_client=client),
            Caller().post("/auth/guest", {}, scopa_client=client),
        ):
            problem = refused(answer, 426, "client_too_old")
            assert problem["lowest"] == LOWEST[client.partition("/")[0]]
            assert problem["lowest"] in problem["detail"]

    def test_still_learns_what_it_needs(self):
        told = meta(scopa_client="ios/1.0.0")["lowest_clients"]
        assert {each["name"]: each["version"] for each in told} == LOWEST

    @pytest.mark.parametrize(
        "client",
        ["", "ios/1.10.0", "ios/1.10.1", "ios/2.0.0", "web/0.0.1", "ios", "ios/1", "x" * 99],
    )
    def test_is_nobody_else(self, client):
        assert guest().get("/me", scopa_client=client).status_code == 200
