"""What leagues will tell, from the events that they will publish."""

from uuid import uuid4

import pytest
from django.db import transaction

from players.notifications.models import Delivery
from players.notifications.registry import Channel, Mode, notification_types
from players.services.feed import NewEvent, publish
from tests.games.tables import NOW, people
from tests.notifications.told import is_over, kinds, link, queries_for, read, the

pytestmark = pytest.mark.django_db

LEAGUE = {"league": str(uuid4()), "season": "2", "title": "Lega dei Navigli"}
TOLD = {
    "league_news": (
        "league.news",
        {"item": "7", "text": "Domani si sorteggia."},
        ("Domani si sorteggia.", "Domani si sorteggia."),
    ),
    "fixture_opened": (
        "league.fixture_opened",
        {"fixture": "31"},
        (
            "Your next match of the league can be played.",
            "Puoi giocare la tua prossima partita di campionato.",
        ),
    ),
    "season_over": (
        "league.season_over",
        {},
        (
            "The season is over: look at the final table.",
            "La stagione è finita: guarda la classifica finale.",
        ),
    ),
    "claim_decided": (
        "league.claim_decided",
        {"claim": "4"},
        ("Your claim was decided.", "C’è una decisione sul tuo reclamo."),
    ),
}


def tell(player, event, data, subject=None):
    with transaction.atomic():
        publish([NewEvent(player.pk, event, subject, {**LEAGUE, **data})], now=NOW)


@pytest.mark.parametrize("kind", TOLD)
class TestALeagueNotice:
    def test_reads_in_both_languages_under_the_name_of_the_league(self, kind):
        [player] = people(1)
        event, data, bodies = TOLD[kind]
        tell(player, event, data)
        row = the(player, kind)
        for language, body in zip(("en", "it"), bodies, strict=True):
            assert read(row, language) == ("Lega dei Navigli", body)
        assert link(row) == f"league/{LEAGUE['league']}"
        assert not is_over(row)
        assert queries_for([row]) == (0, 0)

    def test_comes_once_for_each_thing_that_it_is_about(self, kind):
        [player] = people(1)
        event, data, _bodies = TOLD[kind]
        for _time in range(2):
            tell(player, event, data)
        tell(player, event, dict.fromkeys(data, "other") or {"season": "3"})
        assert kinds(player) == [kind, kind]

    def test_keeps_nothing_but_ids_and_public_texts(self, kind):
        [player] = people(1)
        event, data, _bodies = TOLD[kind]
        tell(player, event, {**data, "player": "Carla", "card": "7D"})
        assert not {"player", "card"} & set(the(player, kind).data)

    def test_is_wanted_on_every_channel_until_somebody_chooses(self, kind):
        assert notification_types()[kind].defaults == dict.fromkeys(Channel, Mode.ON)


def test_a_fixture_leads_to_its_match_where_there_is_one():
    [player] = people(1)
    match_id = uuid4()
    tell(player, "league.fixture_opened", {"fixture": "1"}, match_id)
    assert link(the(player, "fixture_opened")) == f"match/{match_id}"
    assert not Delivery.objects.exists()
