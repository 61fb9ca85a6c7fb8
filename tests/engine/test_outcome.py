"""R7.5 to R7.8 and R6.9: margins, matches played to lose, won outright, or ended at a limit."""

import random
from dataclasses import replace
from types import SimpleNamespace

import pytest

from games import engine
from games.engine.outcome import outcome_of
from tests import oracle
from tests.engine.programs import PROGRAMS
from tests.engine.standing import cards, play, standing

LOSE = "scopa_a_perdere"
THREE = {"table.players": 3}
FIXED = {"match.mode": "fixed_deals", "match.deals": 1}
DENARI = " ".join(f"{rank}D" for rank in range(1, 11))


def after(preset, scores, points, **changes):
    """Return the outcome once a last card has brought these points, all of them from scope."""
    scope = tuple(points)
    piles = ["2C", "2S", "2B"][: len(scores)]
    state = standing(
        preset,
        "",
        "3C",
        changes=changes,
        scope=scope,
        piles=["", *piles[1:]],
        last_capturer=0,
    )
    step = play(replace(state, scores=tuple(scores)), "3C")
    assert step.state.deals[0].points == scope
    return step.state.outcome


def winner(*arguments, **changes):
    """Return the winning side, or None while the match goes on."""
    outcome = after(*arguments, **changes)
    return outcome and outcome.winner_side


class TestMargin:
    @pytest.mark.parametrize(
        ("scores", "points", "expected"),
        [
            ((10, 8), (2, 2), 0),
            ((10, 8), (1, 2), None),
            ((10, 8), (1, 3), None),
            ((9, 9), (1, 3), 1),
            ((8, 2), (2, 0), None),
        ],
    )
    def test_must_be_two_points_where_the_rules_ask_for_it_r7_6(self, scores, points, expected):
        assert winner("scopa_classica", scores, points, **{"match.margin": 2}) == expected

    def test_is_one_point_otherwise_r7_6(self):
        assert winner("scopa_classica", (10, 8), (1, 2)) == 0

    def test_is_over_every_other_side_r7_6(self):
        changes = {**THREE, "match.margin": 2}
        assert winner("scopa_classica", (11, 2, 10), (1, 0, 1), **changes) is None
        assert winner("scopa_classica", (12, 2, 10), (1, 0, 1), **changes) == 0


class TestLosing:
    @pytest.mark.parametrize(
        ("scores", "points", "expected"),
        [
            ((20, 18), (2, 0), 1),
            ((18, 20), (0, 1), 0),
            ((20, 20), (1, 1), None),
            ((18, 18), (2, 1), None),
            ((23, 22), (0, 4), 0),
        ],
    )
    def test_is_for_the_only_highest_at_the_target_r7_7(self, scores, points, expected):
        assert winner(LOSE, scores, points) == expected

    @pytest.mark.parametrize(
        ("scores", "points", "expected"),
        [
            ((20, 5, 9), (2, 0, 0), 1),
            ((20, 9, 5), (2, 0, 0), 2),
            ((20, 5, 5), (2, 0, 0), None),
            ((20, 20, 5), (2, 2, 0), None),
            ((20, 19, 5), (2, 2, 0), 2),
        ],
    )
    def test_lets_the_lowest_of_three_win_r7_7(self, scores, points, expected):
        assert winner(LOSE, scores, points, **THREE) == expected

    @pytest.mark.parametrize(
        ("scores", "points", "expected"),
        [((20, 19), (2, 0), 1), ((20, 20), (2, 1), None), ((20, 20), (0, 2), 0)],
    )
    def test_needs_the_margin_too_r7_6(self, scores, points, expected):
        assert winner(LOSE, scores, points, **{"match.margin": 2}) == expected

    def test_needs_the_margin_between_the_two_lowest_r7_6(self):
        changes = {**THREE, "match.margin": 2}
        assert winner(LOSE, (20, 6, 5), (2, 0, 0), **changes) is None
        assert winner(LOSE, (20, 7, 5), (2, 0, 0), **changes) == 2

    def test_is_turned_round_after_fixed_deals_r7_7(self):
        assert winner(LOSE, (0, 0), (3, 1), **FIXED) == 1
        assert after(LOSE, (0, 0), (2, 2), **FIXED) is None
        drawn = after(LOSE, (0, 0), (2, 2), **FIXED, **{"match.tie": "draw"})
        assert (drawn.winner_side, drawn.termination) == (None, "completed")

    def test_is_turned_round_when_a_seat_resigns_r7_5(self):
        for preset, expected in ((LOSE, 2), ("scopa_classica", 1)):
            state = standing(preset, "", "3C", "4C", "5C", changes=THREE)
            outcome = engine.resign(replace(state, scores=(1, 9, 4)), 0).state.outcome
            assert (outcome.winner_side, outcome.termination) == (expected, "resigned")

    def test_gives_nobody_the_match_when_the_others_are_level_r7_5(self):
        state = standing(LOSE, "", "3C", "4C", "5C", changes=THREE)
        outcome = engine.resign(replace(state, scores=(1, 4, 4)), 0).state.outcome
        assert outcome.winner_side is None


