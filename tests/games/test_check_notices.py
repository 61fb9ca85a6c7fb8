"""`check_invariants` on what players were told beside the API: each fault is found, and named."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.db import transaction

from games.invariants import CHECKS, Scope, of_notices
from games.models import Match
from players.models import FeedEvent, Player, World
from players.notifications import registry
from players.notifications.models import Delivery, Notification, Target
from players.notifications.registry import Channel, Mode, NoticeSource, NotificationType
from players.services import erase
from players.services.feed import NewEvent, publish
from tests.games.tables import NOW, dealt, people, play
from tests.notifications.rows import (
    a_delivery,
    a_device,
    a_muted_match,
    a_notice,
    a_target,
    a_webhook,
    everything,
    preferences,
)

pytestmark = pytest.mark.django_db
SECOND = timedelta(seconds=1)
OURS = [check for name, check in CHECKS.items() if name in of_notices.__all__]
ENDS = ("sent", "joined", "dropped", "failed")


def test_all_of_them_are_asked():
    assert len(OURS) == len(of_notices.__all__)


@pytest.fixture
def anna():
    return people(1)[0]


def bruno():
    return Player.objects.create_user("bruno-the-other", password=None)


def lines(*, now=NOW):
    """Return what the checks of notifications find, a line each."""
    scope = Scope(Match.objects.all(), now=now)
    return [str(each) for check in OURS for each in check(scope)]


class TestTurns:
    """I-28: whoever was told of a turn in their feed has a notification of it."""

    @pytest.fixture(autouse=True)
    def _type(self):
        """Have a type of its own for the event, whatever else comes of it."""
        registry.register_type(
            NotificationType(
                slug="turn-of-a-test",
                label="Turn",
                event="match.your_turn",
                read=lambda event: NoticeSource(f"test:{event.subject}:{event.data['ply']}"),
                words=lambda _notices: {},
                defaults={Channel.PUSH: Mode.ON},
            )
        )
        yield
        registry.unregister_type("turn-of-a-test")

    def told(self, player, ply, match=uuid4()):  # noqa: B008 - one match for all
        data = {"version": ply, "ply": ply, "deadline_at": None}
        with transaction.atomic():
            publish([NewEvent(player.pk, "match.your_turn", match, data)], now=NOW)

    def test_i28_have_a_notification(self, anna):
        for ply in range(3):
            self.told(anna, ply)
        assert lines() == []
        Notification.objects.filter(dedupe_key__endswith=":2").delete()
        assert {line.split()[0] for line in lines()} == {"I-28"}
        assert all(f"player {anna.pk}: event 3 " in line for line in lines())

    def test_i28_have_one_of_every_turn_that_was_played(self):
        record = dealt(people(2))
        for _ in range(3):
            record = play(record).record
        turns = Notification.objects.filter(type="your_turn")
        assert turns.count() == 4
        assert lines() == []
        last = turns.latest("pk")
        match_id, key = record.match.public_id, last.dedupe_key
        assert key == f"turn:{match_id}:3"
        last.delete()
        (line,) = lines()
        assert line.startswith(f"I-28 player {last.player_id}: ")
        assert line.endswith(f"has no notification {key}")

    def test_are_passed_that_were_told_before_notifications_were_written(self, anna):
        self.told(anna, 0)
        Notification.objects.all().delete()
        for ply in (1, 2):
            self.told(anna, ply)
        assert lines() == []

    def test_are_compared_page_by_page(self, anna, monkeypatch):
        monkeypatch.setattr("games.invariants.of_notices._READ_AT_ONCE", 2)
        for ply in range(7):
            self.told(anna, ply)
        Notification.objects.filter(dedupe_key__endswith=":5").delete()
        assert {line.split()[0] for line in lines()} == {"I-28"}

    def test_are_another_players_own(self, anna):
        other = bruno()
        for player in (anna, other):
            self.told(player, 0)
        self.told(anna, 1)
        Notification.objects.filter(player=anna, dedupe_key__endswith=":1").update(player=other)
        assert any(f"player {anna.pk}:" in line for line in lines())

    def test_of_an_event_that_is_gone_are_not_asked_for(self, anna):
        for ply in range(2):
            self.told(anna, ply)
        FeedEvent.objects.all().delete()
        Notification.objects.filter(dedupe_key__endswith=":1").delete()
        assert not any("I-28" in line for line in lines())


class TestDeliveries:
    """I-29: a delivery has the reason, the hand and the answers that its status speaks of."""

    def test_are_passed_however_they_went(self, anna):
        everything(anna, now=NOW)
        Delivery.objects.filter(status="sending").update(
            lease_until=NOW + 30 * SECOND, sending_since=NOW
        )
        for reason in ("quiet_hours", "busy"):
            a_delivery(a_notice(anna, now=NOW), status="held", reason=reason)
        a_delivery(a_notice(anna, now=NOW), status="dropped", reason="over")
        a_delivery(a_notice(anna, now=NOW), status="failed", reason="refused")
        a_delivery(a_notice(anna, now=NOW))
        a_delivery(a_notice(anna, now=NOW), "webhook", "sent")  # its webhook was deleted since
        assert lines() == []

    @pytest.mark.parametrize("status", ["held", "joined", "dropped", "failed"])
    def test_i29_say_why(self, anna, status):
        delivery = a_delivery(a_notice(anna, now=NOW), "webhook", status)
        assert lines() == [
            f"I-29 delivery {delivery.pk}: it is {status} (no reason), and nothing says why"
        ]

    @pytest.mark.parametrize("status", ENDS)
    def test_i29_leave_no_target_open(self, anna, status):
        reason = "" if status == "sent" else "over"
        delivery = a_delivery(a_notice(anna, now=NOW), "webhook", status, reason=reason)
        a_target(delivery, provider="webhook", webhook=a_webhook(anna, now=NOW))
        (line,) = lines()
        assert line.endswith("and a target is still open")

    @pytest.mark.parametrize("channel", ["push", "mail"])
    def test_i29_are_sent_where_somebody_has_them(self, anna, channel):
        delivery = a_delivery(a_notice(anna, now=NOW), channel, "sent")
        (line,) = lines()
        assert line.endswith("and no device or mailbox has it")
        a_target(delivery, provider=channel, status="sent")
        assert lines() == []

    @pytest.mark.parametrize("missing", ["lease_until", "sending_since"])
    def test_i29_are_being_sent_by_somebody(self, anna, missing):
        held = {"lease_until": NOW + SECOND, "sending_since": NOW} | {missing: None}
        a_delivery(a_notice(anna, now=NOW), status="sending", **held)
        (line,) = lines()
        assert line.endswith("and it goes nowhere")

    @pytest.mark.parametrize("whose", ["player", "channel"])
    def test_i29_are_told_with_others_of_the_same_player_and_channel(self, anna, whose):
        other = bruno() if whose == "player" else anna
        channel = "mail" if whose == "channel" else "push"
        with_it = a_delivery(a_notice(other, now=NOW), channel)
        joined = a_delivery(a_notice(anna, now=NOW), status="joined", reason="summary")
        Delivery.objects.filter(pk=joined.pk).update(joined_to=with_it)
        (line,) = lines()
        assert line.endswith("and it is told with that of another player or channel")

    def test_i29_are_told_once(self, anna):
        first = a_delivery(a_notice(anna, now=NOW))
        second = a_delivery(a_notice(anna, now=NOW), joined_to=first)
        assert lines() == [
            f"I-29 delivery {second.pk}: it is waiting (no reason), and it is told with another"
        ]

    def test_i29_are_those_of_their_notifications_player(self, anna):
        delivery = a_delivery(a_notice(anna, now=NOW))
        Delivery.objects.filter(pk=delivery.pk).update(player=bruno())
        (line,) = lines()
        assert line.endswith("and its notification is another player's")

    def test_i29_are_owed_to_nobody_in_a_sandbox(self, anna):
        a_delivery(a_notice(anna, now=NOW))
        anna.world = World.objects.create(owner=bruno(), created_at=NOW)
        anna.save()
        (line,) = lines()
        assert line.endswith("and its player is in a sandbox")


class TestWhatIsOwed:
    """I-18: nothing that is due and in nobody's hands stays unsent for a minute."""

    def test_i18_goes_out_within_a_minute(self, anna):
        delivery = a_delivery(a_notice(anna, now=NOW))
        assert lines(now=NOW + 50 * SECOND) == []
        (line,) = lines(now=NOW + 70 * SECOND)
        assert line.startswith(f"I-18 delivery {delivery.pk} (push): waiting (no reason),")

    def test_i18_is_looked_at_again_when_its_time_has_come(self, anna):
        held = {"status": "held", "reason": "quiet_hours"}
        a_delivery(a_notice(anna, now=NOW), available_at=NOW + timedelta(hours=8), **held)
        assert lines(now=NOW + timedelta(hours=7)) == []
        assert len(lines(now=NOW + timedelta(hours=9))) == 1

    def test_i18_is_taken_over_from_who_died(self, anna):
        a_delivery(
            a_notice(anna, now=NOW),
            status="sending",
            sending_since=NOW,
            lease_until=NOW + 40 * SECOND,
        )
        assert lines(now=NOW + 90 * SECOND) == []
        assert len(lines(now=NOW + 110 * SECOND)) == 1

    @pytest.mark.parametrize("status", ENDS)
    def test_is_passed_once_it_has_ended(self, anna, status):
        reason = "" if status == "sent" else "over"
        a_delivery(a_notice(anna, now=NOW), "webhook", status, reason=reason)
        assert lines(now=NOW + timedelta(days=1)) == []


