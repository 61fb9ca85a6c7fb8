"""The words for one field of a rule set."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from games.plain_rules.both import Both

__all__ = ["FieldText", "text"]


@dataclass(frozen=True, slots=True)
class FieldText:
    """A title, a description, and a label for each value that is a word."""

    title: Both
    description: Both
    options: Mapping[str, Both]


def text(
    title: tuple[str, str], description: tuple[str, str], **options: tuple[str, str]
) -> FieldText:
    """Make the words of pairs, Italian first."""
    labels = {value: Both(*label) for value, label in options.items()}
    return FieldText(Both(*title), Both(*description), MappingProxyType(labels))
