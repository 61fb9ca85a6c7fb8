"""Verification reads a match at one moment, whatever is played meanwhile."""

import threading

import pytest
from django.db import connection
from django.utils import timezone

from games import services
from games.models import Match
from games.services import SeatRequest
from tests.games.tables import NOW, people

pytestmark = pytest.mark.django_db(transaction=True)


def play_on(match_pk, over):
    """Play a match of AIs to its end."""
    try:
        while (match := Match.objects.get(pk=match_pk)).status == "active":
            services.run_ai_turn(match_pk=match_pk, ply=match.ply, now=timezone.now())
    finally:
        over.set()
        connection.close()


class TestVerification:
    def test_finds_no_difference_in_a_match_that_is_being_played(self):
        (creator,) = people(1)
        match = services.create_match(
            creator_id=creator.pk,
            preset="smazzata_singola",
            overrides={},
            seats=[SeatRequest("ai", level="random"), SeatRequest("ai", level="random")],
            now=NOW,
        ).match
        over, plies = threading.Event(), set()
        player = threading.Thread(target=play_on, args=(match.pk, over))
        player.start()
        while not over.is_set():
            match.refresh_from_db()
            plies.add(match.ply)
            assert services.differences(match) == []
        player.join()
        assert len(plies) > 5, "verified too seldom to have met a move"
        match.refresh_from_db()
        assert match.status == "finished"
