"""Many matches of the same people end at once: each is counted, and once."""

from functools import partial

import pytest
from django.utils import timezone

from games import services
from games.models import Encounter, Seat, Tally
from games.queries import record_of
from games.services.tallies import count_match, miscounted, recount_player
from scopa_site.transactions import one_transaction
from tests.concurrency.crowd import all_at_once, unlocked
from tests.concurrency.tables import ME, OPEN, create, guests, stored

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]

HANDS = 8


def matches_of(one, other, count):
    """Deal matches in which the two take turns to sit first."""
    records = []
    for number in range(count):
        host, joins = (one, other) if number % 2 else (other, one)
        record = create(host.player.pk, ME, OPEN)
        records.append(
            services.join_match(
                match_id=record.match.public_id, player_id=joins.player.pk, now=timezone.now()
            )
        )
    return records


def resignation(record, seat):
    player_id = Seat.objects.get(match=record.match, index=seat).player_id
    return partial(
        services.resign_match,
        match_id=record.match.public_id,
        player_id=player_id,
        now=timezone.now(),
    )


def counting(record):
    """Count a match under no lock but that of its tallies."""

    def count():
        with one_transaction():
            count_match(record_of(stored(record)))

    return count


def uncounted(one, other):
    """Return matches that are over and of which nothing is counted, but rows to be raised."""
    records = matches_of(one, other, HANDS)
    for record in records:
        resignation(record, 0)()
    Tally.objects.update(matches=0, won=0, lost=0)
    Encounter.objects.update(won=0, lost=0)
    return records


class TestMatchesThatEndAtOnce:
    def test_are_all_counted_while_somebody_counts_anew(self):
        one, other = guests(2)
        ends = [resignation(each, n % 2) for n, each in enumerate(matches_of(one, other, HANDS))]
        anew = [partial(recount_player, player_id=each.player.pk) for each in (one, other)]

        answers = all_at_once([*ends, *anew])

        assert [each for each in answers if isinstance(each, Exception)] == []
        for each in (one, other):
            assert Tally.objects.get(player=each.player).matches == HANDS
            assert miscounted(player_id=each.player.pk) == []

    def test_are_counted_one_after_another(self):
        one, other = guests(2)
        records = uncounted(one, other)

        all_at_once([counting(each) for each in records])

        assert set(Tally.objects.values_list("matches", flat=True)) == {HANDS}
        assert [each.won + each.lost for each in Encounter.objects.all()] == [HANDS, HANDS]

    def test_control_without_locks_loses_some(self):
        one, other = guests(2)
        records = uncounted(one, other)

        all_at_once(unlocked([counting(each) for each in records]))

        assert Tally.objects.get(player=one.player).matches < HANDS
