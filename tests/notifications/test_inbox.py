"""The inbox: what one was told, what counts as unread, and why something did not come."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from players.notifications import registry
from players.notifications.channels.letter import Gone
from players.notifications.errors import NotificationNotFound
from players.notifications.models import Delivery, Device, Notification, Target
from players.notifications.queries.inbox import MOST_COUNTED, counts_of
from players.notifications.registry import Channel
from players.notifications.services.inbox import mark_read, mark_unread
from tests.notifications.devices import registered
from tests.notifications.inbox_types import known, tell
from tests.notifications.posting import Post, delivered
from tests.notifications.rows import a_webhook
from tests.players.accounts import NOW, assert_problem, call, faults, signed_up

pytestmark = pytest.mark.django_db
PATH = "/me/notifications"


@pytest.fixture(autouse=True)
def _types():
    with (
        known("news"),
        known("turn", collapse="match", replaces=True),
        known("quiet", in_inbox=False),
    ):
        yield


@pytest.fixture
def anna():
    return signed_up("anna")


@pytest.fixture
def bruno():
    return signed_up("bruno")


def inbox(client, session, query="", **headers):
    answer = call(client, "GET", f"{PATH}{query}", token=session.token, **headers)
    assert answer.status_code == 200, answer.content
    return answer.json()


def titles(page):
    return [item["title"] for item in page["items"]]


def unread(session):
    return counts_of(session.player.pk, now=NOW).unread


class TestThePage:
    def test_shows_what_a_player_was_told_newest_first(self, anna, bruno, client, settings):
        settings.DEEP_LINK = "scopa://"
        for number in range(3):
            row = tell(anna.player, number)
        tell(bruno.player, 9)
        page = inbox(client, anna)
        assert titles(page) == ["News 2", "News 1", "News 0"]
        assert page["items"][0] == {
            "id": str(row.public_id),
            "type": "news",
            "match": str(row.subject),
            "title": "News 2",
            "body": "There is news.",
            "link": f"scopa://match/{row.subject}",
            "created_at": page["items"][0]["created_at"],
            "read_at": None,
            "is_current": True,
            "data": {"n": 2},
        }
        assert (page["unread"], page["badge"], page["next_cursor"]) == (3, 0, None)

    def test_goes_on_from_its_cursor(self, anna, client):
        for number in range(5):
            tell(anna.player, number)
        first = inbox(client, anna, "?limit=2")
        rest = inbox(client, anna, f"?limit=4&cursor={first['next_cursor']}")
        assert titles(first) + titles(rest) == [f"News {n}" for n in (4, 3, 2, 1, 0)]

    def test_of_the_unread_has_a_cursor_of_its_own(self, anna, client):
        for number in range(3):
            tell(anna.player, number)
        cursor = inbox(client, anna, "?limit=1")["next_cursor"]
        path = f"{PATH}?limit=1&unread=true&cursor={cursor}"
        answer = call(client, "GET", path, token=anna.token)
        assert faults(assert_problem(answer, 400, "invalid_request")) == {
            ("?cursor", "invalid_cursor")
        }

    def test_leaves_out_types_that_are_not_for_it_and_those_that_are_unknown(self, anna, client):
        tell(anna.player, 1, kind="quiet")
        with known("old"):
            tell(anna.player, 2, kind="old")
        page = inbox(client, anna)
        assert (page["items"], page["unread"]) == ([], 0)

    def test_names_what_is_gone_by_its_type(self, anna, client):
        tell(anna.player, 1, is_gone=True)
        (item,) = inbox(client, anna)["items"]
        assert (item["title"], item["body"], item["link"]) == ("News", "", "")

    def test_says_what_is_over(self, anna, client):
        tell(anna.player, 1, is_over=True)
        page = inbox(client, anna)
        assert page["items"][0]["is_current"] is False
        assert page["unread"] == 0

    def test_of_the_unread_lists_those_that_are_counted(self, anna, client):
        subject = uuid4()
        tell(anna.player, 1, is_over=True)
        tell(anna.player, 2, kind="turn", subject=subject)
        rows = [tell(anna.player, 3), tell(anna.player, 4, kind="turn", subject=subject)]
        tell(anna.player, 5, is_over=True)
        rows.append(tell(anna.player, 6))
        page = inbox(client, anna, "?unread=true")
        assert titles(page) == ["News 6", "News 4", "News 3"]
        assert page["unread"] == len(page["items"])
        assert {item["is_current"] for item in page["items"]} == {True}
        assert len(inbox(client, anna)["items"]) == 6

    def test_of_the_unread_goes_on_past_what_is_over(self, anna, client):
        for number in range(6):
            tell(anna.player, number, is_over=number % 2 == 0)
        first = inbox(client, anna, "?unread=true&limit=2")
        assert titles(first) == ["News 5", "News 3"]
        rest = inbox(client, anna, f"?unread=true&limit=2&cursor={first['next_cursor']}")
        assert (titles(rest), rest["next_cursor"]) == (["News 1"], None)

    def test_tells_the_badge(self, anna, client, monkeypatch):
        mine = anna.player.pk
        monkeypatch.setattr(registry, "_awaiting", [lambda ids: {mine: 3} if mine in ids else {}])
        assert inbox(client, anna)["badge"] == 3

    def test_takes_as_many_queries_for_many_as_for_one(self, anna, client):
        def statements():
            with CaptureQueriesContext(connection) as queries:
                inbox(client, anna)
            return len(queries)

        tell(anna.player, 0)
        inbox(client, anna)
        one = statements()
        for number in range(30):
            tell(anna.player, number)
        assert statements() == one <= 6


class TestTheLanguage:
    def test_is_that_of_the_request(self, anna, client):
        from django.utils import translation

        def words(notices):
            from players.notifications.registry import Words

            return {each.id: Words(translation.get_language(), "") for each in notices}

        with known("spoken", words=words):
            tell(anna.player, 1, kind="spoken")
            assert titles(inbox(client, anna, accept_language="it")) == ["it"]
            assert titles(inbox(client, anna, accept_language="en")) == ["en"]


class TestWhatIsReplaced:
    def test_counts_once_and_is_not_current(self, anna, client):
        subject = uuid4()
        for number in range(3):
            tell(anna.player, number, kind="turn", subject=subject)
        tell(anna.player, 8, kind="turn")
        page = inbox(client, anna)
        assert [item["is_current"] for item in page["items"]] == [True, True, False, False]
        assert page["unread"] == 2
        assert titles(inbox(client, anna, "?unread=true")) == ["News 8", "News 2"]

    def test_is_read_with_what_stands_in_its_place(self, anna):
        subject = uuid4()
        rows = [tell(anna.player, n, kind="turn", subject=subject) for n in range(3)]
        other = tell(anna.player, 8, kind="turn")
        mark_read(player_id=anna.player.pk, ids=[rows[1].public_id], now=NOW)
        seen = Notification.objects.filter(seen_at=NOW).values_list("pk", flat=True)
        assert set(seen) == {rows[0].pk, rows[1].pk}
        assert unread(anna) == 2
        assert other.pk not in seen

    def test_is_nothing_of_another_player_or_type(self, anna, bruno):
        subject = uuid4()
        tell(anna.player, 1, kind="turn", subject=subject)
        tell(bruno.player, 1, kind="turn", subject=subject)
        tell(anna.player, 1, subject=subject)
        tell(anna.player, 1, subject=subject)
        assert (unread(anna), unread(bruno)) == (3, 1)


class TestReading:
    def test_marks_those_named_and_keeps_when(self, anna):
        rows = [tell(anna.player, n) for n in range(3)]
        for now in (NOW, NOW + timedelta(hours=1)):
            mark_read(player_id=anna.player.pk, ids=[rows[1].public_id], now=now)
        assert [row.seen_at for row in Notification.objects.order_by("pk")] == [None, NOW, None]

    def test_up_to_one_marks_that_one_and_the_earlier(self, anna):
        rows = [tell(anna.player, n) for n in range(3)]
        mark_read(player_id=anna.player.pk, up_to=rows[1].public_id, now=NOW)
        assert [row.seen_at for row in Notification.objects.order_by("pk")] == [NOW, NOW, None]

    def test_does_nothing_for_another_player(self, anna, bruno):
        row = tell(anna.player, 1)
        mark_read(player_id=bruno.player.pk, ids=[row.public_id], now=NOW)
        with pytest.raises(NotificationNotFound):
            mark_read(player_id=bruno.player.pk, up_to=row.public_id, now=NOW)
        assert unread(anna) == 1

    def test_is_taken_back(self, anna, bruno):
        rows = [tell(anna.player, n) for n in range(2)]
        mark_read(player_id=anna.player.pk, up_to=rows[1].public_id, now=NOW)
        mark_unread(player_id=bruno.player.pk, ids=[rows[0].public_id])
        assert unread(anna) == 0
        mark_unread(player_id=anna.player.pk, ids=[rows[0].public_id])
        assert unread(anna) == 1

    def test_over_http_answers_with_the_counts(self, anna, client):
        rows = [tell(anna.player, n) for n in range(3)]
        ids = [str(rows[0].public_id), str(uuid4())]
        answer = call(client, "POST", f"{PATH}/read", {"ids": ids}, token=anna.token)
        assert answer.json() == {"unread": 2, "badge": 0}
        up_to = {"up_to": str(rows[2].public_id)}
        answer = call(client, "POST", f"{PATH}/read", up_to, token=anna.token)
        assert answer.json()["unread"] == 0
        answer = call(client, "POST", f"{PATH}/unread", {"ids": ids}, token=anna.token)
        assert answer.json()["unread"] == 1
        assert inbox(client, anna)["items"][0]["read_at"] is not None

    def test_of_nothing_named_changes_nothing(self, anna, client):
        tell(anna.player, 1)
        answer = call(client, "POST", f"{PATH}/read", {}, token=anna.token)
        assert answer.json()["unread"] == 1

    def test_up_to_nothing_is_refused(self, anna, client):
        body = {"up_to": str(uuid4())}
        answer = call(client, "POST", f"{PATH}/read", body, token=anna.token)
        assert_problem(answer, 404, "notification_not_found")

    def test_counts_a_hundred_and_no_more(self, anna):
        Notification.objects.bulk_create(
            Notification(
                player=anna.player, type="news", dedupe_key=f"{n}", data={"n": n}, created_at=NOW
            )
            for n in range(MOST_COUNTED + 20)
        )
        assert unread(anna) == MOST_COUNTED


def told(client, session, row, **headers):
    return call(client, "GET", f"{PATH}/{row.public_id}", token=session.token, **headers)


def way(answer, channel):
    (found,) = (each for each in answer.json()["deliveries"] if each["channel"] == channel)
    return found


class TestWhyItDidNotCome:
    def test_is_that_there_was_nowhere_to_send_it(self, anna, client):
        row = tell(anna.player, 1)
        ways = told(client, anna, row, accept_language="it").json()["deliveries"]
        assert [(each["channel"], each["status"], each["reason"]) for each in ways] == [
            ("push", "none", "no_device"),
            ("mail", "none", "no_address"),
        ]
        assert ways[1]["reason_text"] == "nessun indirizzo verificato"
        assert (ways[1]["attempts"], ways[1]["at"], ways[1]["targets"]) == (0, None, [])

    def test_is_said_of_webhooks_only_to_whoever_has_one(self, anna, bruno, client):
        row = tell(anna.player, 1)
        a_webhook(bruno.player, now=NOW)
        channels = [each["channel"] for each in told(client, anna, row).json()["deliveries"]]
        assert channels == ["push", "mail"]
        a_webhook(anna.player, now=NOW, is_enabled=False)
        found = way(told(client, anna, row), "webhook")
        assert (found["status"], found["reason"]) == ("none", "no_webhook")

    def test_names_a_device_that_is_gone_as_it_was_called(self, anna, client):
        device = registered(anna.player, token="gone", name="Telefono")
        row = tell(anna.player, 1)
        delivered(Post(gone=[Gone("FCM: UNREGISTERED", 404)]), now=NOW)
        assert not Device.objects.filter(pk=device.pk).exists()
        (target,) = way(told(client, anna, row), "push")["targets"]
        assert (target["provider"], target["name"], target["status"]) == ("fcm", "Telefono", "gone")

    def test_is_the_reason_of_its_delivery_in_both_languages(self, anna, client):
        registered(anna.player)
        row = tell(anna.player, 1)
        later = NOW + timedelta(hours=3)
        Delivery.objects.update(status="held", reason="quiet_hours", available_at=later)
        for language, text in (("en", "your quiet hours"), ("it", "le tue ore di silenzio")):
            found = way(told(client, anna, row, accept_language=language), "push")
            assert (found["status"], found["reason"]) == ("held", "quiet_hours")
            assert found["reason_text"] == text
        assert found["next_try_at"] is not None
        assert found["at"] is None

    def test_shows_each_device_without_its_token(self, anna, client):
        device = registered(anna.player, token="of-firebase", name="Telefono")
        row = tell(anna.player, 1)
        delivery = Delivery.objects.get()
        Delivery.objects.update(status="sent", done_at=NOW, attempts=2, sending_since=NOW)
        Target.objects.create(
            delivery=delivery,
            device=device,
            provider="fcm",
            status="gone",
            http_status=404,
            error="UNREGISTERED",
            tried_at=NOW,
        )
        answer = told(client, anna, row, accept_language="en")
        found = way(answer, "push")
        assert (found["status"], found["attempts"], found["next_try_at"]) == ("sent", 2, None)
        (target,) = found["targets"]
        del target["tried_at"]
        assert target == {
            "provider": "fcm",
            "name": "Telefono",
            "status": "gone",
            "status_text": "gone",
            "http_status": 404,
            "error": "UNREGISTERED",
        }
        assert "of-firebase" not in answer.content.decode()

    def test_names_the_notification_that_told_of_it(self, anna, client):
        registered(anna.player)
        one, other = tell(anna.player, 1), tell(anna.player, 2)
        first, last = Delivery.objects.order_by("pk")
        Delivery.objects.filter(pk=first.pk).update(
            status="joined", reason="summary", joined_to=last, done_at=NOW
        )
        found = way(told(client, anna, one), "push")
        assert (found["status"], found["joined_to"]) == ("joined", str(other.public_id))

    def test_is_not_asked_of_ways_that_it_never_takes(self, anna, client):
        with known("letter", defaults={Channel.MAIL: registry.Mode.ON}):
            row = tell(anna.player, 1, kind="letter")
            ways = told(client, anna, row).json()["deliveries"]
        assert [each["channel"] for each in ways] == ["mail"]

    def test_is_told_of_what_no_inbox_shows(self, anna, client):
        row = tell(anna.player, 1, kind="quiet")
        assert told(client, anna, row).status_code == 200

    def test_is_told_to_nobody_else(self, anna, bruno, client):
        row = tell(anna.player, 1)
        problem = assert_problem(told(client, bruno, row), 404, "notification_not_found")
        gone = Notification(public_id=uuid4())
        there = assert_problem(told(client, bruno, gone), 404, "notification_not_found")
        assert {**problem, "request_id": ""} == {**there, "request_id": ""}

    def test_takes_as_many_queries_for_many_devices_as_for_one(self, anna, client):
        def statements():
            with CaptureQueriesContext(connection) as queries:
                told(client, anna, row)
            return len(queries)

        device = registered(anna.player)
        row = tell(anna.player, 1)
        delivery = Delivery.objects.get()
        Target.objects.create(delivery=delivery, device=device, provider="fcm")
        one = statements()
        for number in range(5):
            device = registered(anna.player, f"d{number}")
            Target.objects.create(delivery=delivery, device=device, provider="fcm")
        assert statements() == one
