"""What is told of offers: to whom, once, in which words, and until when."""

from datetime import timedelta

import pytest
from django.utils import translation

from games import services
from games.notices.offers import CALLED_OFF
from games.notices.waiting import invitations_awaiting
from games.services import SeatRequest
from games.services.offers import expire_offer
from players.models import Player
from players.notifications.models import Delivery, Notification
from players.notifications.queries.wording import notice_of
from players.notifications.registry import gathering_of, notification_types
from tests.games.clocked import clocked
from tests.games.tables import NOW, dealt, offered, people, play_out
from tests.notifications.told import (
    ROME,
    is_over,
    kinds,
    link,
    notices,
    queries_for,
    read,
    the,
    why_over,
)

pytestmark = pytest.mark.django_db


def call(service, record, player, **more):
    return service(match_id=record.match.public_id, player_id=player.pk, now=NOW, **more)


def with_free_seats(creator, *others, preset="scopa_classica"):
    """Offer a match with a seat for each of these names, or for anyone where it is None."""
    seats = [
        SeatRequest("player", username=each) if each else SeatRequest("open") for each in others
    ]
    return services.create_match(
        creator_id=creator.pk,
        preset=preset,
        overrides={"deal.first_dealer": "seat_0"},
        seats=[SeatRequest("me"), *seats],
        now=NOW,
    )


class TestAnInvitation:
    def test_is_told_to_who_is_invited_and_not_to_who_invites(self):
        seated = people(2)
        record = offered(seated)
        assert kinds(seated[0]) == []
        row = the(seated[1], "invitation")
        assert link(row) == f"match/{record.match.public_id}"

    def test_says_who_invites_to_what_and_until_when(self):
        seated = people(3)
        offered(seated, preset="scopa_in_tre")
        row = the(seated[1], "invitation")
        until = row.created_at + services.OFFER_LASTS
        title, body = read(row, "it", zone=ROME)
        assert title == "anna ti invita"
        assert body.startswith("Scopa in tre con anna e carla. Rispondi entro ")
        assert body.endswith(f"{until.day} marzo, 13:00.")
        assert read(row)[0] == "anna invites you"

    @pytest.mark.parametrize("answer", [services.join_match, services.decline_match])
    def test_is_over_once_it_is_answered(self, answer):
        seated = people(2)
        record = offered(seated)
        row = the(seated[1], "invitation")
        assert not is_over(row)
        call(answer, record, seated[1])
        assert is_over(row)

    def test_is_over_once_it_is_taken_back(self):
        seated = people(2)
        record = offered(seated)
        call(services.cancel_match, record, seated[0])
        assert is_over(the(seated[1], "invitation"))

    def test_is_over_with_its_time_although_no_sweep_has_come_by(self):
        seated = people(2)
        offered(seated)
        row = the(seated[1], "invitation")
        assert not is_over(row, now=NOW + services.OFFER_LASTS - timedelta(seconds=1))
        assert is_over(row, now=NOW + services.OFFER_LASTS)

    def test_takes_as_many_queries_for_many_as_for_one(self):
        seated = people(2)
        for _match in range(5):
            offered(seated)
        rows = notices(seated[1], "invitation")
        assert queries_for(rows) == queries_for(rows[:1]) == (2, 2)


class TestARematch:
    def test_is_told_as_one_and_not_as_an_invitation_too(self):
        seated = people(2)
        record = play_out(dealt(seated))
        before = Notification.objects.filter(player=seated[0]).count()
        again = call(services.ask_rematch, record, seated[1])
        told = kinds(seated[0])[before:]
        assert told == ["rematch"]
        row = the(seated[0], "rematch")
        assert read(row, "it")[0] == "bruno chiede la rivincita"
        assert row.subject == record.match.public_id
        assert link(row) == f"match/{again.match.public_id}"
        assert "rematch" not in kinds(seated[1])

    def test_is_over_once_it_is_accepted(self):
        seated = people(2)
        record = play_out(dealt(seated))
        call(services.ask_rematch, record, seated[1])
        row = the(seated[0], "rematch")
        assert not is_over(row)
        call(services.ask_rematch, record, seated[0])
        assert is_over(row)
        assert queries_for([row]) == (2, 2)


class TestASeatThatIsTaken:
    def test_is_told_once_to_who_waited_and_not_to_who_took_it(self):
        seated = people(2)
        clocked(seated)
        assert kinds(seated[0]) == ["accepted"]
        assert "accepted" not in kinds(seated[1])
        row = the(seated[0], "accepted")
        assert read(row) == (
            "The match begins",
            "Classic Scopa against bruno.",
        )

    def test_is_not_told_where_the_turn_itself_is(self):
        """The creator plays first: one message is enough, and says that the match begins."""
        seated = people(2)
        record = services.create_match(
            creator_id=seated[1].pk,
            preset="scopa_classica",
            overrides={"deal.first_dealer": "seat_0"},
            seats=[SeatRequest("player", username="anna"), SeatRequest("me")],
            now=NOW,
        )
        call(services.join_match, record, seated[0])
        assert kinds(seated[1]) == ["accepted", "your_turn"]
        assert why_over(the(seated[1], "accepted")) == "told_otherwise"
        assert not is_over(the(seated[1], "your_turn"))

    def test_says_that_others_are_still_to_come(self):
        seated = people(3)
        record = with_free_seats(seated[0], None, "carla", preset="scopa_in_tre")
        call(services.join_match, record, seated[1])
        row = the(seated[0], "accepted")
        assert read(row, "it") == (
            "bruno è al tavolo",
            "Scopa in tre. La partita comincia quando tutti i posti sono occupati.",
        )
        assert kinds(seated[2]) == ["invitation"]

    def test_is_over_once_it_is_given_back(self):
        seated = people(3)
        record = with_free_seats(seated[0], None, "carla", preset="scopa_in_tre")
        call(services.join_match, record, seated[1])
        row = the(seated[0], "accepted")
        assert not is_over(row)
        call(services.decline_match, record, seated[1])
        assert is_over(row)