class TestCards:
    """I-30: what is hidden leaves by the view of a seat alone."""

    @pytest.mark.parametrize("card", ["7D", "10B", "1C"])
    def test_i30_are_in_no_notification(self, anna, card):
        notice = a_notice(anna, now=NOW, data={"ply": 3, "plays": [{"card": card}]})
        assert lines() == [f"I-30 notification {notice.pk} (your_turn): it names {card}"]

    def test_are_no_part_of_ids_and_instants(self, anna):
        data = {"id": "7d9c10b1-1C3d-4e5f-8a7B-10c9d8e7f6a5", "at": "2026-03-02T12:01:07Z"}
        a_notice(anna, now=NOW, data=data)
        assert lines() == []


class TestTheErased:
    """I-23: of an erased player there is nothing that they were told, and no way to them."""

    LEFT = {
        "a notification": lambda one: a_notice(one, now=NOW),
        "a device": lambda one: a_device(one, now=NOW),
        "a webhook": lambda one: a_webhook(one, now=NOW),
        "preferences": preferences,
        "a muted match": lambda one: a_muted_match(one, now=NOW),
    }

    @pytest.fixture
    def erased(self, anna):
        everything(anna, now=NOW)
        erase(player_id=anna.pk, now=NOW)
        anna.refresh_from_db()
        return anna

    def test_leave_nothing(self, erased):
        assert lines() == []

    @pytest.mark.parametrize("what", LEFT)
    def test_i23_are_found_by_what_is_left(self, erased, what):
        self.LEFT[what](erased)
        assert lines() == [f"I-23 player {erased.pk}: was erased, and there is {what}"]

    def test_i23_are_found_by_a_delivery(self, erased):
        a_delivery(a_notice(erased, now=NOW))
        assert f"I-23 player {erased.pk}: was erased, and there is a delivery" in lines()

    def test_leave_others_what_is_theirs(self, erased):
        other = bruno()
        for make in self.LEFT.values():
            make(other)
        assert lines() == []
        assert not Target.objects.exists()
