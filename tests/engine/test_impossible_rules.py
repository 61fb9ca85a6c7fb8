"""R8.2 and R8.3: rule sets that cannot be played are refused at the right path."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games import engine
from games.engine import repairs
from games.engine.combinations import COMBINATIONS
from games.engine.fields import FIELDS, is_one_of
from games.engine.ruleset import leaves_of
from tests.engine.impossible_rules import IMPOSSIBLE, SINGLE, UNKNOWN

VALUES = [(path, value) for path, field in FIELDS.items() for value in field.known]

# What scores in the classic game.
SCORING = (
    "sweep.points",
    "scoring.cards.points",
    "scoring.denari.points",
    "scoring.settebello",
    "scoring.primiera.points",
)


def fault(preset, overrides):
    """Return the only fault of a preset with overrides."""
    with pytest.raises(engine.RuleSetInvalid) as caught:
        engine.resolve(preset, overrides)
    found = {error.path: error for error in caught.value.errors}
    assert len(found) == 1, list(found)
    return caught.value.errors[0]


def problems(preset, overrides):
    """Return all faults of a preset with overrides, by path; each path has one."""
    try:
        engine.resolve(preset, overrides)
    except engine.RuleSetInvalid as refusal:
        errors = refusal.errors
    else:
        return {}
    found = {error.path: error for error in errors}
    assert len(found) == len(errors)
    return found


def every_preset_and_fault():
    """Yield values by path: of every preset, and of every rule set that cannot be played."""
    for preset, overrides, _path in [(slug, {}, "") for slug in engine.PRESETS] + IMPOSSIBLE:
        yield dict(leaves_of(engine.encode_rules(engine.resolve(preset)))) | overrides


class TestImpossibleRules:
    def test_are_at_least_sixty_and_no_two_alike(self):
        assert len(IMPOSSIBLE) >= 60
        assert len({(preset, str(changes)) for preset, changes, _ in IMPOSSIBLE}) == len(IMPOSSIBLE)

    @pytest.mark.parametrize(("preset", "overrides", "path"), IMPOSSIBLE, ids=str)
    def test_are_refused_at_one_path_r8_3(self, preset, overrides, path):
        found = fault(preset, overrides)
        assert (found.path, found.code) == (path, "combination_not_allowed")
        assert found.reason_en != found.reason_it

    @pytest.mark.parametrize("rule", COMBINATIONS, ids=lambda rule: rule.reason_en)
    def test_are_told_in_english_and_in_italian(self, rule):
        words = {"needs", "need", "only", "must", "cannot", "the"}
        assert words & set(rule.reason_en.split())
        assert not words & set(rule.reason_it.split())

    @pytest.mark.parametrize(
        ("preset", "size", "reason"),
        [
            ("scopone_scientifico", 6, "hands of six cards need six players in teams"),
            ("scopa_in_sei", 9, "hands of nine or ten cards need four players in teams"),
            ("scopa_in_sei", 10, "hands of nine or ten cards need four players in teams"),
        ],
    )
    def test_are_hands_of_another_number_of_players_r8_3(self, preset, size, reason):
        assert reason in fault(preset, {"deal.hand_size": size}).reason_en

    @pytest.mark.parametrize("path", [*SCORING, "scoring.re_bello", "scoring.sevens.most"])
    def test_are_none_where_one_thing_scores_r8_3(self, path):
        nothing = dict.fromkeys(SCORING, 0)
        assert fault("scopa_classica", nothing).code == "combination_not_allowed"
        assert engine.resolve("scopa_classica", {**nothing, path: 1})

    @pytest.mark.parametrize(
        "helped",
        [
            {"declarations.low_hand": 3},
            {"declarations.three_of_a_kind": 10},
            {"deal.dealer_bonus": "total_15_30"},
        ],
        ids=str,
    )
    def test_are_none_where_the_wild_card_helps_one_thing_r8_3(self, helped):
        nothing = {
            "declarations.low_hand": 0,
            "declarations.three_of_a_kind": 0,
            "deal.dealer_bonus": "none",
        }
        assert fault("cirulla", nothing).reason_en.startswith("a wild card needs")
        assert engine.resolve("cirulla", {**nothing, **helped})

    @pytest.mark.parametrize(("preset", "overrides", "path"), IMPOSSIBLE, ids=str)
    def test_tell_the_value_and_what_would_be_allowed(self, preset, overrides, path):
        found = fault(preset, overrides)
        values = dict(leaves_of(engine.encode_rules(engine.resolve(preset)))) | overrides
        assert found.value == values[path]
        assert path in overrides
        assert not is_one_of(found.value, found.allowed)
        for value in found.allowed:
            engine.resolve(preset, {**overrides, path: value})
        assert found.allowed or found.also
        assert path not in found.also
        engine.resolve(preset, {**overrides, **found.also})

    @pytest.mark.parametrize(("preset", "overrides", "path"), IMPOSSIBLE, ids=str)
    def test_hold_only_values_that_could_stand_in_their_field(self, preset, overrides, path):
        assert all(is_one_of(value, FIELDS[name].known) for name, value in overrides.items())

    def test_try_every_combination_there_is(self):
        broken = {rule for values in every_preset_and_fault() for rule in repairs.broken(values)}
        assert broken == set(COMBINATIONS)

    def test_hear_every_reason_there_is(self):
        faults = [fault(preset, overrides) for preset, overrides, _ in IMPOSSIBLE]
        for language in ("reason_en", "reason_it"):
            heard = {part for each in faults for part in getattr(each, language).split("; ")}
            assert heard >= {getattr(combination, language) for combination in COMBINATIONS}

    @pytest.mark.parametrize("rule", COMBINATIONS, ids=lambda rule: rule.reason_en)
    def test_depend_on_the_fields_that_a_combination_names_and_on_no_other(self, rule):
        read = set()

        class Watched(dict):
            def __getitem__(self, path):
                read.add(path)
                return super().__getitem__(path)

        for values in every_preset_and_fault():
            rule.fits(Watched(values))
        assert read == set(rule.paths)


class TestWhatIsOffered:
    @settings(max_examples=300, deadline=None)
    @given(st.sampled_from(list(engine.PRESETS)), st.lists(st.sampled_from(VALUES), max_size=8))
    def test_is_true(self, preset, values):
        asked = dict(values)
        before = problems(preset, asked)
        for found in before.values():
            assert found.path in asked
            assert not is_one_of(found.value, found.allowed)
            for value in found.allowed:
                after = problems(preset, {**asked, found.path: value})
                assert found.path not in after
                assert after.keys() <= before.keys()
            after = problems(preset, {**asked, **found.also})
            assert found.path not in found.also
            assert not found.also or found.path not in after
            assert after.keys() <= before.keys()

    @settings(max_examples=150, deadline=None)
    @given(
        st.sampled_from(list(engine.PRESETS)),
        st.lists(st.sampled_from(VALUES), max_size=3),
        st.sampled_from(list(FIELDS)),
    )
    def test_is_true_of_a_value_that_no_field_has(self, preset, values, path):
        asked = {**dict(values), path: "nonsense"}
        (found,) = problems(preset, asked).values()
        assert found.path == path
        for value in found.allowed:
            assert path not in problems(preset, {**asked, path: value})

    @pytest.mark.parametrize(
        ("preset", "asked", "allowed", "also"),
        [
            ("scopone", {"table.players": 3}, (4,), {"table.sides": "solo", "deal.hand_size": 3}),
            ("scopa_a_coppie", {"table.players": 2}, (4, 6), {"table.sides": "solo"}),
            (
                "scopone_scientifico",
                {"table.players": 3},
                (4,),
                {"table.sides": "solo", "deal.hand_size": 3, "deal.table_size": 4},
            ),
            (
                "scopa_classica",
                {"deal.hand_size": 10},
                (3,),
                {
                    "table.players": 4,
                    "table.sides": "teams",
                    "deal.table_size": 0,
                    "deal.redeal_kings_min": None,
                },
            ),
            ("scopa_classica", {"match.mode": "fixed_deals"}, ("target",), {"match.deals": 1}),
            # More than four fields would have to change.
            ("cirulla", {"deal.table_size": 0}, (4,), {}),
            (
                "cirulla",
                {
                    "deal.table_size": 0,
                    "declarations.low_hand": 0,
                    "declarations.three_of_a_kind": 0,
                    "declarations.wild": None,
                },
                (4,),
                {},
            ),
            # All asked for at once and against each other: the value blamed can stay.
            (
                "scopa_classica",
                {"ace.sweep": True, "ace.scores_scopa": True, "capture.mode": "fifteen"},
                (),
                {"capture.mode": "sum"},
            ),
        ],
        ids=str,
    )
    def test_is_what_can_stand_there_and_what_else_must_change(self, preset, asked, allowed, also):
        found = fault(preset, asked)
        assert (found.allowed, found.also) == (allowed, also)
        sentence = "; to keep " in found.reason_en, "; per tenere " in found.reason_it
        assert sentence == (bool(also), bool(also))

    def test_is_said_in_a_sentence_with_presets_for_so_many_players(self):
        found = fault("scopone", {"table.players": 3})
        assert found.reason_en == (
            "teams need four or six players; hands of nine or ten cards need four players in teams;"
            " the cards that do not go to the table must fill whole rounds of hands;"
            " to keep 3 here, also set table.sides to solo, deal.hand_size to 3;"
            " presets for 3 players: scopa_in_tre"
        )
        assert found.reason_it == (
            "le squadre richiedono quattro o sei giocatori; nove o dieci carte in mano richiedono"
            " quattro giocatori a coppie; le carte che non vanno in tavola devono formare giri di"
            " mani completi; per tenere 3 qui, imposta anche table.sides a solo,"
            " deal.hand_size a 3; formule per 3 giocatori: scopa_in_tre"
        )
        two = fault("scopa_in_sei", {"table.players": 2}).reason_en
        assert two.endswith("presets for 2 players: scopa_classica, scopa_21, scopa_breve")
        assert "presets for" not in fault("scopa_classica", {"table.players": 5}).reason_en
        assert "presets for" not in fault("scopa_classica", {"table.sides": "teams"}).reason_en

    def test_of_two_faults_is_told_of_each_by_itself(self):
        found = problems("scopa_classica", {"table.sides": "teams", "match.margin": 2, **SINGLE})
        assert {path: each.also for path, each in found.items()} == {
            "table.sides": {"table.players": 4},
            "match.margin": {"match.mode": "target", "match.deals": None},
        }

    def test_tells_a_reason_once(self):
        found = fault("cirulla", {"deal.hand_size": 10})
        assert found.reason_en.count("hands are declared") == 1
        assert found.reason_it.count("si accusa") == 1

    def test_of_a_whole_document_is_what_could_stand_at_the_first_path(self):
        document = engine.encode_rules(engine.RuleSet())
        document["table"]["players"], document["table"]["sides"] = 3, "teams"
        with pytest.raises(engine.RuleSetInvalid) as refused:
            engine.decode_rules(document)
        (found,) = refused.value.errors
        assert (found.path, found.allowed, found.also) == ("table.sides", ("solo",), {})


class TestUnknownValues:
    @pytest.mark.parametrize(("preset", "overrides", "path"), UNKNOWN, ids=str)
    def test_are_refused_with_those_that_are_known_r8_2(self, preset, overrides, path):
        found = fault(preset, overrides)
        assert found.path == path
        assert found.code in {"value_not_allowed", "wrong_type"}
        assert found.value is overrides[path]
        assert set(found.allowed) <= set(FIELDS[path].known)
        for value in found.allowed:
            engine.resolve(preset, {**overrides, path: value})
        assert "allowed: " in found.reason_en
        assert "ammessi: " in found.reason_it

    def test_are_told_without_values_where_none_would_fit_r8_2(self):
        asked = {"table.players": 5, "table.sides": "teams", "deal.hand_size": 10}
        found = fault("scopa_classica", asked)
        assert (found.path, found.allowed) == ("table.players", ())
        assert found.reason_en == "not a value of this field"
        assert found.reason_it == "valore non ammesso"
