"""What one wants to be told, where and when."""

from datetime import time, timedelta
from uuid import uuid4

import pytest

from players.notifications.errors import InvalidPreferences
from players.notifications.models import Preferences
from players.notifications.registry import Channel, Mode, mode_of, notification_types
from players.notifications.services.muting import mute_subject, unmute_subject
from players.notifications.services.preferences import update_preferences, with_choice
from tests.notifications.inbox_types import known
from tests.players.accounts import NOW, assert_problem, call, faults, signed_up

pytestmark = pytest.mark.django_db
PATH = "/me/notification-preferences"


@pytest.fixture(autouse=True)
def _types():
    mail_only = {Channel.MAIL: Mode.ON}
    with known("news"), known("letter", defaults=mail_only):
        yield


@pytest.fixture
def anna():
    return signed_up("anna")


def update(session, **changes):
    update_preferences(player_id=session.player.pk, changes=changes, now=NOW)
    return Preferences.objects.get(pk=session.player.pk)


def shown(client, session, **headers):
    return call(client, "GET", PATH, token=session.token, **headers)


def row_of(answer, slug):
    (row,) = (each for each in answer.json()["types"] if each["type"] == slug)
    return row


class TestAChoice:
    def test_is_kept_only_where_it_differs_from_the_default(self, anna):
        row = update(anna, types=[{"type": "news", "push": "off", "mail": "digest"}])
        assert row.choices == {"news": {"push": "off"}}
        row = update(anna, types=[{"type": "news", "mail": "on"}])
        assert row.choices == {"news": {"push": "off", "mail": "on"}}
        row = update(anna, types=[{"type": "news", "mail": "digest", "push": "on"}])
        assert row.choices == {}

    def test_of_one_channel_leaves_the_others_and_other_types(self):
        before = {"news": {"push": "off"}, "letter": {"mail": "off"}}
        after = with_choice(before, "news", Channel.MAIL, Mode.OFF)
        assert after == {"news": {"push": "off", "mail": "off"}, "letter": {"mail": "off"}}
        assert before == {"news": {"push": "off"}, "letter": {"mail": "off"}}

    def test_is_what_holds_when_something_is_sent(self, anna):
        row = update(anna, types=[{"type": "news", "webhook": "on"}])
        news = notification_types()["news"]
        assert mode_of(news, Channel.WEBHOOK, row.choices) is Mode.ON
        assert mode_of(news, Channel.PUSH, row.choices) is Mode.ON
        assert mode_of(news, Channel.MAIL, row.choices) is Mode.DIGEST

    def test_of_hours_is_kept_as_times(self, anna):
        row = update(anna, quiet_hours={"from": "22:30", "to": "07:00"}, digest_hours=[18, 8, 18])
        assert (row.quiet_from, row.quiet_until) == (time(22, 30), time(7))
        assert row.digest_hours == [8, 18]
        row = update(anna, quiet_hours=None)
        assert (row.quiet_from, row.quiet_until) == (None, None)
        assert row.digest_hours == [8, 18]

    def test_of_no_mail_says_since_when(self, anna):
        assert update(anna, mail=False).mail_off_at == NOW
        later = NOW + timedelta(days=1)
        update_preferences(player_id=anna.player.pk, changes={"mail": False}, now=later)
        assert Preferences.objects.get().mail_off_at == NOW
        assert update(anna, mail=True).mail_off_at is None

    def test_counts_versions(self, anna):
        assert [update(anna, mail=True).version for _ in range(2)] == [1, 2]

    @pytest.mark.parametrize(
        ("changes", "expected"),
        [
            ({"types": [{"type": "nothing"}]}, {("/types/0/type", "unknown_type")}),
            ({"types": [{"type": "news", "push": "loud"}]}, {("/types/0/push", "unknown_mode")}),
            ({"types": [{"type": "news", "push": "digest"}]}, {("/types/0/push", "unknown_mode")}),
            (
                {"types": [{"type": "digest", "mail": "digest"}]},
                {("/types/0/mail", "unknown_mode")},
            ),
            (
                {"types": [{"type": "news"}, {"type": "letter", "push": "on", "webhook": "off"}]},
                {("/types/1/push", "unknown_mode"), ("/types/1/webhook", "unknown_mode")},
            ),
            ({"digest_hours": []}, {("/digest_hours", "wrong_number_of_hours")}),
            ({"digest_hours": [1, 2, 3, 4, 5]}, {("/digest_hours", "wrong_number_of_hours")}),
            (
                {"digest_hours": [0, 24, -1, 23]},
                {("/digest_hours/1", "no_hour"), ("/digest_hours/2", "no_hour")},
            ),
            (
                {"quiet_hours": {"from": "24:00", "to": "8:00"}},
                {("/quiet_hours/from", "invalid_time"), ("/quiet_hours/to", "invalid_time")},
            ),
            ({"quiet_hours": {"from": "08:00", "to": "08:00"}}, {("/quiet_hours/to", "no_hours")}),
            (
                {"quiet_hours": {"from": "08:00\n", "to": "09:00"}},
                {("/quiet_hours/from", "invalid_time")},
            ),
        ],
    )
    def test_that_cannot_be_changes_nothing(self, changes, expected, anna):
        with pytest.raises(InvalidPreferences) as refused:
            update(anna, mail=False, **changes)
        assert {(each.pointer, each.code) for each in refused.value.errors} == expected
        assert not Preferences.objects.exists()

    def test_says_what_is_allowed(self, anna, client):
        body = {"types": [{"type": "news", "push": "digest"}, {"type": "letter", "push": "on"}]}
        answer = call(client, "PATCH", PATH, body, token=anna.token)
        errors = assert_problem(answer, 422, "invalid_preferences")["errors"]
        assert [error["allowed"] for error in errors] == [["on", "off"], []]


