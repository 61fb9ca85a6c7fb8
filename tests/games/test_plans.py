"""Plans: what they mean, who may make one, when one fires, and that nobody else notices."""

from datetime import timedelta

import pytest

from games import engine, plans, queries, services
from games.errors import InvalidPlan, MatchFinished, NotSeated, OwnTurn
from games.models import Match, Move, MoveSource, Plan
from games.plans import PlanItem
from players.models import FeedEvent, Player
from tests.games.tables import NOW, cards, dealt, pack, people, play

pytestmark = pytest.mark.django_db

# Seat 1 begins, and holds the first three cards of the pack; seat 0 the next three.
TABLE = ("9B", "10C", "10S", "8B")


def item(card, capture=None, *, has="", lacks=""):
    """Write an item by the codes of its cards; without a capture it is left to the rules."""
    (played,) = cards(card)
    taken = None if capture is None else cards(capture)
    return PlanItem(played, taken, cards(has), cards(lacks))


@pytest.fixture
def seated():
    return people(2)


@pytest.fixture
def record(seated):
    """A match in which seat 1 is to play: it holds 1D, 1C and 1S, seat 0 holds 1B, 2D and 2C."""
    return dealt(
        seated,
        overrides={"deal.first_dealer": "seat_0"},
        shuffle=lambda: pack(table=TABLE),
    )


def plan(record, player, *items, now=NOW):
    return services.make_plan(
        match_id=record.match.public_id, player_id=player.pk, items=items, now=now
    )


def move(text, capture=""):
    (card,) = cards(text)
    return engine.Move(card, cards(capture))


class TestFired:
    """What a stored plan plays, given what its seat sees."""

    def fired(self, record, *items):
        return plans.fired(plans.encode_plan(items), engine.view(record.state, 1))

    def test_gives_the_first_item_whose_condition_holds(self, record):
        items = [item("1D", has="7D"), item("1C", lacks="9B"), item("1S"), item("1D")]
        assert self.fired(record, *items) == move("1S")

    def test_looks_for_all_that_should_lie_there_and_none_that_should_not(self, record):
        assert self.fired(record, item("1D", has="9B 10C", lacks="7D 7C")) == move("1D")
        assert self.fired(record, item("1D", has="9B 7C")) is None
        assert self.fired(record, item("1D", lacks="7C 9B")) is None

    def test_gives_nothing_when_the_play_is_not_legal_even_if_a_later_one_is(self, record):
        assert self.fired(record, item("1D", "9B"), item("1D")) is None

    def test_gives_nothing_when_the_rules_leave_a_choice(self, seated):
        first = cards("7D 1C 1S 1B 2D 2C 3D 4C 5D 2S")
        rest = [card for card in engine.DECK if card not in first]
        record = dealt(
            seated,
            overrides={"deal.first_dealer": "seat_0"},
            shuffle=lambda: (*first, *rest),
        )
        assert self.fired(record, item("7D")) is None  # 3D and 4C, or 5D and 2S
        assert self.fired(record, item("7D", "5D 2S")) == move("7D", "2S 5D")

    def test_gives_nothing_for_a_seat_that_is_not_on_turn(self, record):
        assert plans.fired(plans.encode_plan([item("1B")]), engine.view(record.state, 0)) is None

    def test_is_the_same_after_being_stored(self):
        items = [item("1D", "", has="2C"), item("7S", "3D 4C", lacks="10D"), item("1B")]
        assert plans.decode_plan(plans.encode_plan(items)) == items


