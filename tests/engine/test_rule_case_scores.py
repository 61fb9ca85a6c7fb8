"""The recorded facts about scores: of deals, of the napola, of matches."""

from tests.engine import rule_cases as facts
from tests.engine.rule_case_asking import compare_score, every, finished_with, pooled


class TestDealScores:
    @every(facts.SCORES)
    def test_scores_the_piles_of(self, case, program):
        piles, scope = pooled(case)
        score = program.score(facts.preset_of(case), piles, scope)
        compare_score(case["expect"], piles, score)

    # One fact has no card at all, which no play can lead to.
    @every([case for case in facts.SCORES if case["id"] != "score-016"])
    def test_scores_at_the_end_of_a_deal_the_piles_of(self, case, program):
        piles, scope = pooled(case)
        game = finished_with(program, facts.preset_of(case), piles, scope, facts.SINGLE_DEAL)
        look = game.look()
        compare_score(case["expect"], look["deal"]["piles"], look["deals"][0])
        assert look["scores"] == case["expect"]["total"]


class TestNapola:
    @every(facts.RUNS)
    def test_counts_the_run_of(self, case, program):
        piles = [[f"{rank}D" for rank in case["denari_ranks"]], ["8S"]]
        with_it = program.score(facts.preset_of(case), piles, [0, 0])
        without = program.score("scopa_classica", piles, [0, 0])
        gained = [more - less for more, less in pairs(with_it["points"], without["points"])]
        assert with_it["detail"]["napola"] == gained == [case["expect"]["napola"], 0]

    @every(facts.RUNS)
    def test_adds_to_the_match_the_run_of(self, case, program):
        piles = [[f"{rank}D" for rank in case["denari_ranks"]], ["8S"]]
        game = finished_with(program, facts.preset_of(case), piles, [0, 0], facts.SINGLE_DEAL)
        # Two points besides: the carte and the denari.
        assert game.look()["scores"] == [2 + case["expect"]["napola"], 0]


class TestReBello:
    @every(facts.RE_BELLO)
    def test_goes_to_the_holder_of_the_king_of_denari_in(self, case, program):
        preset, piles = facts.preset_of(case), case["piles"]
        (holder,) = [side for side, point in enumerate(case["expect"]["re_bello"]) if point]
        score = program.score(preset, piles, [0, 0])
        without = program.score("scopa_classica", piles, [0, 0])
        assert score["detail"]["re_bello"] == holder
        gained = [more - less for more, less in pairs(score["points"], without["points"])]
        assert gained == case["expect"]["re_bello"]
        look = finished_with(program, preset, piles, [0, 0], facts.SINGLE_DEAL).look()
        assert look["scores"] == look["deals"][0]["points"] == score["points"]


class TestMatchScores:
    @every(facts.MATCHES)
    def test_ends_or_goes_on_after_the_deal_of(self, case, program):
        preset, changes = facts.preset_of(case), {"match.target": case["target"]}
        # Level in everything but scope: the scope are the points of the deal.
        piles, scope, before = [["2C"], ["2S"]], case["deal_points"], case["totals_before"]
        game = finished_with(program, preset, piles, scope, changes, before)
        look, expected = game.look(), case["expect"]
        assert look["deals"][0]["points"] == case["deal_points"]
        assert look["scores"] == expected["totals"]
        assert (look["outcome"] is not None) == expected["over"]
        assert look["needs_deck"] == (not expected["over"])
        if expected["over"]:
            assert look["outcome"] == (expected["winner"], "completed", expected["totals"])


def pairs(first, second):
    """Return two lists of the same length side by side."""
    return zip(first, second, strict=True)
