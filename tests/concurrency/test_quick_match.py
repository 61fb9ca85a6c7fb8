"""Many who want to play at once, and one who wants too much."""

import re
from collections import Counter
from contextlib import contextmanager
from functools import partial

import pytest
from django.db import connection
from django.utils import timezone

from games import services
from games.errors import TooManyOpenMatches
from games.models import Match, MatchStatus, Seat, SeatStatus
from tests.concurrency.crowd import all_at_once, unlocked
from tests.concurrency.tables import ME, OPEN, assert_log_is_sound, create, guest, guests

pytestmark = pytest.mark.django_db(transaction=True)

TABLE = services.Table("scopa_classica")
_POOL_LOCK = re.compile(r'(FROM "games_matchpool".*) FOR UPDATE', re.DOTALL)


@pytest.fixture(autouse=True)
def _patient_locks():
    """Give fifty in a row the time that they take on a busy machine; a hang still fails."""
    if connection.vendor != "postgresql":
        yield
        return
    options = connection.settings_dict["OPTIONS"]
    before = options["options"]
    options["options"] = before.replace("lock_timeout=2s", "lock_timeout=60s").replace(
        "statement_timeout=5s", "statement_timeout=60s"
    )
    yield
    options["options"] = before


def quick(person, table=TABLE):
    return partial(
        services.quick_match, player_id=person.player.pk, table=table, now=timezone.now()
    )


def without_the_pool_lock(action):
    """Return the action, for whom the row of the pool locks nothing: the control."""

    def execute(execute, sql, params, many, context):
        return execute(_POOL_LOCK.sub(r"\1", sql), params, many, context)

    @contextmanager
    def sabotaged():
        with connection.execute_wrapper(execute):
            yield

    def run():
        with sabotaged():
            return action()

    return run


def matches_by_status():
    return Counter(Match.objects.values_list("status", flat=True))


class TestQuickMatchesAtOnce:
    @pytest.mark.postgres
    def test_seat_fifty_at_exactly_twenty_five_tables(self):
        answers = all_at_once([quick(person) for person in guests(50)])

        assert Counter(type(answer).__name__ for answer in answers) == {"Found": 50}
        assert matches_by_status() == {MatchStatus.ACTIVE: 25}
        seated = Counter(Seat.objects.values_list("player_id", flat=True))
        assert set(seated.values()) == {1}
        assert_log_is_sound([answer.record for answer in answers if not answer.created])

    @pytest.mark.postgres
    def test_control_without_the_lock_leaves_some_waiting_side_by_side(self):
        people = guests(50)
        quick(guest())()  # the row of the pool is there, so that only its lock is missing
        Match.objects.update(status=MatchStatus.CANCELLED, closed_because="cancelled")

        all_at_once([without_the_pool_lock(quick(person)) for person in people])

        assert matches_by_status()[MatchStatus.OFFERED] > 1

    def test_seat_eight_at_four_tables_on_every_database(self):
        answers = all_at_once([quick(person) for person in guests(8)])

        assert sum(answer.created for answer in answers) == 4
        assert matches_by_status() == {MatchStatus.ACTIVE: 4}

    @pytest.mark.postgres
    def test_of_one_player_are_one(self):
        person = guest()

        answers = all_at_once([quick(person)] * 20)

        assert sum(answer.created for answer in answers) == 1
        assert matches_by_status() == {MatchStatus.OFFERED: 1}

    @pytest.mark.postgres
    def test_and_joins_of_the_same_match_give_each_seat_once(self):
        record = create(guest().player.pk, ME, OPEN, deal__first_dealer="random")
        joins = [
            partial(
                services.join_match,
                match_id=record.match.public_id,
                player_id=person.player.pk,
                now=timezone.now(),
            )
            for person in guests(10)
        ]

        all_at_once([*joins, *(quick(person) for person in guests(10))])

        assert Match.objects.get(pk=record.match.pk).status == MatchStatus.ACTIVE
        taken = Seat.objects.filter(status=SeatStatus.PLAYING).values_list("player_id", flat=True)
        assert max(Counter(taken).values()) == 1


class TestTheLimitOfOpenMatches:
    """One player and fifty requests, where there is room for ten."""

    @pytest.fixture(autouse=True)
    def _ten(self, settings):
        settings.SCOPA_MAX_OPEN_MATCHES = 10

    def requests(self, person):
        """Return fifty ways to another match: creating, joining, accepting."""
        player_id = person.player.pk
        invitation = services.SeatRequest("player", username=person.player.username)
        offers = [create(guest().player.pk, ME, OPEN) for _ in range(15)]
        offers += [create(guest().player.pk, ME, invitation) for _ in range(15)]
        joins = [
            partial(
                services.join_match,
                match_id=offer.match.public_id,
                player_id=player_id,
                now=timezone.now(),
            )
            for offer in offers
        ]
        return [*joins, *[partial(create, player_id, ME, OPEN)] * 20]

    def outcomes(self, answers):
        return Counter(type(answer) is TooManyOpenMatches for answer in answers)

    @pytest.mark.postgres
    def test_is_exact_under_fifty_requests(self):
        person = guest()

        answers = all_at_once(self.requests(person))

        assert self.outcomes(answers) == {False: 10, True: 40}
        held = Seat.objects.filter(player_id=person.player.pk)
        assert held.exclude(status=SeatStatus.INVITED).count() == 10

    @pytest.mark.postgres
    def test_control_without_the_locks_is_overrun(self):
        person = guest()
        creations = [partial(create, person.player.pk, ME, OPEN)] * 50

        answers = all_at_once(unlocked(creations))

        assert self.outcomes(answers)[False] > 10

    def test_is_exact_under_twelve_requests_on_every_database(self, settings):
        settings.SCOPA_MAX_OPEN_MATCHES = 5
        person = guest()

        answers = all_at_once([partial(create, person.player.pk, ME, OPEN)] * 12)

        assert self.outcomes(answers) == {False: 5, True: 7}


class TestRematchesAskedForAtOnce:
    @pytest.mark.postgres
    def test_are_one_that_both_accept(self):
        one, other = guests(2)
        record = create(one.player.pk, ME, OPEN)
        services.join_match(
            match_id=record.match.public_id, player_id=other.player.pk, now=timezone.now()
        )
        services.resign_match(
            match_id=record.match.public_id, player_id=one.player.pk, now=timezone.now()
        )
        asked = [
            partial(
                services.ask_rematch,
                match_id=record.match.public_id,
                player_id=person.player.pk,
                now=timezone.now(),
            )
            for person in [one, other] * 10
        ]

        answers = all_at_once(asked)

        assert len({answer.match.public_id for answer in answers}) == 1
        rematch = Match.objects.get(rematch_of=record.match)
        assert rematch.status == MatchStatus.ACTIVE
