"""Many messages become few: of turns, and by mail."""

from datetime import timedelta
from uuid import uuid4

import pytest

from players.models import Player
from players.notifications import registry
from players.notifications.channels.letter import Later, Refused, Sent
from players.notifications.models import Delivery, Notification, Preferences
from players.notifications.registry import Channel, Gathering, Mode, Words
from tests.notifications.posting import (
    NOON,
    Post,
    delivered,
    kind,
    new_player,
    standing,
    tell,
    with_address,
    with_device,
)

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def post():
    return Post()


@pytest.fixture(autouse=True)
def types(monkeypatch):
    """Types of the test's own; four matches wait, and nothing was played."""
    monkeypatch.setattr(registry, "_awaiting", [lambda ids: dict.fromkeys(ids, 4)])
    monkeypatch.setattr(registry, "_last_plays", [])
    monkeypatch.setattr(registry, "_types", {})
    monkeypatch.setattr(registry, "_by_event", {})
    for each in [
        kind("turn", is_turn=True, after_play=True, collapse="match", replaces=True),
        kind("news"),
        kind("digest", {Channel.MAIL: Mode.ON}, in_inbox=False),
    ]:
        registry.register_type(each)


@pytest.fixture
def player():
    return new_player(language="it")


def turns(player, *numbers, now=NOON, channels=None):
    return [
        tell(player, "turn", number, now=now, subject=uuid4(), channels=channels)
        for number in numbers
    ]


class TestTheThirdInvitationInAQuarter:
    @pytest.mark.parametrize("channel", [Channel.PUSH, Channel.MAIL])
    def test_tells_of_all_and_turns_are_counted_apart(self, player, post, monkeypatch, channel):
        monkeypatch.setattr(registry, "_gatherings", {})
        said = Gathering(lambda ids: dict.fromkeys(ids, 12), lambda n: Words(f"{n} inviti", "Sì?"))
        registry.register_gathering("invitations", said)
        registry.register_type(kind("invitation", gathers="invitations", collapse="invitation"))
        with_device(player)
        with_address(player)
        turns(player, 1, 2)
        rows = [
            tell(player, "invitation", number, subject=uuid4(), channels=[channel])
            for number in range(12)
        ]
        delivered(post, channel)
        told = [each for each in post.letters if each.type == "invitation"]
        assert [each.title for each in told] == ["invitation 0", "invitation 1", "12 inviti"]
        assert told[2].collapse_id == "invitations"
        assert [standing(row) for row in rows[3:]] == [("joined", "summary")] * 9


