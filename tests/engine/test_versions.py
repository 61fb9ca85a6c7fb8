"""The numbers by which stored data is told apart: a change of one is on purpose."""

from games import engine
from games.engine.notation_text import FORMAT
from games.engine.ruleset import RULESET_SCHEMA


class TestVersions:
    def test_are_these(self):
        assert engine.ENGINE_VERSION == "2"
        assert (engine.STATE_SCHEMA, RULESET_SCHEMA, FORMAT) == (2, 2, 1)