class TestWonOutright:
    def ended(self, changes, scores=(0, 0), preset="scopa_napola"):
        state = standing(
            preset, "", "3C", changes=changes, piles=["", DENARI], last_capturer=0, scope=(9, 0)
        )
        return play(replace(state, scores=scores), "3C").state

    def test_ends_the_match_whatever_the_score_r6_9(self):
        state = self.ended({}, scores=(20, 0))
        assert state.scores[0] > 21 > state.scores[1]
        assert (state.outcome.winner_side, state.outcome.termination) == (1, "completed")
        assert state.deals[0].detail.won_outright == 1
        assert state.outcome.score == state.scores

    def test_ends_a_match_of_fixed_deals_before_the_last_r6_9(self):
        state = self.ended({"match.mode": "fixed_deals", "match.deals": 5})
        assert state.outcome.winner_side == 1

    def test_is_asked_of_the_last_deal_r6_9(self):
        deals = [SimpleNamespace(detail=SimpleNamespace(won_outright=each)) for each in (None, 1)]
        rules = engine.resolve("scopa_napola")
        assert outcome_of(rules, (5, 0), deals).winner_side == 1
        assert outcome_of(rules, (5, 0), deals[:1]) is None

    def test_does_not_end_it_where_that_is_no_rule_r6_9(self):
        assert self.ended({"scoring.napola.napoleone_wins": False}).outcome is None


RARE = {
    "table.players": 6,
    "sweep.points": 0,
    "scoring.cards.award": "majority",
    "scoring.denari.points": 0,
    "scoring.settebello": 0,
    "scoring.primiera.points": 0,
}
EXTRA = {"match.mode": "fixed_deals", "match.tie": "extra_deal"}


def after_deals(deals, scores, *, preset="scopa_classica", outright=None, **changes):
    """Return the outcome of a match after so many scored deals."""
    detail = SimpleNamespace(won_outright=outright)
    rules = engine.resolve(preset, changes)
    return outcome_of(rules, scores, [SimpleNamespace(detail=detail)] * deals)


class TestDealLimit:
    @pytest.mark.parametrize(
        ("changes", "limit"),
        [
            ({}, 200),
            ({"match.target": 1}, 200),
            ({"match.target": 50}, 200),
            ({"match.target": 51}, 204),
            ({"match.target": 101}, 404),
            ({**EXTRA, "match.deals": 1}, 200),
            ({**EXTRA, "match.deals": 51, "match.target": 101}, 204),
        ],
        ids=str,
    )
    def test_is_two_hundred_deals_or_four_times_the_length_r7_8(self, changes, limit):
        scores = (1, 0) if changes.get("match.target") != 1 else (1, 1)
        scores = (3, 3) if "match.deals" in changes else scores
        assert after_deals(limit - 1, scores, **changes) is None
        assert after_deals(limit, scores, **changes).termination == "deal_limit"
        assert after_deals(limit + 1, scores, **changes).termination == "deal_limit"

    @pytest.mark.parametrize(
        ("scores", "changes", "winner"),
        [
            ((1, 0), {}, 0),
            ((3, 5), {}, 1),
            ((4, 4), {}, None),
            ((12, 11), {"match.margin": 2}, 0),
            ((0, 2, 1), THREE, 1),
            ((2, 2, 1), THREE, None),
            ((2, 0, 1), {**THREE, "match.objective": "lose"}, 1),
            ((2, 1, 1), {**THREE, "match.objective": "lose"}, None),
        ],
        ids=str,
    )
    def test_gives_the_match_to_the_best_that_stands_alone_r7_8(self, scores, changes, winner):
        assert after_deals(200, scores, **changes) == engine.Outcome(winner, "deal_limit", scores)

    def test_gives_way_to_every_other_end_r7_8(self):
        assert after_deals(200, (11, 3)).termination == "completed"
        assert after_deals(200, (3, 1), preset="scopa_napola", outright=1) == engine.Outcome(
            1, "completed", (3, 1)
        )

    def test_ends_a_match_in_which_hardly_anybody_scores_alike_in_both_programs_r7_8(self):
        first, _second = games = [program.new("scopa_classica", RARE) for program in PROGRAMS]
        dice, log = random.Random("nobody scores"), []
        while first.state.outcome is None:
            if first.state.needs_deck:
                deck = dice.sample(oracle.DECK, 40)
                for game in games:
                    game.start_deal(deck)
                log.append(engine.DeckEntry(cards(" ".join(deck))))
                continue
            turn, (card, capture) = first.state.turn, first.moves()[0]
            for game in games:
                game.play(turn, card, capture)
            log.append(engine.PlayEntry(turn, engine.Move(*cards(card), cards(" ".join(capture)))))
        looks = [game.look() for game in games]
        assert looks[0] == looks[1]
        assert looks[0]["outcome"][1] == "deal_limit"
        assert len(looks[0]["deals"]) == 200
        assert engine.decode(engine.encode(first.state)) == first.state
        self.replays(engine.record_match(first.state.rules, 0, log, players=[*"abcdef"]))

    def replays(self, record):
        """Hold the record of a match, read back as text and as data, against the rules."""
        assert engine.read_record(engine.write_record(record)) == record
        assert engine.decode_record(engine.encode_record(record)) == record
        assert engine.first_difference(record) is None
        ended = replace(record.outcome, termination="completed")
        difference = engine.first_difference(replace(record, outcome=ended))
        assert (difference.rule, difference.what) == ("R7.8", "termination")
