"""From what happened to the mailbox: digests at their hour, and mail that is turned off by it."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client

from players.models import Player
from players.notifications import registry
from players.notifications.channels.mail import MailTransport
from players.notifications.delivering import deliver
from players.notifications.models import Delivery, Notification, Preferences
from players.services import befriend, unfriend
from tests.notifications.posting import kind, new_player, standing, tell, with_address
from tests.players.smtp_sink import html, plain, smtp_sink

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("one_window")]

SITE = "https://scopa.example"
ROME = "Europe/Rome"


def utc(*parts):
    return datetime(*parts, tzinfo=UTC)


MONDAY = utc(2026, 3, 2, 12)
MORNING = utc(2026, 3, 3, 7)  # eight o'clock in Rome


@pytest.fixture
def sink(settings):
    settings.PUBLIC_URL = SITE
    settings.DEFAULT_FROM_EMAIL = "Scopa <scopa@scopa.example>"
    with smtp_sink(settings) as sink:
        yield sink


@pytest.fixture
def mailed(sink):
    """Deliver what is due by mail at an instant, and return how many mails went out."""
    transport = MailTransport()
    yield lambda now: deliver("mail", clock=lambda: now, transports=lambda _name: transport)
    transport.close()


@pytest.fixture(autouse=True)
def waiting(monkeypatch):
    """Nothing waits for anybody, and nothing was played."""
    monkeypatch.setattr(registry, "_awaiting", [])
    monkeypatch.setattr(registry, "_last_plays", [])
    for slug in ("news", "gossip"):
        registry.register_type(kind(slug))


@pytest.fixture
def anna():
    player = new_player(language="it", time_zone=ROME, display_name="Anna")
    with_address(player, "anna@example.org")
    return player


def asks(anna, name, now=MONDAY):
    other = new_player(display_name=name)
    befriend(player_id=other.pk, other_id=anna.public_id, now=now)
    return other


class TestADigest:
    def test_comes_once_at_its_hour_and_lists_what_came_since(self, anna, sink, mailed):
        asks(anna, "Bruno")
        asks(anna, "Carla")
        assert mailed(MONDAY) == 0
        assert mailed(MORNING - timedelta(seconds=1)) == 0
        assert [mailed(MORNING) for _again in range(3)] == [1, 0, 0]
        (mail,) = sink.mails
        assert mail["To"] == "anna@example.org"
        assert mail["Subject"] == "Le novità da Scopa"
        assert plain(mail).startswith("Ciao Anna,")
        for name in ("Bruno", "Carla"):
            assert f"Una nuova amicizia?: {name} ti chiede l’amicizia." in plain(mail)
            assert f">Una nuova amicizia?: {name} ti chiede l’amicizia.</a>" in html(mail)
        assert "«Il riepilogo»" in plain(mail)
        assert mailed(MORNING + timedelta(days=1)) == 0

    def test_says_how_many_matches_wait(self, anna, sink, mailed):
        registry.register_awaiting(lambda players: dict.fromkeys(players, 3))
        asks(anna, "Bruno")
        mailed(MONDAY)
        mailed(MORNING)
        assert sink.mails[0]["Subject"] == "3 partite ti aspettano"

    def test_lists_nothing_that_is_over_by_then(self, anna, sink, mailed):
        bruno = asks(anna, "Bruno")
        asks(anna, "Carla")
        mailed(MONDAY)
        unfriend(player_id=bruno.pk, other_id=anna.public_id)
        assert mailed(MORNING) == 1
        assert "Carla" in plain(sink.mails[0])
        assert "Bruno" not in plain(sink.mails[0]) + html(sink.mails[0])

    def test_of_nothing_does_not_come(self, anna, sink, mailed):
        bruno = asks(anna, "Bruno")
        mailed(MONDAY)
        unfriend(player_id=bruno.pk, other_id=anna.public_id)
        assert mailed(MORNING) == 0
        assert sink.mails == []
        assert not Notification.objects.filter(type="digest").exists()

    @pytest.mark.parametrize(
        ("hour", "told", "due"),
        [
            # Clocks go from two to three on 29 March, and from three to two on 25 October.
            (8, utc(2026, 3, 27, 12), utc(2026, 3, 28, 7)),
            (8, utc(2026, 3, 28, 12), utc(2026, 3, 29, 6)),
            (8, utc(2026, 10, 23, 12), utc(2026, 10, 24, 6)),
            (8, utc(2026, 10, 24, 12), utc(2026, 10, 25, 7)),
            (2, utc(2026, 3, 28, 12), utc(2026, 3, 29, 1)),
            (2, utc(2026, 10, 24, 12), utc(2026, 10, 25, 0)),
        ],
    )
    def test_comes_by_the_clock_of_its_reader(self, anna, sink, mailed, hour, told, due):
        Preferences.objects.create(player=anna, digest_hours=[hour])
        asks(anna, "Bruno", now=told)
        assert mailed(told) == 0
        assert mailed(due - timedelta(seconds=1)) == 0
        assert mailed(due) == 1
        # What comes in the hour that is there twice waits for the next day.
        asks(anna, "Carla", now=due + timedelta(minutes=1))
        assert [mailed(due + timedelta(hours=hours)) for hours in (1, 2, 12)] == [0, 0, 0]
        assert mailed(due + timedelta(hours=26)) == 1
        assert len(sink.mails) == 2

    def test_comes_when_the_server_takes_mail_again_and_has_one_id(self, anna, sink, mailed):
        asks(anna, "Bruno")
        mailed(MONDAY)
        sink.reply = "451 the disk is full"
        assert mailed(MORNING) == 0
        sink.reply = "250 taken"
        assert mailed(MORNING + timedelta(minutes=1)) == 1
        digest = Notification.objects.get(type="digest")
        assert sink.mails[0]["Message-ID"] == f"<{digest.public_id.hex}@scopa.example>"

    def test_makes_no_link_of_a_name(self, anna, sink, mailed):
        asks(anna, "https://evil.example")
        mailed(MONDAY)
        mailed(MORNING)
        assert "https evil example ti chiede l’amicizia." in plain(sink.mails[0])
        assert "evil.example" not in plain(sink.mails[0]) + html(sink.mails[0])


class TestTheLinkInAMail:
    @pytest.fixture
    def link(self, anna, sink, mailed):
        tell(anna, "news", now=MONDAY)
        assert mailed(MONDAY) == 1
        return sink.mails[0]["List-Unsubscribe"].strip(" <>")

    def test_is_the_one_in_both_forms(self, sink, link):
        assert re.fullmatch(rf"{SITE}/unsubscribe/[\w~-]+", link)
        assert link in plain(sink.mails[0])
        assert f'<a href="{link}">' in html(sink.mails[0])
        assert sink.mails[0]["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"

    def test_ends_mail_of_its_kind_and_no_other(self, anna, sink, mailed, link):
        path = link.removeprefix(SITE)
        clicked = Client(enforce_csrf_checks=True).post(path, {"List-Unsubscribe": "One-Click"})
        assert clicked.status_code == 200
        no_more = tell(anna, "news", 2, now=MONDAY)
        other = tell(anna, "gossip", now=MONDAY)
        assert mailed(MONDAY) == 1
        assert standing(no_more) == ("dropped", "off")
        assert standing(other) == ("sent", "")

    def test_ends_all_mail_and_begins_it_again(self, anna, sink, mailed, link):
        path = link.removeprefix(SITE)
        Client().post(path, {"step": "all"})
        for number, slug in enumerate(("news", "gossip"), start=2):
            tell(anna, slug, number, now=MONDAY)
        assert mailed(MONDAY) == 0
        assert set(Delivery.objects.filter(done_at=None)) == set()
        Client().post(path, {"step": "all_again"})
        tell(anna, "news", 4, now=MONDAY)
        assert mailed(MONDAY) == 1

    def test_of_a_digest_ends_the_digest(self, anna, sink, mailed):
        asks(anna, "Bruno")
        mailed(MONDAY)
        mailed(MORNING)
        link = sink.mails[0]["List-Unsubscribe"].strip(" <>")
        Client().post(link.removeprefix(SITE), {"List-Unsubscribe": "One-Click"})
        asks(anna, "Carla", now=MORNING)
        mailed(MORNING)
        assert mailed(MORNING + timedelta(days=1)) == 0
        assert len(sink.mails) == 1


class TestAnAddress:
    @pytest.mark.parametrize(
        ("reply", "ending"),
        [("550 nobody of that name", ("failed", "refused")), ("450 later", ("held", "retry"))],
    )
    def test_that_is_refused_stands_in_no_row(self, anna, sink, mailed, reply, ending):
        sink.reply_to_address = reply
        row = tell(anna, "news", now=MONDAY)
        assert mailed(MONDAY) == 0
        assert standing(row) == ending
        told = [*Delivery.objects.values(), *row.targets.values(), *Notification.objects.values()]
        assert "anna@example.org" not in str(told)

    def test_that_is_not_verified_gets_nothing(self, sink, mailed):
        berta = new_player()
        assert tell(berta, "news", now=MONDAY) is None
        assert mailed(MONDAY) == 0

    def test_is_greeted_by_no_name_that_reads_as_a_link(self, anna, sink, mailed):
        Player.objects.filter(pk=anna.pk).update(display_name="evil.example")
        tell(anna, "news", now=MONDAY)
        mailed(MONDAY)
        assert plain(sink.mails[0]).startswith("Ciao,")
