"""Guests who were idle for long are deleted, or erased where others need what they left."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.models import Match, Seat
from players.models import Feed, Player, Token
from players.queries import caller_for_token
from players.registries import erasers
from players.services import create_guest, sign_up
from players.services.idle import purge_idle_guests
from players.services.recovery import make_recovery_code
from tests.api.callers import GREEDY, ME, good, guests, invited
from tests.players.accounts import NOW, PASSWORD

pytestmark = pytest.mark.django_db

LONG_AGO = NOW - timedelta(days=91)


def long_gone(*player_ids):
    """Let players look as if nothing had been heard of them for 91 days."""
    Player.objects.filter(pk__in=player_ids).update(last_login=LONG_AGO, date_joined=LONG_AGO)
    Token.objects.filter(player_id__in=player_ids).update(
        created_at=LONG_AGO, last_used_at=LONG_AGO
    )


def is_there(player):
    return Player.objects.filter(pk=player.pk, erased_at__isnull=True).exists()


class TestAGuestWhoLeftNothing:
    def test_is_deleted_with_all_that_is_theirs(self):
        session = create_guest(now=LONG_AGO)
        token_id = session.player.tokens.get().public_id
        make_recovery_code(player_id=session.player.pk, token_id=token_id, now=LONG_AGO)
        assert purge_idle_guests(now=NOW) == 1
        assert not Player.objects.exists()
        assert not Token.objects.exists()
        assert not Feed.objects.exists()

    def test_is_deleted_though_no_token_is_left(self):
        create_guest(now=LONG_AGO)
        Token.objects.all().delete()
        assert purge_idle_guests(now=NOW) == 1

    def test_stays_until_the_time_is_over(self):
        create_guest(now=NOW - timedelta(days=89, hours=23))
        assert purge_idle_guests(now=NOW) == 0
        assert Player.objects.count() == 1

    def test_stays_whose_token_is_in_use(self):
        session = create_guest(now=LONG_AGO)
        Token.objects.update(last_used_at=NOW - timedelta(days=1))
        assert purge_idle_guests(now=NOW) == 0
        assert caller_for_token(session.token) is not None

    def test_goes_after_as_many_days_as_the_setting_says(self, settings):
        settings.GUEST_IDLE_DAYS = 7
        create_guest(now=NOW - timedelta(days=8))
        assert purge_idle_guests(now=NOW) == 1


class TestOthers:
    def test_stay_however_long_they_are_away(self):
        sign_up(username="anna", password=PASSWORD, now=LONG_AGO)
        staff = create_guest(now=LONG_AGO).player
        Player.objects.filter(pk=staff.pk).update(is_staff=True)
        assert purge_idle_guests(now=NOW) == 0
        assert Player.objects.count() == 2


class TestAGuestWithMatches:
    @pytest.fixture
    def pair(self):
        return guests(2)

    def test_is_erased_and_the_other_still_sees_the_match(self, pair):
        me, other = pair
        view = me.create("smazzata_singola", seats=[ME, invited(other)])
        other.join(view["id"])
        good(me.post(f"/matches/{view['id']}/resign"))
        gone = Player.objects.get(public_id=me.id)
        long_gone(gone.pk)
        assert purge_idle_guests(now=timezone.now()) == 1
        gone.refresh_from_db()
        assert gone.erased_at is not None
        assert gone.username != me.username
        seen = other.look(view["id"])
        assert seen["status"] == "finished"
        assert me.username not in str(seen)

    def test_is_erased_who_made_a_match_of_computers_alone(self, pair):
        me, _other = pair
        me.create(seats=[GREEDY, GREEDY])
        gone = Player.objects.get(public_id=me.id)
        long_gone(gone.pk)
        assert purge_idle_guests(now=timezone.now()) == 1
        assert Match.objects.exclude(status="cancelled").count() == 0
        assert not is_there(gone)

    def test_is_parted_with_once(self, pair):
        me, _other = pair
        me.create(seats=[ME, GREEDY])
        long_gone(Player.objects.get(public_id=me.id).pk)
        now = timezone.now()
        assert [purge_idle_guests(now=now) for _time in range(2)] == [1, 0]
        assert Seat.objects.filter(player__erased_at__isnull=False).count() == 1

    def test_who_cannot_be_erased_keeps_nobody_else(self, pair, monkeypatch, caplog):
        me, _other = pair
        me.create(seats=[ME, GREEDY])
        long_gone(Player.objects.get(public_id=me.id).pk)
        create_guest(now=LONG_AGO)

        def fail(player_id, now):
            raise RuntimeError("no")

        monkeypatch.setitem(erasers, "broken", fail)
        assert purge_idle_guests(now=timezone.now()) == 1
        assert "could not be parted with" in caplog.text
