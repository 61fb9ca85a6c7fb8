"""Whether a clock can be played by: each field by itself, then the fields together."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from .errors import ClockInvalid, ClockProblem
from .spec import (
    FIELDS,
    HOUR,
    MINUTE,
    Clock,
    Field,
    Numbers,
    TimeOfDay,
    Words,
    is_time_of_day,
    quiet_minutes,
)

Values = Mapping[str, Any]

LONGEST_QUIET_MINUTES: Final = 16 * 60
_SHOWN: Final = 64


@dataclass(frozen=True, slots=True)
class _Rule:
    """Something that the fields together must keep; `path` is where its breach is shown."""

    path: str
    fits: Callable[[Values], bool]
    reason_en: str
    reason_it: str


def decode_clock(document: object) -> Clock:
    """Read a clock from plain data, as `encode_clock` writes it. Raises `ClockInvalid`."""
    if not isinstance(document, Mapping):
        raise ClockInvalid([_not_a_group(document)])
    missing = [_missing(path) for path in FIELDS if path not in document]
    problems = [*_unknown_paths(document), *missing]
    if problems:
        raise ClockInvalid(problems)
    return checked_clock(document)


def changed_clock(clock_values: Values, overrides: object) -> Clock:
    """Change fields by name, then check; `ClockInvalid` names every bad one."""
    if not isinstance(overrides, Mapping):
        raise ClockInvalid([_not_a_group(overrides)])
    unknown = list(_unknown_paths(overrides))
    if unknown:
        raise ClockInvalid(unknown)
    return checked_clock({**clock_values, **overrides})


def checked_clock(values: Values) -> Clock:
    """Make a clock of a value for each field, or raise `ClockInvalid`."""
    problems = tuple(_field_problems(values)) or tuple(_combination_problems(values))
    if problems:
        raise ClockInvalid(problems)
    return Clock(**values)


def _unknown_paths(values: Values) -> Iterator[ClockProblem]:
    for path, value in values.items():
        if path not in FIELDS:
            yield ClockProblem(
                str(path)[:_SHOWN],
                value,
                "unknown_path",
                "a clock has no such field",
                "un orologio non ha questo campo",
                tuple(FIELDS),
            )


def _not_a_group(value: object) -> ClockProblem:
    return ClockProblem(
        "", value, "wrong_type", "this must be a group of fields", "qui va un gruppo di campi"
    )


def _missing(path: str) -> ClockProblem:
    return ClockProblem(path, None, "missing_path", "the field is missing", "il campo manca")


def _field_problems(values: Values) -> Iterator[ClockProblem]:
    for path, field in FIELDS.items():
        problem = _field_problem(path, values[path], field)
        if problem is not None:
            yield problem


def _field_problem(path: str, value: object, field: Field) -> ClockProblem | None:
    match field:
        case Words():
            return _word_problem(path, value, field)
        case Numbers():
            return _number_problem(path, value, field)
        case TimeOfDay():
            return _time_problem(path, value)


def _word_problem(path: str, value: object, field: Words) -> ClockProblem | None:
    if any(type(value) is type(known) and value == known for known in field.known):
        return None
    choices = ", ".join(str(known).lower() for known in field.known)
    return ClockProblem(
        path,
        value,
        _code(type(value) is type(field.known[0])),
        f"not a value of this field; allowed: {choices}",
        f"valore non ammesso; ammessi: {choices}",
        field.known,
    )


def _number_problem(path: str, value: object, field: Numbers) -> ClockProblem | None:
    if type(value) is int and field.least <= value <= field.most:
        return None
    return ClockProblem(
        path,
        value,
        _code(type(value) is int),
        f"this must be a whole number from {field.least} to {field.most}",
        f"qui va un numero intero da {field.least} a {field.most}",
        least=field.least,
        most=field.most,
    )


def _time_problem(path: str, value: object) -> ClockProblem | None:
    if is_time_of_day(value):
        return None
    return ClockProblem(
        path,
        value,
        _code(type(value) is str),
        "this must be a time of day from 00:00 to 23:59",
        "qui va un'ora del giorno da 00:00 a 23:59",
    )


def _code(right_type: bool) -> str:
    return "value_not_allowed" if right_type else "wrong_type"


def _combination_problems(values: Values) -> Iterator[ClockProblem]:
    for rule in _RULES:
        if not rule.fits(values):
            yield ClockProblem(
                rule.path,
                values[rule.path],
                "combination_not_allowed",
                rule.reason_en,
                rule.reason_it,
            )


def _bank(fits: Callable[[Values], bool]) -> Callable[[Values], bool]:
    return lambda v: v["kind"] != "bank" or fits(v)


def _only_for(path: str, *kinds: str) -> _Rule:
    """Refuse a value other than the field's zero where the kind has no use for it."""
    return _Rule(
        path,
        lambda v: v["kind"] in kinds or not v[path] or v[path] == "none",
        f"this has no meaning unless the kind is {' or '.join(kinds)}",
        f"non ha senso se il tipo non è {' o '.join(kinds)}",
    )


_LIMITED: Final = ("bank", "per_move")

_RULES: Final = (
    *(_only_for(path, "bank") for path in ("initial_s", "refill_s", "cap_s", "grace_s")),
    *(_only_for(path, *_LIMITED) for path in ("turn_max_s", "first_turn_s", "calendar")),
    *(_only_for(path, *_LIMITED) for path in ("holidays", "pauses_per_seat", "pause_max_s")),
    _Rule(
        "initial_s",
        _bank(lambda v: v["refill_s"] <= v["initial_s"] <= v["cap_s"]),
        "a bank begins with no less than its refill and no more than its cap",
        "la banca parte da non meno della ricarica e da non più del tetto",
    ),
    _Rule(
        "grace_s",
        _bank(lambda v: MINUTE <= v["grace_s"] <= v["turn_max_s"]),
        "the free time of a turn is at least a minute and no longer than the longest turn",
        "il tempo libero di un turno è almeno un minuto e non supera il turno più lungo",
    ),
    _Rule(
        "turn_max_s",
        lambda v: v["kind"] not in _LIMITED or v["turn_max_s"] >= MINUTE,
        "a turn lasts at least a minute",
        "un turno dura almeno un minuto",
    ),
    _Rule(
        "quiet_to",
        lambda v: 0 < quiet_minutes(v["quiet_from"], v["quiet_to"]) <= LONGEST_QUIET_MINUTES,
        "the quiet hours last from one minute to sixteen hours",
        "le ore di quiete durano da un minuto a sedici ore",
    ),
    _Rule(
        "pause_max_s",
        lambda v: v["pauses_per_seat"] == 0 or v["pause_max_s"] >= HOUR,
        "where there are pauses, the longest is an hour or more",
        "se ci sono pause, la più lunga è di almeno un'ora",
    ),
)
