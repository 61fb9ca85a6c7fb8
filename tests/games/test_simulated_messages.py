"""A few days of correspondence play: what people are told, held against what they are asked."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from uuid import uuid4

import pytest

from games.simulation import figures_of, simulate
from games.simulation.course import Setting
from players.models import FeedEvent
from players.notifications import registry
from players.notifications.models import Delivery, DeliveryStatus, Reason
from players.notifications.services.telling import hear
from players.registries import listeners, register_listener

pytestmark = pytest.mark.django_db(transaction=True)
HOUR = timedelta(hours=1)


def days(**changes):
    """Live through a few days of people who answer soon, and leave for good one by one."""
    usual = {
        "begins": datetime(2026, 3, 2, 8, tzinfo=UTC),
        "days": 3,
        "players": 4,
        "preset": "scopa_classica",
        "clock": "veloce",
        "typical": HOUR,
        "open_matches": 2,
        "leave": 1,
        "rest": 0.2,
        "plans": 0.35,
        "seed": 7,
        "post": timedelta(minutes=1),
    }
    course = simulate(Setting(**{**usual, **changes}))
    return course, figures_of(course)


@pytest.fixture
def changed():
    """Change types of notifications for a test."""
    before = dict(registry.notification_types())

    def change(slug, **fields):
        registry.register_type(replace(registry.notification_types()[slug], **fields))

    yield change
    for kind in before.values():
        registry.register_type(kind)


@pytest.fixture
def heard_again():
    """Hear everything that happens a second time: when the next thing does."""
    kept = []

    def again(events, now):
        hear(kept, now)
        kept[:] = events

    register_listener("again", again)
    yield
    listeners.pop("again")


class TestAFewDays:
    def test_tell_of_each_decision_and_each_rung_once_at_most(self, heard_again):
        course, figures = days()
        assert figures.turn_messages > 0
        assert figures.reminders > 0
        assert figures.most_for_a_turn == 1
        assert figures.most_for_a_rung == 1
        assert figures.turn_messages <= figures.turns
        assert course.heard.too_late == []
        assert (figures.miscounted, figures.woke, figures.crowded) == (0, 0, 0)
        assert figures.told_wrongly == ()

    def test_tell_of_many_turns_together_and_lose_none(self):
        """Whatever was owed was told, or has a reason; what is left waits for its time."""
        course, figures = days(days=0.5, open_matches=6, leave=0)
        assert figures.summaries > 0
        assert (figures.most_for_a_turn, figures.crowded, figures.too_late) == (1, 0, 0)
        turns = Delivery.objects.filter(channel="push", notification__type="your_turn")
        assert turns.count() == FeedEvent.objects.filter(type="match.your_turn").count()
        ended = turns.exclude(status=DeliveryStatus.SENT).exclude(done_at=None, dead_at=None)
        assert not ended.filter(reason=Reason.NONE).exists()
        nearly = course.setting.begins + timedelta(days=0.5, minutes=-5)
        undone = turns.filter(done_at=None, dead_at=None, created_at__lt=nearly)
        assert not undone.exclude(available_at__gt=nearly).exists()


class TestTheControl:
    def test_is_told_of_what_is_over_where_nobody_looks(self, changed):
        changed("your_turn", over=lambda _notices, _now: ())
        course, figures = days(days=2)
        assert figures.too_late > 0
        assert course.heard.too_late[0].startswith("your_turn")
        assert figures.told_wrongly == ("too_late",)

    def test_is_told_twice_without_keys(self, changed, heard_again):
        for slug in ("your_turn", "reminder"):
            changed(slug, read=keyless(registry.notification_types()[slug].read))
        _course, figures = days()
        assert figures.most_for_a_turn > 1
        assert figures.most_for_a_rung > 1
        assert {"most_for_a_turn", "most_for_a_rung"} <= set(figures.told_wrongly)


def keyless(read):
    """Let no two events be the same."""

    def reads(event):
        source = read(event)
        return source and replace(source, dedupe_key=str(uuid4()))

    return reads
