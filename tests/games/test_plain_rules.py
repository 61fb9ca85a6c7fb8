"""The rules in plain words: whatever changes a field changes what is said, in both languages."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games import engine
from games.engine.fields import FIELDS
from games.engine.ruleset import leaves_of
from games.plain_rules import FIELD_TEXTS, GROUP_TEXTS, summary

# With these beside it, every field can have a second value that may be played.
GROUNDS = (
    {},
    {"ace.sweep": True},
    {"table.players": 4},
    {"table.players": 6, "table.sides": "teams"},
    {"capture.mode": "fifteen"},
    {"capture.mode": "sum_or_fifteen", "declarations.low_hand": 3},
    {"capture.mode": "sum_or_fifteen", "deal.dealer_bonus": "total_15_30"},
    {"capture.choice": "any"},
    {"capture.choice": "fewest_cards"},
    {"scoring.primiera.method": "off"},
    {"scoring.primiera.method": "most_sevens"},
    {"scoring.primiera.points": 0, "scoring.primiera.missing_suit": "partial_sum"},
    {"scoring.cards.points": 0, "scoring.denari.points": 0},
    {"sweep.points": 0},
    {"scoring.napola.enabled": True},
    {"match.mode": "fixed_deals", "match.deals": 3},
    {"match.objective": "lose"},
)
CHANGES = [(path, value) for path, field in FIELDS.items() for value in field.known]
ONE_VALUE_ONLY = {path for path, field in FIELDS.items() if len(field.known) == 1}


def leaves(rules):
    return dict(leaves_of(engine.encode_rules(rules)))


def resolved(preset, overrides):
    try:
        return engine.resolve(preset, overrides)
    except engine.RuleSetInvalid:
        return None


def neighbours(preset, overrides):
    """Yield each field that can be changed by itself, with the rules after the change."""
    before = leaves(engine.resolve(preset, overrides))
    for path, field in FIELDS.items():
        for value in field.known:
            if value != before[path] or type(value) is not type(before[path]):
                changed = resolved(preset, {**overrides, path: value})
                if changed is not None:
                    yield path, changed


class TestTheSummary:
    @pytest.mark.parametrize("overrides", GROUNDS, ids=str)
    def test_changes_in_both_languages_when_any_single_field_does(self, overrides):
        here = summary(engine.resolve("scopa_classica", overrides))
        for path, changed in neighbours("scopa_classica", overrides):
            there = summary(changed)
            assert there["it"] != here["it"], path
            assert there["en"] != here["en"], path

    @pytest.mark.parametrize("preset", engine.PRESETS)
    def test_changes_when_any_single_field_of_a_preset_does(self, preset):
        here = summary(engine.resolve(preset))
        for path, changed in neighbours(preset, {}):
            assert summary(changed)["it"] != here["it"], path
            assert summary(changed)["en"] != here["en"], path

    def test_was_asked_about_every_field_that_has_a_second_value(self):
        asked = {
            path
            for overrides in GROUNDS
            for path, _changed in neighbours("scopa_classica", overrides)
        }
        # These need company to change.
        asked |= {path for path, _changed in neighbours("smazzata_singola", {})}
        asked |= {path for path, _changed in neighbours("scopone_scientifico", {})}
        needing_company = {"match.mode", "deal.table_size", "deal.hand_size"}
        assert asked | needing_company == set(FIELDS) - ONE_VALUE_ONLY

    def test_tells_all_presets_apart(self):
        for language in ("it", "en"):
            texts = [summary(preset.rules)[language] for preset in engine.PRESETS.values()]
            assert len(set(texts)) == len(texts)

    @settings(max_examples=25, deadline=None)
    @given(st.lists(st.sampled_from(CHANGES), max_size=12))
    def test_changes_with_any_single_field_wherever_one_starts_from(self, changes):
        overrides = {}
        for path, value in changes:
            if resolved("scopa_classica", {**overrides, path: value}) is not None:
                overrides[path] = value
        here = summary(engine.resolve("scopa_classica", overrides))
        for path, changed in neighbours("scopa_classica", overrides):
            assert summary(changed)["it"] != here["it"], path
            assert summary(changed)["en"] != here["en"], path

    def test_begins_as_people_would(self):
        assert summary(engine.resolve("scopa_classica"))["it"].startswith(
            "Si gioca in due, tre carte a testa, quattro in tavola."
        )
        assert summary(engine.resolve("scopone_scientifico"))["en"].startswith(
            "Four play in pairs, ten cards each, none on the table."
        )

    def test_says_what_cirulla_adds(self):
        told = summary(engine.resolve("cirulla"))["it"]
        for words in ("matta", "accusa", "napola, cioè", "fino a sei", "Cinque punti", "trenta"):
            assert words in told

    def test_names_what_is_set_in_vain(self):
        rules = engine.resolve("smazzata_singola", {"match.target": 21})
        assert summary(rules)["en"].endswith("Without effect here: Match, target: 21 points.")
        assert summary(rules)["it"].endswith("Qui non ha effetto: Partita, traguardo: 21 punti.")
        assert "Without effect" not in summary(engine.resolve("smazzata_singola"))["en"]

    @pytest.mark.parametrize("path", FIELDS)
    def test_names_no_path_and_no_word_of_the_api(self, path):
        codes = {value for each in FIELDS.values() for value in each.known if "_" in str(value)}
        for value in FIELDS[path].known:
            for overrides in GROUNDS:
                rules = resolved("scopa_classica", {**overrides, path: value})
                for text in () if rules is None else summary(rules).values():
                    assert path not in text
                    assert not any(code in text for code in codes)

    @pytest.mark.parametrize(
        ("preset", "overrides", "it", "en"),
        [
            ("scopa_assi", {"capture.max_table_cards": 2},
             ("Non si possono prendere più di due carte alla volta, salvo con l'Asso che piglia"
             " tutto."),
             "No more than two cards may be taken at a time, but for an Ace that takes all."),
            ("scopa_classica", {"capture.max_table_cards": 2},
             "Non si possono prendere più di due carte alla volta.",
             "No more than two cards may be taken at a time."),
            ("scopa_classica", {},
             ("Vince chi arriva a 11 punti, contati a fine smazzata, o chi ne ha di più se ci"
             " arrivano in tanti; in parità si gioca un'altra smazzata."),
             ("The first to reach 11 points wins, counted after each deal, or whoever has most if"
             " several do; a tie is played off in another deal.")),
            ("scopa_classica", {"match.margin": 2},
             ("Vince chi, a fine smazzata, è arrivato a 11 punti e ha almeno due punti più di ogni"
             " altro; finché nessuno li ha si gioca un'altra smazzata."),
             ("Whoever has reached 11 points after a deal and is at least two points ahead of"
             " everybody else wins; until somebody is, another deal is played.")),
            ("scopa_a_perdere", {},
             ("La partita è a perdere: quando a fine smazzata qualcuno è arrivato a 21 punti e da"
             " solo ne ha di più, vince chi da solo ne ha meno; se no si gioca un'altra smazzata."),
             ("The match is played to lose: once somebody has reached 21 points after a deal and"
             " alone has the most, whoever alone has the fewest wins; else another deal is"
             " played.")),
            ("scopa_a_perdere", {"match.margin": 2},
             ("La partita è a perdere: quando a fine smazzata qualcuno è arrivato a 21 punti e da"
             " solo ne ha di più, vince chi ne ha almeno due meno di ogni altro; se no si gioca"
             " un'altra smazzata."),
             ("The match is played to lose: once somebody has reached 21 points after a deal and"
             " alone has the most, whoever has at least two fewer than everybody else wins; else"
             " another deal is played.")),
            ("scopone_assi", {},
             ("non può aprire la smazzata, a meno che la mano sia di soli Assi, e allora vale come"
             " una carta qualsiasi."),
             ("it may not open the deal unless the hand is all Aces, and is then a card like any"
             " other.")),
        ],
        ids=str,
    )  # fmt: skip
    def test_says_what_the_engine_does(self, preset, overrides, it, en):
        told = summary(engine.resolve(preset, overrides))
        assert it in told["it"]
        assert en in told["en"]

    @pytest.mark.parametrize("preset", engine.PRESETS)
    def test_is_made_of_whole_sentences(self, preset):
        for text in summary(engine.resolve(preset)).values():
            assert text.endswith(".")
            for wrong in ("  ", " .", ",,", "None", "{", " ,", ".."):
                assert wrong not in text


class TestTheTextsOfFields:
    def test_name_every_field_and_every_group_and_no_other(self):
        paths = {"schema", "slug", *FIELDS}
        assert set(FIELD_TEXTS) == paths
        groups = {path.rpartition(".")[0] for path in paths}
        assert set(GROUP_TEXTS) == groups | {"scoring"}

    def test_label_every_word_that_a_field_can_have_and_no_other(self):
        for path, field in FIELDS.items():
            words = {value for value in field.known if isinstance(value, str)}
            assert set(FIELD_TEXTS[path].options) == words, path

    def test_are_there_in_both_languages(self):
        for text in (*FIELD_TEXTS.values(), *GROUP_TEXTS.values()):
            for both in (text.title, text.description, *text.options.values()):
                assert both.it
                assert both.en
            assert text.description.it != text.description.en