class TestARefusal:
    def test_is_told_with_its_reason_to_who_made_the_offer(self):
        seated = people(2)
        record = offered(seated)
        call(services.decline_match, record, seated[1], reason="not_now")
        assert kinds(seated[0]) == ["declined"]
        assert read(the(seated[0], "declined"), "it") == (
            "bruno ha rifiutato",
            "Scopa classica. Il motivo indicato: «Non è un buon momento.»",
        )
        assert kinds(seated[1]) == ["invitation"]

    def test_calls_the_match_off_for_those_who_had_said_yes(self):
        seated = people(3)
        record = offered(seated, preset="scopa_in_tre")
        call(services.join_match, record, seated[1])
        call(services.decline_match, record, seated[2])
        assert kinds(seated[1]) == ["invitation", "called_off"]
        assert read(the(seated[1], "called_off"))[1].endswith("somebody refused the invitation.")
        assert "called_off" not in [*kinds(seated[0]), *kinds(seated[2])]

    def test_names_also_who_gave_a_free_seat_back(self):
        seated = people(3)
        record = with_free_seats(seated[0], None, "carla", preset="scopa_in_tre")
        call(services.join_match, record, seated[1])
        call(services.decline_match, record, seated[1])
        row = the(seated[0], "declined")
        assert read(row)[0] == "bruno declined"
        assert queries_for([row]) == (3, 0)
        Player.objects.filter(pk=seated[1].pk).update(display_name="deleted-1")
        assert read(row)[0] == "deleted-1 declined"
        assert "called_off" not in kinds(seated[0])


class TestAnOfferOfWhichNothingComes:
    def test_is_told_to_who_had_accepted_and_not_to_who_took_it_back(self):
        seated = people(3)
        record = offered(seated, preset="scopa_in_tre")
        call(services.join_match, record, seated[1])
        call(services.cancel_match, record, seated[0])
        assert read(the(seated[1], "called_off"), "it") == (
            "La partita non si gioca",
            "Scopa in tre: anna ha ritirato la proposta.",
        )
        assert "called_off" not in kinds(seated[0])
        assert is_over(the(seated[2], "called_off"))  # nothing had gone out

    def test_is_told_to_who_made_it_when_its_time_is_over(self):
        seated = people(2)
        record = offered(seated)
        expire_offer(match_id=record.match.public_id, now=NOW + services.OFFER_LASTS)
        assert kinds(seated[0]) == ["called_off"]
        assert "not all seats were taken in time" in read(the(seated[0], "called_off"))[1]
        assert is_over(the(seated[1], "called_off"))  # nothing had gone out

    def test_is_told_to_the_other_when_it_is_called_off_before_a_first_card(self):
        seated = people(2)
        record = clocked(seated)
        call(services.abort_match, record, seated[1])
        assert kinds(seated[0]) == ["accepted", "called_off"]
        assert why_over(the(seated[0], "accepted")) == "over"
        assert "bruno was called off" in read(the(seated[0], "called_off"))[1]
        assert "called_off" not in kinds(seated[1])


class TestManyInvitations:
    def test_are_counted_for_each_until_they_are_answered(self):
        seated = people(2)
        records = [offered(seated) for _match in range(3)]
        keys = [player.pk for player in seated]
        assert invitations_awaiting(keys) == {seated[1].pk: 3}
        call(services.join_match, records[0], seated[1])
        call(services.decline_match, records[1], seated[1])
        assert invitations_awaiting(keys) == {seated[1].pk: 1}

    def test_are_told_in_the_language_of_the_reader(self):
        gathering = gathering_of(notification_types()["invitation"].gathers)
        with translation.override("it"):
            assert gathering.words(12).title == "12 inviti ti aspettano"
        assert gathering.words(1).title == "1 invitation waits for you"


class TestAnInvitationThatIsTakenBack:
    def test_is_told_to_who_had_been_told_of_it_and_in_its_place(self):
        seated = people(2)
        record = offered(seated)
        told = the(seated[1], "invitation")
        call(services.cancel_match, record, seated[0])
        row = the(seated[1], "called_off")
        assert is_over(row)
        Delivery.objects.create(
            notification=told,
            player=seated[1],
            channel="push",
            status="sent",
            created_at=NOW,
            sending_since=NOW,
            done_at=NOW,
        )
        assert not is_over(row)
        assert read(row)[1].endswith("anna took the offer back.")
        assert CALLED_OFF.collapse_by(notice_of(row)) == "invitation"
