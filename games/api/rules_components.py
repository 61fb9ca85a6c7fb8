"""What the calls about rules answer, for the OpenAPI document alone."""

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.serializers import BooleanField, CharField, IntegerField

from games.api.component import Component
from games.api.rules_schema import bare_rules_schema

__all__ = ["BothLanguages", "PresetList", "RuleSetField", "ValidRules"]


@extend_schema_field(
    {
        **bare_rules_schema(),
        "description": "All rules that a match is played by.",
    },
    component_name="RuleSet",
)
class RuleSetField(serializers.JSONField):
    """The resolved rules."""


class BothLanguages(Component):
    """A text in Italian and in English."""

    it = CharField()
    en = CharField()


class Preset(Component):
    """A rule set with a name."""

    slug = CharField()
    # The framework's own attribute of this name is not used here.
    label = BothLanguages()  # type: ignore[assignment]
    description = BothLanguages()
    tier = IntegerField(help_text="1: the classics.")
    rules = RuleSetField()
    summary = BothLanguages(help_text="The rules in plain words.")


class PresetList(Component):
    """All presets."""

    items = Preset(many=True)
    next_cursor = CharField(allow_null=True)


class ValidRules(Component):
    """A rule set that can be played."""

    valid = BooleanField()
    rules = RuleSetField()
    summary = BothLanguages(help_text="The rules in plain words.")
