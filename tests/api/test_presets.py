"""GET /rules/presets."""

import pytest

from games import engine
from tests.api.callers import Caller, good

TIER_1 = [
    "scopa_classica",
    "scopa_21",
    "scopa_breve",
    "smazzata_singola",
    "scopa_in_tre",
    "scopa_a_coppie",
    "scopone",
    "scopone_scientifico",
]


class TestPresets:
    def test_lists_the_classics_with_their_rules_to_anybody(self):
        page = good(Caller().get("/rules/presets"))
        assert [item["slug"] for item in page["items"] if item["tier"] == 1] == TIER_1
        assert page["next_cursor"] is None
        scientifico = page["items"][TIER_1.index("scopone_scientifico")]["rules"]
        assert scientifico["deal"]["hand_size"] == 10
        assert scientifico["match"]["target"] == 21

    @pytest.mark.parametrize("slug", engine.PRESETS)
    def test_shows_rules_from_which_the_engine_reads_the_preset_back(self, slug):
        items = good(Caller().get("/rules/presets"))["items"]
        shown = next(item["rules"] for item in items if item["slug"] == slug)
        assert engine.decode_rules(shown) == engine.PRESETS[slug].rules

    @pytest.mark.parametrize("slug", engine.PRESETS)
    def test_names_and_tells_each_in_both_languages_as_other_calls_do(self, slug):
        items = good(Caller().get("/rules/presets", accept_language="it"))["items"]
        shown = next(item for item in items if item["slug"] == slug)
        preset = engine.PRESETS[slug]
        assert (shown["label"], shown["description"]) == (preset.label, preset.description)
        validated = good(Caller().post("/rules/validate", {"preset": slug}))
        assert shown["summary"] == validated["summary"]
