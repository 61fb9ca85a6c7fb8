"""The engine's data cannot be changed in place, by hand or by mistake."""

import dataclasses
import importlib
import inspect
import pkgutil

import pytest

from games import engine
from games.engine.taking import CLASSIC


def data_classes():
    """Return the engine's data classes, those of its own use included."""
    found = {}
    for module in pkgutil.iter_modules(engine.__path__):
        for value in vars(importlib.import_module(f"games.engine.{module.name}")).values():
            if inspect.isclass(value) and dataclasses.is_dataclass(value):
                found[value.__name__] = value
    return found


CLASSES = data_classes()
# What a reader gathers while it reads; nobody else sees it.
CHANGED_IN_PLACE = {"_Block"}


class TestDataClass:
    @pytest.mark.parametrize("name", sorted(set(CLASSES) - CHANGED_IN_PLACE))
    def test_refuses_another_value_for_a_field(self, name):
        held = object.__new__(CLASSES[name])
        for field in dataclasses.fields(held):
            with pytest.raises(dataclasses.FrozenInstanceError):
                setattr(held, field.name, None)

    @pytest.mark.parametrize("name", CLASSES)
    def test_holds_its_fields_and_nothing_else(self, name):
        assert not hasattr(object.__new__(CLASSES[name]), "__dict__")

    def test_is_found_in_every_part_of_the_engine(self):
        assert {"Card", "RuleSet", "MatchState", "PlayerView", "GameRecord"} <= set(CLASSES)


class TestTaking:
    def test_is_equal_to_itself_alone(self):
        assert CLASSIC == CLASSIC
        assert dataclasses.replace(CLASSIC) != CLASSIC
