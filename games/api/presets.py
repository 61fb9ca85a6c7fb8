"""Write the presets as plain data, once for each language."""

from functools import cache
from typing import Any

from games import engine
from games.plain_rules import summary

__all__ = ["preset_items"]


@cache
def preset_items(language: str) -> list[dict[str, Any]]:
    """Describe every preset in "it" or "en", the classics first. The list is shared: read only."""
    return [
        {
            "slug": preset.slug,
            "label": preset.label[language],
            "description": preset.description[language],
            "tier": preset.tier,
            "rules": engine.encode_rules(preset.rules),
            "summary": summary(preset.rules)[language],
        }
        for preset in engine.PRESETS.values()
    ]