class TestTheThirdTurnInAQuarter:
    def test_tells_of_all_that_wait_and_the_others_join_it(self, player, post):
        with_device(player)
        rows = turns(player, 1, 2, 3, 4, 5)
        assert delivered(post) == 3
        assert [letter.title for letter in post.letters] == [
            "turn 1",
            "turn 2",
            "4 partite ti aspettano",
        ]
        assert post.letters[2].collapse_id == "turns"
        assert [standing(row) for row in rows[3:]] == [("joined", "summary")] * 2
        assert Delivery.objects.get(pk=rows[4].pk).joined_to_id == rows[2].pk

    def test_is_itself_where_nothing_else_waits(self, player, post, monkeypatch):
        monkeypatch.setattr(registry, "_awaiting", [lambda ids: dict.fromkeys(ids, 1)])
        with_device(player)
        rows = turns(player, 1, 2, 3, 4)
        delivered(post)
        assert [letter.title for letter in post.letters] == ["turn 1", "turn 2", "turn 3"]
        assert standing(rows[3]) == ("held", "busy")

    def test_is_the_last_until_the_quarter_has_passed(self, player, post):
        with_device(player)
        turns(player, 1, 2, 3)
        delivered(post)
        [row] = turns(player, 6)
        delivered(post, now=NOON + timedelta(minutes=14))
        assert standing(row) == ("held", "busy")
        delivered(post, now=NOON + timedelta(minutes=15))
        assert standing(row) == ("sent", "")
        assert post.letters[3].title == "turn 6"

    def test_is_tried_again_as_one_of_many(self, player):
        with_device(player, "a")
        post = Post(a=[Sent(), Sent(), Later("500"), Sent()])
        rows = turns(player, 1, 2, 3, 4)
        delivered(post)
        assert standing(rows[2]) == ("held", "retry")
        assert standing(rows[3]) == ("joined", "summary")
        delivered(post, now=NOON + timedelta(minutes=20))
        assert [letter.title for letter in post.letters[2:]] == ["4 partite ti aspettano"] * 2

    def test_is_not_counted_against_itself_when_it_is_tried_again(self, player):
        with_device(player, "a")
        post = Post(a=[Sent(), Sent(), Later("500"), Sent()])
        rows = turns(player, 1, 2, 3)
        delivered(post)
        assert delivered(post, now=NOON + timedelta(seconds=2)) == 1
        assert standing(rows[2]) == ("sent", "")

    def test_counts_on_its_own_channel_and_of_its_own_player(self, player, post):
        with_device(player)
        with_device(other := new_player())
        turns(player, 1, 2)
        turns(other, 1)
        assert delivered(post) == 3
        assert all(letter.title.startswith("turn") for letter in post.letters)

    def test_does_not_count_other_messages(self, player, post):
        with_device(player)
        for number in range(4):
            tell(player, "news", number)
        turns(player, 1)
        delivered(post)
        assert [letter.title for letter in post.letters][-1] == "turn 1"


class TestAMessageOfSeveralThatNobodyTakes:
    def test_has_the_others_decided_about_by_themselves(self, player, post):
        with_device(player, "phone")
        rows = turns(player, 1, 2, 3, 4)
        post.answers["phone"] = [Sent("id"), Sent("id"), Refused("too large", 413), Sent("id")]
        delivered(post)
        assert standing(rows[2]) == ("failed", "refused")
        assert standing(rows[3]) == ("sent", "")
        assert Delivery.objects.get(pk=rows[3].pk).joined_to is None
        assert post.letters[-1].id == rows[3].notification.public_id

    def test_is_tried_again_as_that_where_it_may_be_taken_later(self, player, post):
        with_device(player, "phone")
        rows = turns(player, 1, 2, 3, 4)
        post.answers["phone"] = [Sent("id"), Sent("id"), Later("500", 500), Sent("id")]
        delivered(post)
        assert standing(rows[3]) == ("joined", "summary")
        delivered(post, now=NOON + timedelta(minutes=1))
        assert (standing(rows[2]), standing(rows[3])) == (("sent", ""), ("joined", "summary"))


class TestATurn:
    def test_waits_while_its_player_is_at_the_table(self, player, post, monkeypatch):
        monkeypatch.setattr(registry, "_last_plays", [lambda ids, since: dict.fromkeys(ids, NOON)])
        with_device(player)
        [row] = turns(player, 1)
        delivered(post, now=NOON + timedelta(seconds=10))
        assert standing(row) == ("held", "playing")
        delivered(post, now=NOON + timedelta(seconds=60))
        assert standing(row) == ("sent", "")

    def test_waits_for_the_end_of_the_quiet_hours(self, player, post):
        Player.objects.filter(pk=player.pk).update(time_zone="Europe/Rome")
        Preferences.objects.create(player=player, quiet_from="12:30", quiet_until="13:30")
        with_device(player)
        [row] = turns(player, 1)
        delivered(post)
        assert standing(row) == ("held", "quiet_hours")
        assert delivered(post, now=NOON + timedelta(minutes=29)) == 0
        assert delivered(post, now=NOON + timedelta(minutes=30)) == 1


