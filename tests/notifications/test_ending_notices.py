"""What is told of the end of a match, of turns that run out, and of pauses."""

import pytest

from games import services
from games.models import RatingNote
from games.services.rated import annul_rating
from tests.games.clocked import DAY, LATE, clocked, stored, swept
from tests.games.tables import NOW, dealt, people, play_out
from tests.notifications.told import is_over, kinds, link, notices, queries_for, read, the, why_over

pytestmark = pytest.mark.django_db


@pytest.fixture
def seated():
    return people(2)


def call(service, record, player, *, now=NOW, **more):
    return service(match_id=record.match.public_id, player_id=player.pk, now=now, **more)


class TestTheEnd:
    def test_is_told_to_both_with_their_own_points_first(self, seated):
        record = play_out(clocked(seated))
        won, lost = record.match.winner_side, 1 - record.match.winner_side
        points = record.match.state.outcome.score
        told = {side: read(the(seated[side], "match_over")) for side in (0, 1)}
        assert told[won] == (
            "You won",
            f"Classic Scopa against {seated[lost]}, {points[won]}–{points[lost]}.",
        )
        assert told[lost] == (
            "You lost",
            f"Classic Scopa against {seated[won]}, {points[lost]}–{points[won]}.",
        )
        row = the(seated[0], "match_over")
        assert link(row) == f"match/{record.match.public_id}"
        assert not is_over(row)

    def test_of_pairs_names_both_opponents(self):
        seated = people(4)
        play_out(clocked(seated, preset="scopa_a_coppie"))
        assert "contro bruno e dario, " in read(the(seated[0], "match_over"), "it")[1]

    def test_is_not_told_to_who_gave_up(self, seated):
        record = clocked(seated)
        call(services.resign_match, record, seated[1])
        title, body = read(the(seated[0], "match_over"), "it")
        assert title == "Hai vinto"
        assert body == "Scopa classica contro bruno, 0–0. bruno ha abbandonato."
        assert "match_over" not in kinds(seated[1])

    def test_takes_as_many_queries_for_many_as_for_one(self, seated):
        for seed in range(3):
            play_out(clocked(seated, preset="smazzata_singola"), seed=seed)
        rows = notices(seated[0], "match_over")
        assert queries_for(rows) == queries_for(rows[:1]) == (2, 2)


class TestAResultThatDoesNotCount:
    def test_is_told_to_the_table_once(self, seated):
        record = play_out(clocked(seated, rated=True))
        for _time in range(2):
            because = RatingNote.SERIAL_TIMEOUT
            annul_rating(match_id=record.match.public_id, because=because, now=NOW)
        for player in seated:
            title, body = read(the(player, "result_amended"), "it")
            assert title == "Un risultato è stato rettificato"
            assert "non conta per la classifica" in body


class TestATurnThatRanOut:
    def test_that_loses_the_match_is_told_once_to_each(self, seated):
        record = clocked(seated)
        swept(record)
        late, other = the(seated[1], "timeout"), the(seated[0], "timeout")
        assert read(late, "it") == (
            "Il tuo tempo è scaduto",
            "Partita persa: Scopa classica contro anna.",
        )
        assert read(other, "it") == (
            "Tempo scaduto per bruno",
            "Partita vinta: Scopa classica contro bruno.",
        )
        for player in seated:
            assert not is_over(the(player, "timeout"))
            assert why_over(the(player, "match_over")) == "told_otherwise"

    def test_that_hands_the_seat_over_is_told_once_to_each(self, seated):
        record = clocked(seated, on_timeout="ai")
        swept(record)
        taken = the(seated[1], "ai_took_seat")
        assert not is_over(taken)
        assert why_over(the(seated[1], "timeout")) == "told_otherwise"
        assert read(taken, "it") == (
            "Il computer gioca per te",
            "Scopa classica contro anna: il tuo tempo è scaduto. Puoi riprendere il tuo posto.",
        )
        other = the(seated[0], "timeout")
        assert not is_over(other)
        assert "ai_took_seat" not in kinds(seated[0])
        assert read(other)[1].endswith("the computer plays for bruno.")

    def test_that_may_be_claimed_is_told_as_that_and_so_is_the_claim(self, seated):
        record = clocked(seated, on_timeout="claim")
        swept(record)
        late, other = the(seated[1], "timeout"), the(seated[0], "timeout")
        assert "claim the win" in read(other)[1]
        assert "play before the others claim" in read(late)[1]
        assert not is_over(late)
        assert not is_over(other)
        call(services.claim_timeout, record, seated[0], now=LATE + DAY, outcome="win")
        assert is_over(late)
        assert is_over(other)
        assert not is_over(the(seated[1], "match_over"))
        assert read(the(seated[1], "match_over"))[1].endswith(" Your time ran out.")
        assert read(the(seated[1], "match_over"), "it")[1].endswith(" Il tuo tempo è scaduto.")
        assert "match_over" not in kinds(seated[0])


class TestASeatOfTheComputer:
    def test_is_told_no_more_once_the_person_is_back(self, seated):
        record = clocked(seated, on_timeout="ai")
        swept(record)
        match = stored(record)
        services.run_ai_turn(match_pk=match.pk, ply=match.ply, now=LATE)
        row = the(seated[1], "ai_took_seat")
        assert not is_over(row)
        call(services.return_to_seat, record, seated[1], now=LATE)
        assert is_over(row)

    def test_is_not_told_to_a_partner_nor_to_who_gave_up(self):
        seated = people(4)
        record = clocked(seated, preset="scopa_a_coppie")
        call(services.resign_match, record, seated[1])
        assert all("ai_took_seat" not in kinds(player) for player in seated)


class TestAPause:
    def test_is_asked_of_those_who_must_answer(self):
        seated = people(3)
        record = dealt(seated, preset="scopa_in_tre")
        call(services.ask_pause, record, seated[0], seconds=2 * 86400)
        assert "pause_asked" not in kinds(seated[0])
        assert read(the(seated[1], "pause_asked"), "it") == (
            "anna chiede una pausa",
            "Scopa in tre: una pausa di 2 giorni. Accettala o rifiutala.",
        )
        rows = [the(player, "pause_asked") for player in seated[1:]]
        assert queries_for(rows) == queries_for(rows[:1]) == (2, 2)

    def test_is_over_for_each_who_has_agreed_and_for_all_once_it_is_decided(self):
        seated = people(3)
        record = dealt(seated, preset="scopa_in_tre")
        call(services.ask_pause, record, seated[0], seconds=86400)
        agreed, asked = the(seated[1], "pause_asked"), the(seated[2], "pause_asked")
        assert not is_over(agreed)
        call(services.accept_pause, record, seated[1])
        assert is_over(agreed)
        assert not is_over(asked)
        call(services.refuse_pause, record, seated[2])
        assert is_over(asked)

    def test_that_was_refused_stays_over_when_another_is_asked_for(self, seated):
        record = dealt(seated)
        call(services.ask_pause, record, seated[0], seconds=86400)
        first = the(seated[1], "pause_asked")
        call(services.refuse_pause, record, seated[1])
        call(services.ask_pause, record, seated[0], seconds=3 * 3600, now=NOW + DAY)
        assert is_over(first)
        assert not is_over(notices(seated[1], "pause_asked")[1])
