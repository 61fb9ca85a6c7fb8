"""From what is owed to what was acknowledged."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.db import connections

from players.models import Player, Token
from players.notifications import registry
from players.notifications.channels.letter import Gone, Later, Refused, Sent
from players.notifications.models import (
    Device,
    MutedSubject,
    Notification,
    Preferences,
    Target,
)
from players.notifications.registry import Channel, Mode
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
    with_webhook,
)

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def post():
    return Post()


@pytest.fixture(autouse=True)
def types(monkeypatch):
    """Types of the test's own, and nothing that waits or was played but what it says."""
    monkeypatch.setattr(registry, "_awaiting", [])
    monkeypatch.setattr(registry, "_last_plays", [])
    kinds = [
        kind("news"),
        kind("turn", is_turn=True, after_play=True, collapse="match", replaces=True),
        kind("digest", {Channel.MAIL: Mode.ON}, in_inbox=False),
    ]
    for each in kinds:
        registry.register_type(each)
    yield {each.slug: each for each in kinds}
    for each in kinds:
        registry.unregister_type(each.slug)


@pytest.fixture
def player():
    return new_player()


def awaiting(count):
    registry.register_awaiting(lambda player_ids: dict.fromkeys(player_ids, count))


def later(seconds=0, **more):
    return NOON + timedelta(seconds=seconds, **more)


class TestADelivery:
    def test_goes_to_each_device_of_the_player(self, player, post):
        with_device(player, "a")
        with_device(player, "b", provider="apns")
        row = tell(player, "news")
        assert delivered(post) == 1
        assert post.tokens == ["a", "b"]
        assert standing(row) == ("sent", "")
        assert {each.id for each in post.letters} == {row.notification.public_id}

    def test_goes_out_once(self, player, post):
        with_device(player)
        tell(player, "news")
        delivered(post)
        assert delivered(post) == 0
        assert len(post.sent) == 1

    def test_says_it_in_the_language_and_with_the_links_of_its_reader(self, player, post, settings):
        settings.DEEP_LINK = "scopa://"
        Player.objects.filter(pk=player.pk).update(language="it")
        with_device(player)
        subject = uuid4()
        tell(player, "turn", subject=subject)
        delivered(post)
        [letter] = post.letters
        assert (letter.language, letter.title, letter.link) == ("it", "turn 1", "scopa://match/1")
        assert letter.collapse_id == f"match:{subject}"
        assert letter.badge == 0
        assert letter.match == "1"
        assert letter.data == {"number": 1}

    def test_goes_by_mail_and_to_programs(self, player, post):
        with_address(player, "anna@example.org")
        with_webhook(player)
        tell(player, "news")
        assert delivered(post, "mail") == 1
        assert delivered(post, "webhook") == 1
        assert post.tokens == ["anna@example.org", "https://bot.example/hook"]
        assert post.sent[1][1].secrets == ("whsec_a",)

    def test_goes_to_the_one_device_that_its_notification_names(self, player, post):
        with_device(player, "a", installation_id="one")
        with_device(player, "b", installation_id="two")
        tell(player, "news", data={"device": "two"})
        delivered(post)
        assert post.tokens == ["b"]


class TestAFailure:
    def test_is_tried_again_with_the_same_ids(self, player):
        with_device(player, "a")
        row = tell(player, "news")
        post = Post(a=[Later("500", 500), Sent("there", 200)])
        assert delivered(post) == 0
        assert standing(row) == ("held", "retry")
        assert delivered(post) == 0
        assert len(post.sent) == 1
        assert delivered(post, now=later(2)) == 1
        first, second = post.letters
        assert (first.id, first.collapse_id) == (second.id, second.collapse_id)
        target = Target.objects.get(delivery=row)
        assert (target.status, target.attempts, target.provider_id) == ("sent", 2, "there")

    def test_at_one_device_is_not_told_to_the_others_again(self, player):
        with_device(player, "a")
        with_device(player, "b")
        row = tell(player, "news")
        post = Post(a=[Later("500", 500), Sent()])
        assert delivered(post) == 0
        assert delivered(post, now=later(2)) == 1
        assert post.tokens == ["a", "a", "b"]
        assert standing(row) == ("sent", "")

    def test_at_a_device_that_is_gone_by_the_next_time_holds_nothing_open(self, player):
        device = with_device(player, "a")
        with_device(player, "b")
        row = tell(player, "news")
        post = Post(a=[Later("500", 500)])
        delivered(post)
        device.delete()
        delivered(post, now=later(2))
        assert post.tokens == ["a", "b"]
        assert standing(row) == ("sent", "")
        assert sorted(Target.objects.values_list("status", flat=True)) == ["gone", "sent"]

    def test_waits_as_long_as_the_receiver_asks(self, player):
        with_device(player, "a")
        tell(player, "news")
        post = Post(a=[Later("429", 429, retry_after=90), Sent()])
        delivered(post)
        assert delivered(post, now=later(89)) == 0
        assert delivered(post, now=later(91)) == 1

    def test_is_given_up_in_the_end(self, player):
        with_device(player, "a")
        row = tell(player, "news")
        post, now = Post(a=[Later("500", 500)]), NOON
        for _attempt in range(20):
            delivered(post, now=now)
            now += timedelta(hours=2)
        assert standing(row) == ("failed", "given_up")
        assert len(post.sent) == 12
        assert Target.objects.get(delivery=row).status == "given_up"

    def test_of_a_device_that_is_gone_forgets_the_device(self, player):
        with_device(player, "a")
        row = tell(player, "news")
        delivered(Post(a=[Gone("UNREGISTERED", 404)]))
        assert standing(row) == ("dropped", "gone")
        assert not Device.objects.exists()

    def test_does_not_forget_a_device_with_a_newer_token(self, player):
        device = with_device(player, "a")
        tell(player, "news")
        delivered(Renewing(device))
        assert Device.objects.filter(pk=device.pk).exists()

    def test_of_a_webhook_that_is_gone_turns_it_off(self, player):
        webhook = with_webhook(player)
        tell(player, "news")
        delivered(Post(**{webhook.url: [Gone("410", 410)]}), "webhook")
        webhook.refresh_from_db()
        assert (webhook.is_enabled, webhook.disabled_because) == (False, "gone")

    def test_says_that_the_way_is_not_set_up(self, player):
        with_device(player, "a")
        row = tell(player, "news")
        delivered(Post(a=[Refused("no key", not_set_up=True)]))
        assert standing(row) == ("dropped", "not_set_up")

    def test_says_that_it_was_refused(self, player):
        with_device(player, "a")
        row = tell(player, "news")
        delivered(Post(a=[Refused("too big", 413)]))
        assert standing(row) == ("failed", "refused")

    def test_of_ours_in_one_letter_spoils_no_other(self, player, post, types):
        def broken(notices):
            if any(each.data["number"] == 1 for each in notices):
                raise ValueError("words")
            return {each.id: registry.Words("Fine", "") for each in notices}

        registry.register_type(kind("broken", words_by=broken))
        with_device(player)
        bad, good = tell(player, "broken", 1), tell(player, "broken", 2)
        assert delivered(post) == 1
        assert standing(good) == ("sent", "")
        assert standing(bad) == ("held", "retry")
        registry.unregister_type("broken")


