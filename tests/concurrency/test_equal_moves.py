"""One move sent many times at once, as an impatient app does."""

from collections import Counter
from functools import partial

import pytest

from games import engine
from games.models import AiTurn, Move
from tests.concurrency.crowd import all_at_once, unlocked
from tests.concurrency.tables import (
    assert_log_is_sound,
    client_of,
    match_against,
    path_of,
    stored,
)

pytestmark = pytest.mark.django_db(transaction=True)


def equal_moves(record, person, count):
    """Return `count` times the same request, each for a thread of its own."""
    move = engine.legal_moves(record.state)[0]
    body = {
        "ply": record.state.ply,
        "card": str(move.card),
        "capture": [str(card) for card in move.capture],
    }
    client = client_of(person)
    post = partial(client.post, path_of(record, "moves"), body, content_type="application/json")
    return [post] * count


def statuses(answers):
    return Counter(getattr(answer, "status_code", answer) for answer in answers)


class TestEqualMovesAtOnce:
    """POST moves, the same from all sides."""

    @pytest.mark.postgres
    def test_makes_one_ply_of_fifty_and_answers_all_well(self):
        record, person = match_against("random")

        answers = all_at_once(equal_moves(record, person, 50))

        assert statuses(answers) == {201: 1, 200: 49}
        assert {answer.json()["ply"] for answer in answers} == {1}
        assert Move.objects.filter(match=record.match).count() == 1
        assert AiTurn.objects.filter(match=record.match).count() == 1
        assert_log_is_sound([record])

    def test_makes_one_ply_of_eight_on_every_database(self):
        record, person = match_against("random")

        answers = all_at_once(equal_moves(record, person, 8))

        assert statuses(answers) == {201: 1, 200: 7}
        assert stored(record).ply == 1
        assert_log_is_sound([record])

    @pytest.mark.postgres
    def test_control_without_the_lock_refuses_moves_that_were_good(self):
        """All fifty read ply 0; the unique constraint saves the log, but not the answers."""
        record, person = match_against("random")

        answers = all_at_once(unlocked(equal_moves(record, person, 50)))

        assert statuses(answers) == {201: 1, 409: 49}
        assert {a.json()["code"] for a in answers if a.status_code == 409} == {"stale_position"}