class TestMakingOne:
    def test_keeps_it_for_this_deal(self, record, seated):
        plan(record, seated[0], item("1B", ""), item("2D", ""))
        kept = queries.get_plan(match_id=record.match.public_id, player_id=seated[0].pk)
        assert [each["card"] for each in kept.items] == ["1B", "2D"]
        assert (kept.deal, kept.seat, kept.made_at) == (1, 0, NOW)

    def test_takes_the_place_of_the_one_before(self, record, seated):
        plan(record, seated[0], item("1B"))
        plan(record, seated[0], item("2D"))
        assert [kept.items[0]["card"] for kept in Plan.objects.all()] == ["2D"]

    def test_is_refused_on_ones_own_turn(self, record, seated):
        with pytest.raises(OwnTurn):
            plan(record, seated[1], item("1D"))

    @pytest.mark.parametrize(
        ("items", "faults"),
        [
            ([item("1D")], [("/items/0/card", "card_not_in_hand")]),
            ([item("1B"), item("7D")], [("/items/1/card", "card_not_in_hand")]),
            ([item("1B", "2D")], [("/items/0/capture", "own_card_on_table")]),
            ([item("1B", has="2D")], [("/items/0/if/table_has", "own_card_on_table")]),
            ([item("1B", lacks="1B")], [("/items/0/if/table_lacks", "own_card_on_table")]),
            ([item("2D", "7D 7D")], [("/items/0/capture", "named_twice")]),
            ([item("2D", has="7D", lacks="7D")], [("/items/0/if/table_lacks", "never_holds")]),
            ([item("2D", "2S", lacks="2S")], [("/items/0/if/table_lacks", "never_holds")]),
            ([], [("/items", "wrong_item_count")]),
            ([item("1B")] * 11, [("/items", "wrong_item_count")]),
        ],
    )
    def test_is_refused_for_what_can_never_be_played(self, record, seated, items, faults):
        with pytest.raises(InvalidPlan) as refused:
            plan(record, seated[0], *items)
        assert [(error.pointer, error.code) for error in refused.value.errors] == faults
        assert not Plan.objects.exists()

    def test_is_refused_to_who_holds_no_seat_and_after_the_end(self, record, seated):
        services.resign_match(match_id=record.match.public_id, player_id=seated[1].pk, now=NOW)
        with pytest.raises(MatchFinished):
            plan(record, seated[0], item("1B"))

    def test_is_undone_by_dropping_it(self, record, seated):
        plan(record, seated[0], item("1B"))
        for _ in range(2):
            services.drop_plan(match_id=record.match.public_id, player_id=seated[0].pk)
        assert queries.get_plan(match_id=record.match.public_id, player_id=seated[0].pk) is None
        assert not queries.record_of(Match.objects.get()).seats[0].has_plan


class TestFiring:
    def test_plays_with_the_move_that_makes_it_ones_turn(self, record, seated):
        plan(record, seated[0], item("2D", has="1C"), item("1B", "1D", has="1D"))
        after = play(record, move("1D")).record
        played = Move.objects.order_by("ply")
        assert [(each.card, each.source) for each in played] == [
            ("1D", MoveSource.PERSON),
            ("1B", MoveSource.PLAN),
        ]
        assert after.match.ply == 2
        assert after.match.turn_seat == 1
        assert not Plan.objects.exists()

    def test_is_for_one_turn_only(self, record, seated):
        plan(record, seated[0], item("1B", "1D", has="1D"))
        after = play(record, move("1C")).record
        assert after.match.turn_seat == 0
        assert not Plan.objects.exists()
        assert not after.seats[0].has_plan

    def test_tells_its_maker_alone_when_it_is_dropped(self, record, seated):
        plan(record, seated[0], item("1B", "1D", has="1D"))
        play(record, move("1C"))
        told = FeedEvent.objects.filter(type="plan.dropped")
        assert [event.player_id for event in told] == [seated[0].pk]

    def test_drops_a_play_that_has_become_illegal(self, record, seated):
        plan(record, seated[0], item("1B", ""))  # it could take the ace that comes
        after = play(record, move("1D")).record
        assert after.match.turn_seat == 0
        assert Move.objects.count() == 1


class TestTheSecret:
    """Whatever is done with a plan, the row that others read stays as it is."""

    def test_does_not_touch_the_match(self, record, seated):
        before = Match.objects.values().get()
        later = NOW + timedelta(minutes=5)
        plan(record, seated[0], item("1B"), now=later)
        assert Match.objects.values().get() == before
        services.drop_plan(match_id=record.match.public_id, player_id=seated[0].pk)
        assert Match.objects.values().get() == before

    def test_tells_nobody(self, record, seated):
        before = FeedEvent.objects.count()
        plan(record, seated[0], item("1B"))
        services.drop_plan(match_id=record.match.public_id, player_id=seated[0].pk)
        assert FeedEvent.objects.count() == before

    def test_is_not_in_the_event_of_the_move(self, record, seated):
        plan(record, seated[0], item("1B", "1D", has="1D"))
        play(record, move("1D"))
        for event in FeedEvent.objects.filter(type="match.moved"):
            assert [each["source"] for each in event.data["plays"]] == ["person", "person"]

    def test_is_kept_from_the_other_seat(self, record, seated):
        plan(record, seated[0], item("1B"))
        assert queries.get_plan(match_id=record.match.public_id, player_id=seated[1].pk) is None

    def test_is_kept_from_who_only_watches(self, seated):
        organiser = Player.objects.create_user("organiser", password=None)
        record = services.create_match(
            creator_id=organiser.pk,
            preset="scopa_classica",
            overrides={},
            seats=[services.SeatRequest("player", username=each.username) for each in seated],
            now=NOW,
        )
        with pytest.raises(NotSeated):
            queries.get_plan(match_id=record.match.public_id, player_id=organiser.pk)