class TestWhatOneDeviceHas:
    def test_is_not_brought_to_the_other_at_night(self, player, post):
        Preferences.objects.create(player=player, quiet_from="12:01", quiet_until="14:00")
        with_device(player, "phone")
        with_device(player, "tablet")
        post.answers["tablet"] = [Later("429", 429, retry_after=300), Sent("id")]
        row = tell(player, "news")
        delivered(post)
        delivered(post, now=NOON + timedelta(minutes=6))
        assert standing(row) == ("held", "quiet_hours")
        assert post.tokens == ["phone", "tablet"]
        assert delivered(post, now=NOON + timedelta(hours=2)) == 1
        assert post.tokens == ["phone", "tablet", "tablet"]


class TestADigest:
    @pytest.fixture(autouse=True)
    def _by_digest(self, player):
        Player.objects.filter(pk=player.pk).update(time_zone="Europe/Rome")
        Preferences.objects.create(
            player=player, choices={"turn": {"mail": "digest"}}, digest_hours=[8, 18]
        )
        with_address(player)

    def test_tells_of_all_at_the_hour_of_its_reader(self, player, post):
        rows = turns(player, 1, 2, channels=[Channel.MAIL])
        delivered(post, "mail")
        assert [standing(row) for row in rows] == [("held", "digest")] * 2
        assert delivered(post, "mail", now=NOON + timedelta(hours=4, minutes=59)) == 0
        assert delivered(post, "mail", now=NOON + timedelta(hours=5)) == 1
        [letter] = post.letters
        assert letter.type == "digest"
        assert [line.text for line in letter.lines] == ["turn 1: Body.", "turn 2: Body."]
        digest = Notification.objects.get(type="digest")
        assert (digest.dedupe_key, digest.data) == ("digest:2026-03-02:18", {"count": 2})
        assert [standing(row) for row in rows] == [("joined", "in_digest")] * 2

    def test_is_sent_once_for_an_hour(self, player, post):
        turns(player, 1, channels=[Channel.MAIL])
        delivered(post, "mail")
        at_six = NOON + timedelta(hours=5)
        delivered(post, "mail", now=at_six)
        delivered(post, "mail", now=at_six)
        [row] = turns(player, 2, now=at_six, channels=[Channel.MAIL])
        delivered(post, "mail", now=at_six)
        assert len(post.sent) == 1
        assert standing(row) == ("held", "digest")
        delivered(post, "mail", now=NOON + timedelta(hours=19))
        assert len(post.sent) == 2

    def test_tells_of_what_nobody_came_by_for_until_its_hour(self, player, post):
        turns(player, 1, channels=[Channel.MAIL])
        assert delivered(post, "mail", now=NOON + timedelta(hours=5, minutes=3)) == 1
        assert Notification.objects.get(type="digest").dedupe_key == "digest:2026-03-02:18"
        [late] = turns(player, 2, channels=[Channel.MAIL])
        delivered(post, "mail", now=NOON + timedelta(hours=5, minutes=4))
        assert standing(late) == ("held", "digest")

    def test_is_not_sent_of_what_is_over_or_read(self, player, post):
        turns(player, 1, 2, channels=[Channel.MAIL])
        delivered(post, "mail")
        Notification.objects.filter(data__number=1).update(seen_at=NOON)
        Notification.objects.filter(data__number=2).update(settled_at=NOON)
        assert delivered(post, "mail", now=NOON + timedelta(hours=5)) == 0
        assert not Notification.objects.filter(type="digest").exists()

    def test_is_dropped_when_all_it_lists_is_over_by_then(self, player, post):
        Preferences.objects.update(quiet_from="17:00", quiet_until="19:00")
        turns(player, 1, channels=[Channel.MAIL])
        delivered(post, "mail")
        delivered(post, "mail", now=NOON + timedelta(hours=5))
        digest = Delivery.objects.get(notification__type="digest")
        assert standing(digest) == ("held", "quiet_hours")
        Notification.objects.filter(type="turn").update(seen_at=NOON)
        assert delivered(post, "mail", now=NOON + timedelta(hours=6)) == 0
        assert standing(digest) == ("dropped", "over")