def renew(device):
    """Bring a new token, from another connection."""
    Device.objects.filter(pk=device.pk).update(token_digest="f" * 64)
    connections.close_all()


class Renewing(Post):
    """The app brings a new token while the old one is refused."""

    def __init__(self, device):
        super().__init__()
        self.device = device

    def send(self, letter, address):
        """Refuse the old token."""
        renew(self.device)
        return Gone("UNREGISTERED", 404)


class TestSomethingThat:
    def test_is_over_is_dropped(self, player, post):
        registry.register_type(kind("past", over=lambda notices, now: [n.id for n in notices]))
        with_device(player)
        row = tell(player, "past")
        delivered(post)
        assert standing(row) == ("dropped", "over")
        registry.unregister_type("past")

    def test_is_gone_is_dropped(self, player, post):
        registry.register_type(kind("lost", words_by=lambda notices: {}))
        with_device(player)
        row = tell(player, "lost")
        delivered(post)
        assert standing(row) == ("dropped", "over")
        registry.unregister_type("lost")

    def test_was_read_is_dropped(self, player, post):
        with_device(player)
        row = tell(player, "news")
        Notification.objects.update(seen_at=NOON)
        delivered(post)
        assert standing(row) == ("dropped", "seen")

    def test_is_muted_is_dropped(self, player, post):
        with_device(player)
        subject = uuid4()
        row = tell(player, "turn", subject=subject)
        MutedSubject.objects.create(player=player, subject=subject, created_at=NOON)
        delivered(post)
        assert standing(row) == ("dropped", "muted")

    def test_is_not_wanted_is_dropped(self, player, post):
        with_device(player)
        Preferences.objects.create(player=player, choices={"news": {"push": "off"}})
        row = tell(player, "news")
        delivered(post)
        assert standing(row) == ("dropped", "off")

    def test_has_come_to_be_of_no_use_is_dropped(self, player, post):
        with_device(player)
        row = tell(player, "news", expires_at=NOON)
        delivered(post)
        assert standing(row) == ("dropped", "expired")

    def test_nobody_knows_is_dropped(self, player, post):
        with_device(player)
        row = tell(player, "news")
        registry.unregister_type("news")
        delivered(post)
        assert standing(row) == ("dropped", "unknown_type")

    def test_goes_to_a_log_in_that_was_taken_back_is_dropped(self, player, post):
        with_device(player)
        row = tell(player, "news")
        Token.objects.filter(player=player).delete()
        delivered(post)
        assert standing(row) == ("dropped", "no_device")

    def test_is_for_somebody_shut_out_is_dropped(self, player, post):
        with_device(player)
        row = tell(player, "news")
        Player.objects.filter(pk=player.pk).update(is_active=False)
        delivered(post)
        assert standing(row) == ("dropped", "gone")

    def test_was_said_again_is_dropped(self, player, post):
        with_device(player)
        subject = uuid4()
        old, new = (
            tell(player, "turn", 1, subject=subject),
            tell(player, "turn", 2, subject=subject),
        )
        delivered(post)
        assert standing(old) == ("dropped", "told_anew")
        assert standing(new) == ("sent", "")

    def test_was_said_again_is_told_to_programs_all_the_same(self, player, post):
        with_device(player)
        with_webhook(player)
        subject = uuid4()
        for number in (1, 2):
            tell(player, "turn", number, subject=subject)
        delivered(post)
        post.sent.clear()
        assert delivered(post, "webhook") == 2

    def test_tells_of_others_at_the_same_table_is_sent(self, player, post, types):
        registry.register_type(kind("joined", collapse="match"))
        with_device(player)
        subject = uuid4()
        rows = [tell(player, "joined", number, subject=subject) for number in (1, 2)]
        assert delivered(post) == 2
        assert [standing(row) for row in rows] == [("sent", "")] * 2
