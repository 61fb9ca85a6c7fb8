"""What happens beside the cards, in the admin: all of it can be looked at, but for plans."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import Permission
from django.contrib.contenttypes.models import ContentType
from django.urls import reverse

from games import engine, services
from games.models import (
    Holiday,
    InvitationLink,
    LogLine,
    Match,
    MoveSource,
    Outage,
    OutageCredit,
    PauseRequest,
    Remark,
    Timeout,
)
from games.plans import PlanItem
from games.services import outages
from players.models import Player
from tests.games.tables import NOW, cards, dealt, pack, people, play

pytestmark = pytest.mark.django_db

DAY = timedelta(days=1)
SHOWN = (Holiday, InvitationLink, LogLine, Outage, PauseRequest, Remark, Timeout)


@pytest.fixture
def seated():
    players = people(2)
    Player.objects.update(date_joined=NOW - DAY)
    return players


@pytest.fixture
def record(seated):
    """A match with everything that can happen beside the cards."""
    record = dealt(seated)
    match_id, (anna, bruno) = record.match.public_id, seated
    services.ask_pause(match_id=match_id, player_id=anna.pk, seconds=3600, now=NOW)
    services.accept_pause(match_id=match_id, player_id=bruno.pk, now=NOW)
    services.take_holiday(player_id=anna.pk, starts_at=None, ends_at=NOW + DAY, now=NOW)
    Outage.objects.create(source="api", began_at=NOW, ended_at=NOW + 2 * DAY)
    outages.credit(now=NOW + 2 * DAY)
    InvitationLink.objects.create(
        match=record.match, seat=0, digest="0" * 64, created_at=NOW, expires_at=NOW
    )
    Remark.objects.create(match=record.match, seat=0, kind="reaction", text="ciao", at=NOW)
    late = Match.objects.get().deadline_at + timedelta(minutes=1)
    services.expire_turn(match_id=match_id, now=late)
    return record


@pytest.fixture
def looker(client):
    """A client of somebody who may look at all tables of matches, but not at hidden cards."""
    player = Player.objects.create_user("looker", password=None, is_staff=True)
    tables = ContentType.objects.filter(app_label="games")
    player.user_permissions.set(
        Permission.objects.filter(content_type__in=tables, codename__startswith="view_").exclude(
            codename="view_hidden_cards"
        )
    )
    client.force_login(player)
    return client


def listed(model):
    return reverse(f"admin:games_{model._meta.model_name}_changelist")


def page(row):
    return reverse(f"admin:games_{row._meta.model_name}_change", args=[row.pk])


class TestLists:
    @pytest.mark.parametrize("model", SHOWN)
    def test_and_pages_show_each_table(self, looker, record, model):
        assert looker.get(listed(model)).status_code == 200
        assert looker.get(page(model.objects.first())).status_code == 200

    @pytest.mark.parametrize("model", SHOWN)
    def test_take_few_queries(self, looker, record, model, django_assert_max_num_queries):
        with django_assert_max_num_queries(12):
            looker.get(listed(model))

    def test_of_outages_name_the_matches_that_were_credited(self, looker, record):
        assert OutageCredit.objects.count() == 1
        text = looker.get(page(Outage.objects.get())).content.decode()
        assert str(record.match.public_id)[:8] in text

    def test_do_not_show_the_digest_of_a_link(self, looker, record):
        link = InvitationLink.objects.get()
        for address in (listed(InvitationLink), page(link)):
            assert link.digest not in looker.get(address).content.decode()

    @pytest.mark.parametrize("model", [LogLine, PauseRequest, Remark])
    def test_find_by_the_id_of_a_match(self, looker, record, model):
        found = looker.get(listed(model), {"q": str(record.match.public_id)[:8]})
        assert found.context["cl"].result_list
        assert not looker.get(listed(model), {"q": "nobody"}).context["cl"].result_list


class TestThePageOfAMatch:
    def test_shows_its_log_and_its_timeouts(self, looker, record):
        text = looker.get(page(record.match)).content.decode()
        for kind in ("pause_asked", "pause_began", "clock_credited", "timed_out"):
            assert kind in text
        assert "normale" in text


class TestPlans:
    @pytest.fixture
    def planned(self, seated):
        """A match in which a plan has fired and another is kept."""
        record = dealt(
            seated,
            overrides={"deal.first_dealer": "seat_0"},
            shuffle=lambda: pack(table=("9B", "10C", "10S", "8B")),
        )
        mine, second, ace = cards("1B 2D 1D")
        _plan(record, seated[0], PlanItem(mine, (ace,)))
        record = play(record, engine.Move(ace, ())).record
        assert record.match.moves.filter(source=MoveSource.PLAN).exists()
        _plan(record, seated[0], PlanItem(second, (), has=cards("9B")))
        return record

    def test_are_not_in_the_lists(self, looker, planned):
        moves = reverse("admin:games_move_changelist")
        for address in (moves, page(planned.match), f"{moves}?source=person"):
            text = looker.get(address).content.decode()
            assert "plan of the person" not in text
        assert looker.get(moves, {"source__exact": "plan"}).status_code == 400
        assert planned.match.moves.count() == len(
            looker.get(moves, {"source": "person"}).context["cl"].result_list
        )

    def test_are_shown_with_the_hidden_cards_once_the_look_is_on_record(
        self, client, admin_user, planned
    ):
        client.force_login(admin_user)
        address = reverse("admin:games_match_hidden", args=[planned.match.pk])
        assert "table_has" not in client.get(address).content.decode()
        assert "table_has" in client.post(address, {"reason": "a complaint"}).content.decode()


def _plan(record, player, item):
    services.make_plan(match_id=record.match.public_id, player_id=player.pk, items=[item], now=NOW)
