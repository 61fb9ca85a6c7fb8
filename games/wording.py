"""Names of cards, games and opponents as a person reads them, in the active language."""

from collections.abc import Iterable, Mapping, Sequence

from django.utils.translation import get_language, gettext, ngettext
from django.utils.translation import gettext_lazy as _

from games.ai import LEVELS
from games.engine import PRESETS, Card, RuleSet, Suit, side_of

__all__ = [
    "card_name",
    "cards_count",
    "cards_named",
    "in_language",
    "level_name",
    "listed",
    "numbered",
    "points_count",
    "preset_name",
    "rank_name",
    "scope_count",
    "side_names",
    "suit_name",
]

_SUITS = {
    Suit.DENARI: _("coins"),
    Suit.COPPE: _("cups"),
    Suit.SPADE: _("swords"),
    Suit.BASTONI: _("clubs"),
}
_RANKS = {1: _("ace"), 8: _("jack"), 9: _("knight"), 10: _("king")}


def suit_name(suit: Suit) -> str:
    """Name a suit."""
    return str(_SUITS[suit])


def rank_name(rank: int) -> str:
    """Name a rank: ace, 2 to 7, jack, knight, king."""
    return str(_RANKS.get(rank, rank))


def card_name(card: Card) -> str:
    """Name a card, such as “7 of coins”."""
    return gettext("%(rank)s of %(suit)s") % {
        "rank": rank_name(card.rank),
        "suit": suit_name(card.suit),
    }


def listed(names: Iterable[str]) -> str:
    """Join names as in a sentence: “a, b and c”."""
    *first, last = names
    if not first:
        return last
    return gettext("%(first)s and %(last)s") % {"first": ", ".join(first), "last": last}


def cards_named(cards: Iterable[Card]) -> str:
    """Name cards in a sentence; raises ValueError for none."""
    return listed(map(card_name, cards))


def cards_count(count: int) -> str:
    """Say how many cards."""
    return ngettext("%(count)s card", "%(count)s cards", count) % {"count": count}


def points_count(count: int) -> str:
    """Say how many points."""
    return ngettext("%(count)s point", "%(count)s points", count) % {"count": count}


def scope_count(count: int) -> str:
    """Say how many scope."""
    return ngettext("%(count)s scopa", "%(count)s scope", count) % {"count": count}


def preset_name(slug: str) -> str:
    """Name a preset; one that is no longer offered goes by its slug."""
    preset = PRESETS.get(slug)
    return slug if preset is None else in_language(preset.label)


def level_name(slug: str) -> str:
    """Name an opponent; one that is no longer offered goes by its slug."""
    level = LEVELS.get(slug)
    return slug if level is None else in_language(level.label)


def in_language(texts: Mapping[str, str]) -> str:
    """Choose between texts by language, as presets and levels carry them."""
    return texts["it" if (get_language() or "").startswith("it") else "en"]


def numbered(names: Sequence[str]) -> tuple[str, ...]:
    """Tell equal names apart by a number: “Amateur 1”, “Amateur 2”."""
    seen: dict[str, int] = {}
    distinct = []
    for name in names:
        seen[name] = seen.get(name, 0) + 1
        distinct.append(f"{name} {seen[name]}" if names.count(name) > 1 else name)
    return tuple(distinct)


def side_names(rules: RuleSet, names: Sequence[str]) -> tuple[str, ...]:
    """Name each side by its seats."""
    members: dict[int, list[str]] = {}
    for seat, name in enumerate(names):
        members.setdefault(side_of(rules, seat), []).append(name)
    return tuple(listed(members[side]) for side in sorted(members))
