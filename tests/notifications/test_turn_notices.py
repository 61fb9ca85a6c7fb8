"""That a turn has come, and that its time runs out: to whom, in which words, and until when."""

from datetime import timedelta

import pytest
from django.db import transaction

from games import services
from games.services import news
from players.notifications.models import Notification
from players.notifications.registry import notification_types
from tests.games.clocked import HOUR, LATE, clocked, play_at, swept
from tests.games.tables import NOW, people
from tests.notifications.told import ROME, is_over, kinds, link, notices, queries_for, read, the

pytestmark = pytest.mark.django_db


@pytest.fixture
def seated():
    return people(2)


@pytest.fixture
def record(seated):
    """Anna deals, so the first turn is Bruno's: he has eight hours."""
    return clocked(seated)


def remind(record, *, rung="6h", last=False, at=NOW):
    """Publish what the ladder of reminders does."""
    match = record.match
    data = {
        "version": match.version,
        "ply": match.ply,
        "rung": rung,
        "deadline_at": news.moment(match.deadline_at),
        "last": last,
    }
    seat = record.seats[match.turn_seat]
    with transaction.atomic():
        news.tell(record, "match.reminder", data, now=at, to=[seat])


class TestATurn:
    def test_is_told_to_whoever_plays_next_and_to_nobody_else(self, seated, record):
        assert "your_turn" not in kinds(seated[0])
        play_at(record, NOW)
        assert [row.data["ply"] for row in notices(seated[0], "your_turn")] == [1]
        assert [row.data["ply"] for row in notices(seated[1], "your_turn")] == [0]

    def test_reads_in_the_language_and_the_zone_of_the_reader(self, seated, record):
        record = play_at(record, NOW)
        row = the(seated[0], "your_turn")
        assert read(row) == (
            "Your turn",
            "Classic Scopa against bruno, by Sun 1 March, 20:00 UTC.",
        )
        assert read(row, "it", zone=ROME) == (
            "Tocca a te",
            "Scopa classica contro bruno, entro dom 1 marzo, 21:00.",
        )
        assert link(row) == f"match/{record.match.public_id}"

    def test_says_at_the_first_card_that_the_match_begins(self, seated, record):
        title, body = read(the(seated[1], "your_turn"), "it")
        assert (title, body.split(":")[0]) == ("Tocca a te", "La partita comincia")

    def test_names_no_deadline_where_there_is_none(self, seated):
        record = clocked(seated, clock="libera")
        play_at(record, NOW)
        assert read(the(seated[0], "your_turn"))[1] == "Classic Scopa against bruno."

    def test_goes_by_the_name_that_its_opponent_has_now(self, seated, record):
        play_at(record, NOW)
        seated[1].display_name = "Deleted player 7"
        seated[1].save()
        assert "against Deleted player 7, by" in read(the(seated[0], "your_turn"))[1]

    def test_is_over_once_it_was_played(self, seated, record):
        row = the(seated[1], "your_turn")
        assert not is_over(row)
        play_at(record, NOW)
        assert is_over(row)

    def test_stays_over_when_the_next_one_comes(self, seated, record):
        play_at(play_at(record, NOW), NOW)
        first, second = notices(seated[1], "your_turn")
        assert is_over(first)
        assert not is_over(second)

    def test_names_the_deadline_of_no_other_turn(self, seated, record):
        remind(record)
        play_at(record, NOW)
        body = "Classic Scopa against anna."
        assert read(the(seated[1], "your_turn"))[1] == f"The match begins: {body}"
        assert read(the(seated[1], "reminder")) == ("Reminder", body)

    def test_is_over_once_the_match_is(self, seated, record):
        match_id = record.match.public_id
        services.resign_match(match_id=match_id, player_id=seated[0].pk, now=NOW)
        assert is_over(the(seated[1], "your_turn"))

    def test_is_over_once_the_computer_has_the_seat(self, seated):
        record = clocked(seated, on_timeout="ai")
        row = the(seated[1], "your_turn")
        swept(record)
        assert is_over(row)

    def test_goes_on_while_a_turn_that_ran_out_may_still_be_played(self, seated):
        record = clocked(seated, on_timeout="claim")
        swept(record)
        assert not is_over(the(seated[1], "your_turn"))

    def test_is_told_once_for_each_ply(self, seated, record):
        with transaction.atomic():
            news.your_turn(record, now=NOW)
            news.your_turn(record, now=NOW)
        assert len(notices(seated[1], "your_turn")) == 1

    def test_takes_as_many_queries_for_many_as_for_one(self, seated):
        for _match in range(6):
            play_at(clocked(seated), NOW)
        rows = notices(seated[0], "your_turn")
        assert len(rows) == 6
        assert queries_for(rows) == queries_for(rows[:1]) == (2, 2)


class TestAReminder:
    def test_says_how_long_is_left_when_it_is_read_and_until_when(self, seated, record):
        remind(record, rung="6h")
        row = the(seated[1], "reminder")
        assert read(row, now=NOW + 2 * HOUR) == (
            "6 hours left",
            "Classic Scopa against anna, by Sun 1 March, 20:00 UTC.",
        )
        assert read(row, "it", zone=ROME, now=NOW + 7 * HOUR + timedelta(minutes=20)) == (
            "Tempo rimasto: 40 minuti",
            "Scopa classica contro anna, entro dom 1 marzo, 21:00.",
        )

    def test_counts_from_when_it_was_written_where_nobody_says_when_it_is_read(self):
        seated = people(2)
        remind(clocked(seated), at=NOW + 7 * HOUR)
        assert read(the(seated[1], "reminder"), now=None)[0] == "1 hour left"

    def test_goes_through_quiet_hours_where_it_is_the_last(self, seated, record):
        pierces = notification_types()["reminder"].pierces
        remind(record, rung="half")
        remind(record, rung="1h", last=True)
        assert [pierces(row) for row in notices(seated[1], "reminder")] == [False, True]
        assert read(notices(seated[1], "reminder")[1])[1].startswith("Last reminder: Classic")

    def test_is_told_once_for_each_rung_of_a_turn(self, seated, record):
        remind(record, rung="6h")
        remind(record, rung="6h", at=NOW + HOUR)
        remind(record, rung="1h")
        assert len(notices(seated[1], "reminder")) == 2

    def test_is_over_with_the_turn(self, seated, record):
        remind(record)
        row = the(seated[1], "reminder")
        assert not is_over(row)
        play_at(record, NOW)
        assert is_over(row)
        swept(record, LATE)


class TestWhatIsKept:
    def test_is_no_card(self, record):
        play_at(record, NOW)
        assert set(Notification.objects.filter(type="your_turn").values_list("data__ply")) == {
            (0,),
            (1,),
        }
        for row in Notification.objects.filter(type="your_turn"):
            assert set(row.data) == {"version", "ply", "deadline_at"}
