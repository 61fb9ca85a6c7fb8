"""Rules over HTTP: the presets, the schema of a rule set, and whether one can be played."""

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from rest_framework.request import Request

from games import engine
from games.api import bodies
from games.api.examples import VALIDATE_RULES
from games.api.operations import operation
from games.api.presets import preset_items
from games.api.rules_components import PresetList, ValidRules
from games.api.rules_schema import rules_schema
from games.plain_rules import summary
from games.rule_choice import rules_asked_for
from scopa_site.api.languages import active_language
from scopa_site.api.rendering import answer
from scopa_site.api.views import ApiView

__all__ = ["PresetListView", "RulesSchemaView", "ValidateRulesView"]

_SCHEMA = "application/schema+json"


class PresetListView(ApiView):
    """GET /rules/presets."""

    public = True

    @operation("listPresets", ok={200: PresetList}, tag="rules", of_one_match=False)
    def get(self, request: Request) -> HttpResponse:
        """List the rule sets that have a name.

        All of them on one page, each with its rules in plain words, in Italian and in English.
        They change only with a new version of the service.
        """
        return answer({"items": preset_items(), "next_cursor": None})


class RulesSchemaView(ApiView):
    """GET /rules/schema."""

    public = True

    @operation(
        "getRulesSchema",
        ok={(200, _SCHEMA): OpenApiTypes.OBJECT},
        tag="rules",
        of_one_match=False,
    )
    def get(self, request: Request) -> HttpResponse:
        """Describe a rule set in JSON Schema 2020-12, for a form.

        Every field has its values, its default, and its `x-path`, by which `rules` changes it.
        `title` and `description` are in the language of the request; `x-it` and `x-en` hold both,
        with `options`, a label for each value of an enum. `x-combinations` tells which fields
        must fit together: `paths` are all of them, and why; whether they do is for
        `POST /rules/validate` to say. Numbers are whole: 11.0 is an integer to JSON Schema, but is
        refused.
        """
        return answer(rules_schema(active_language()), content_type=_SCHEMA)


class ValidateRulesView(ApiView):
    """POST /rules/validate."""

    public = True

    @operation(
        "validateRules",
        request=bodies.ValidateRules,
        ok={200: ValidRules},
        tag="rules",
        of_one_match=False,
        examples=VALIDATE_RULES,
    )
    def post(self, request: Request) -> HttpResponse:
        """Resolve a preset and what is changed of it, or say what cannot be played and why.

        Nothing is stored. The same rules are accepted by `POST /matches`.
        """
        body = bodies.ValidateRules.parse(request.data)
        rules = rules_asked_for(body["preset"], body.get("rules", {}))
        return answer(
            {"valid": True, "rules": engine.encode_rules(rules), "summary": dict(summary(rules))}
        )
