"""The clocks offered by name, as data."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from .errors import ClockUnknown
from .spec import DAY, HOUR, Clock, encode_clock
from .validation import changed_clock

DEFAULT_CLOCK: Final = "normale"


@dataclass(frozen=True, slots=True)
class ClockPreset:
    """A clock with a name; `label` and `description` are by language, "it" and "en"."""

    slug: str
    label: Mapping[str, str]
    description: Mapping[str, str]
    clock: Clock


def _preset(
    slug: str, label: tuple[str, str], description: tuple[str, str], clock: Clock
) -> ClockPreset:
    return ClockPreset(slug, _texts(label), _texts(description), clock)


def _texts(italian_and_english: tuple[str, str]) -> Mapping[str, str]:
    return MappingProxyType(dict(zip(("it", "en"), italian_and_english, strict=True)))


_ALL: Final = (
    _preset(
        "veloce",
        ("Veloce", "Fast"),
        (
            "Chi risponde sempre entro 12 ore non scade mai; con la banca piena, fino a un giorno.",
            "Who always replies within 12 hours never runs out; with a full bank, up to a day.",
        ),
        Clock(
            kind="bank",
            initial_s=24 * HOUR,
            refill_s=4 * HOUR,
            cap_s=36 * HOUR,
            turn_max_s=24 * HOUR,
            grace_s=8 * HOUR,
            first_turn_s=2 * DAY,
            pauses_per_seat=1,
            pause_max_s=DAY,
        ),
    ),
    _preset(
        "normale",
        ("Normale", "Normal"),
        (
            "Chi risponde sempre entro un giorno non scade mai; ogni tanto, fino a tre giorni.",
            "Who always replies within a day never runs out; now and then, up to three days.",
        ),
        Clock(
            kind="bank",
            initial_s=72 * HOUR,
            refill_s=8 * HOUR,
            cap_s=120 * HOUR,
            turn_max_s=3 * DAY,
            grace_s=16 * HOUR,
            first_turn_s=3 * DAY,
            holidays=True,
            pauses_per_seat=2,
            pause_max_s=3 * DAY,
        ),
    ),
    _preset(
        "tranquilla",
        ("Tranquilla", "Relaxed"),
        (
            "Chi risponde sempre entro due giorni non scade mai; ogni tanto, fino a cinque giorni.",
            "Who always replies within two days never runs out; now and then, up to five days.",
        ),
        Clock(
            kind="bank",
            initial_s=7 * DAY,
            refill_s=12 * HOUR,
            cap_s=10 * DAY,
            turn_max_s=5 * DAY,
            grace_s=36 * HOUR,
            first_turn_s=7 * DAY,
            holidays=True,
            pauses_per_seat=3,
            pause_max_s=7 * DAY,
            on_timeout="claim",
        ),
    ),
    _preset(
        "giorno",
        ("Un giorno a mossa", "A day a move"),
        (
            "Un giorno per ogni turno; due giorni per il primo.",
            "One day for every turn; two days for the first.",
        ),
        Clock(
            kind="per_move",
            turn_max_s=DAY,
            first_turn_s=2 * DAY,
            holidays=True,
            pauses_per_seat=2,
            pause_max_s=3 * DAY,
        ),
    ),
    _preset(
        "tre_giorni",
        ("Tre giorni a mossa", "Three days a move"),
        (
            "Tre giorni per ogni turno.",
            "Three days for every turn.",
        ),
        Clock(
            kind="per_move",
            turn_max_s=3 * DAY,
            first_turn_s=3 * DAY,
            holidays=True,
            pauses_per_seat=2,
            pause_max_s=7 * DAY,
            on_timeout="claim",
        ),
    ),
    _preset(
        "libera",
        ("Senza limiti", "Unlimited"),
        (
            "Nessun limite di tempo; la partita non conta per la classifica.",
            "No time limit; the match is not rated.",
        ),
        Clock(kind="unlimited"),
    ),
)

CLOCKS: Final[Mapping[str, ClockPreset]] = MappingProxyType(
    {preset.slug: preset for preset in _ALL}
)

_NOTHING: Final[Mapping[str, object]] = MappingProxyType({})


def resolve_clock(slug: str, overrides: Mapping[str, object] = _NOTHING) -> Clock:
    """Give a clock by name, with some fields changed: `{"on_timeout": "ai"}`.

    Raises `ClockUnknown`, or `ClockInvalid` with every problem found.
    """
    preset = CLOCKS.get(slug)
    if preset is None:
        raise ClockUnknown(slug, CLOCKS)
    return changed_clock(encode_clock(preset.clock), overrides)
