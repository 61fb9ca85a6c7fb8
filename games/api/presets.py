"""Write the presets as plain data, once."""

from functools import cache
from typing import Any

from games import engine
from games.plain_rules import summary

__all__ = ["preset_items"]


@cache
def preset_items() -> list[dict[str, Any]]:
    """Describe every preset in both languages, the classics first. Shared: read only."""
    return [
        {
            "slug": preset.slug,
            "label": dict(preset.label),
            "description": dict(preset.description),
            "tier": preset.tier,
            "rules": engine.encode_rules(preset.rules),
            "summary": dict(summary(preset.rules)),
        }
        for preset in engine.PRESETS.values()
    ]