class TestOverHTTP:
    def test_defaults_are_shown_before_anything_was_chosen(self, anna, client):
        answer = shown(client, anna, accept_language="en")
        assert row_of(answer, "news") == {
            "type": "news",
            "label": "News",
            "push": "on",
            "mail": "digest",
            "webhook": "off",
        }
        assert row_of(answer, "letter")["push"] is None
        body = answer.json()
        del body["types"]
        assert body == {
            "quiet_hours": None,
            "digest_hours": [8],
            "mail": True,
            "muted": [],
            "time_zone": "UTC",
            "language": "en",
        }
        assert not Preferences.objects.exists()

    def test_a_change_is_answered_and_shown(self, anna, client):
        wanted = {
            "types": [{"type": "news", "mail": "off"}],
            "quiet_hours": {"from": "22:00", "to": "08:00"},
            "digest_hours": [7, 19],
            "mail": False,
        }
        answer = call(client, "PATCH", PATH, wanted, token=anna.token)
        assert answer.status_code == 200
        assert answer.json() == shown(client, anna).json()
        assert row_of(answer, "news")["mail"] == "off"
        assert {name: answer.json()[name] for name in wanted if name != "types"} == {
            name: value for name, value in wanted.items() if name != "types"
        }
        answer = call(client, "PATCH", PATH, {"quiet_hours": None}, token=anna.token)
        assert answer.json()["quiet_hours"] is None
        assert answer.json()["digest_hours"] == [7, 19]

    def test_an_answer_is_kept_until_something_changes(self, anna, client):
        tag = shown(client, anna)["ETag"]
        assert shown(client, anna, if_none_match=tag).status_code == 304
        call(client, "PATCH", PATH, {"mail": False}, token=anna.token)
        assert shown(client, anna, if_none_match=tag).status_code == 200

    def test_muted_matches_are_listed_the_latest_first(self, anna, client):
        one, other = uuid4(), uuid4()
        for subject in (one, other, one):
            mute_subject(player_id=anna.player.pk, subject=subject, now=NOW)
        assert shown(client, anna).json()["muted"] == [str(other), str(one)]
        unmute_subject(player_id=anna.player.pk, subject=other)
        unmute_subject(player_id=anna.player.pk, subject=other)
        assert shown(client, anna).json()["muted"] == [str(one)]

    @pytest.mark.parametrize(
        ("body", "pointer"),
        [
            ({"types": [{"type": "news", "fax": "on"}]}, ("/types/0/fax", "unknown_field")),
            ({"types": [{}]}, ("/types/0/type", "required")),
            ({"types": None}, ("/types", "null")),
            ({"quiet_hours": {"from": "22:00"}}, ("/quiet_hours/to", "required")),
            ({"digest_hours": ["8"]}, ("/digest_hours/0", "wrong_type")),
            ({"digest_hours": list(range(25))}, ("/digest_hours", "too_long")),
            ({"mail": 1}, ("/mail", "wrong_type")),
        ],
    )
    def test_what_cannot_be_read_is_refused(self, body, pointer, anna, client):
        answer = call(client, "PATCH", PATH, body, token=anna.token)
        assert faults(assert_problem(answer, 400, "invalid_request")) == {pointer}
