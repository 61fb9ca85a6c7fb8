"""Whether a rule set may be played: each field by itself, then the fields together."""

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, Final

from .combinations import Combination, Leaves
from .errors import RuleSetInvalid, RuleSetProblem
from .fields import FIELDS, Value, is_one_of
from .repairs import blamed, broken, companions, values_that_mend, values_that_stand
from .ruleset import RULESET_SCHEMA, RuleSet, build_rules, encode_rules, leaves_of

_TEMPLATE: Final = encode_rules(RuleSet())
# What was added to the rules since they were first written down: older ones take the defaults.
_ADDED: Final = {1: ("declarations",)}
_SCHEMAS: Final = (*_ADDED, RULESET_SCHEMA)
_DEFAULTS: Final = dict(leaves_of(_TEMPLATE))
_NONE_ASKED: Final[Leaves] = MappingProxyType({})
_SPELT: Final = 7  # paths in a sentence


def decode_rules(document: object) -> RuleSet:
    """Read rules from plain data, nested as `encode_rules` writes them.

    Every field must be there that the schema of the document has; rules of an older
    schema are read as rules of today that do without what was added.
    Raises `RuleSetInvalid` with all problems found.
    """
    problems: list[RuleSetProblem] = []
    leaves = dict(_walk(document, _template_of(document), "", problems))
    problems.extend(_head_problems(leaves))
    if problems:
        raise RuleSetInvalid(problems)
    return checked_rules({**_DEFAULTS, **leaves, "schema": RULESET_SCHEMA})


def _template_of(document: object) -> Mapping[str, Any]:
    """Give the shape that rules of the document's schema have."""
    schema = document.get("schema") if isinstance(document, Mapping) else None
    added = _ADDED[schema] if type(schema) is int and schema in _ADDED else ()
    return {name: group for name, group in _TEMPLATE.items() if name not in added}


def checked_rules(leaves: Leaves) -> RuleSet:
    """Make rules of a value at each path, or raise `RuleSetInvalid`."""
    problems = [*_problems(leaves, _NONE_ASKED, _DEFAULTS)]
    if problems:
        raise RuleSetInvalid(problems)
    return build_rules(leaves)


def check_rules(rules: object) -> None:
    """Raise `RuleSetInvalid` unless rules made by hand may be played."""
    if type(rules) is not RuleSet:
        raise RuleSetInvalid([_wrong_shape("", rules)])
    decode_rules(encode_rules(rules))


def unknown_path(path: object, value: object) -> RuleSetProblem:
    """Describe a path that no field has; `allowed` lists those that exist.

    For a group of fields those of it, or those that its value names: paths are not nested.
    """
    en, it = "there is no such field", "questo campo non esiste"
    meant = _fields_meant(f"{path}.", value)
    if meant:
        spelt = ", ".join(meant[:_SPELT])
        en, it = f"{en}; write it as {spelt}", f"{it}; si scrive {spelt}"
    return RuleSetProblem(str(path), value, "unknown_path", en, it, meant or tuple(FIELDS))


def _fields_meant(group: str, value: object) -> tuple[str, ...]:
    inside = tuple(path for path in FIELDS if path.startswith(group))
    if not isinstance(value, Mapping):
        return inside
    named = {path for path, _value in leaves_of(value, group)}
    return tuple(path for path in inside if path in named) or inside


def _walk(
    document: object, template: Mapping[str, Any], prefix: str, problems: list[RuleSetProblem]
) -> Iterator[tuple[str, Any]]:
    """Yield the leaves of a document that has the template's shape; note where it has not."""
    if not isinstance(document, Mapping):
        problems.append(_wrong_shape(prefix.removesuffix("."), document))
        return
    problems.extend(
        unknown_path(f"{prefix}{name}", value)
        for name, value in document.items()
        if name not in template
    )
    for name, below in template.items():
        path = prefix + name
        if name not in document:
            problems.append(_missing(path))
        elif isinstance(below, Mapping):
            yield from _walk(document[name], below, path + ".", problems)
        else:
            yield path, document[name]


def _wrong_shape(path: str, value: object) -> RuleSetProblem:
    return RuleSetProblem(
        path, value, "wrong_type", "this must be a group of fields", "qui va un gruppo di campi"
    )


def _missing(path: str) -> RuleSetProblem:
    allowed = FIELDS[path].known if path in FIELDS else ()
    return RuleSetProblem(
        path, None, "missing_path", "the field is missing", "il campo manca", allowed
    )


def _head_problems(leaves: Leaves) -> Iterator[RuleSetProblem]:
    if "schema" in leaves and not is_one_of(leaves["schema"], _SCHEMAS):
        yield _refused("schema", leaves["schema"], _SCHEMAS, _SCHEMAS)
    if "slug" in leaves and type(leaves["slug"]) is not str:
        slug = leaves["slug"]
        yield RuleSetProblem(
            "slug", slug, "wrong_type", "the slug must be a text", "lo slug deve essere un testo"
        )


def _problems(leaves: Leaves, asked: Leaves, before: Leaves) -> Iterator[RuleSetProblem]:
    """Yield what is wrong with values by path: of each by itself, or else with them together.

    `asked` are those that somebody asked for, `before` those that stood there.
    """
    wrong = [path for path, entry in FIELDS.items() if not is_one_of(leaves[path], entry.known)]
    right = {**leaves, **{path: before[path] for path in wrong}}
    for path in wrong:
        yield _refused(path, leaves[path], FIELDS[path].known, values_that_stand(right, path))
    if not wrong:
        yield from _combination_problems(leaves, asked)


def _refused(
    path: str, value: object, known: tuple[Value, ...], allowed: tuple[Value, ...]
) -> RuleSetProblem:
    if any(type(value) is type(candidate) for candidate in known):
        code, en, it = "value_not_allowed", "not a value of this field", "valore non ammesso"
    else:
        code, en, it = "wrong_type", "not a value of the right type", "valore di tipo sbagliato"
    if allowed:
        choices = _spell(allowed)
        en, it = f"{en}; allowed: {choices}", f"{it}; ammessi: {choices}"
    return RuleSetProblem(path, value, code, en, it, allowed)


def _spell(values: tuple[Value, ...]) -> str:
    """Write values as JSON does, a long run of numbers by its ends."""
    numbers = [value for value in values if type(value) is int]
    if len(numbers) > 5:
        others = [value for value in values if type(value) is not int]
        return ", ".join([*map(_spell_one, others), f"{numbers[0]}-{numbers[-1]}"])
    return ", ".join(map(_spell_one, values))


def _spell_one(value: Value) -> str:
    names = {None: "null", True: "true", False: "false"}
    return names[value] if value is None or isinstance(value, bool) else str(value)


def _combination_problems(leaves: Leaves, asked: Leaves) -> Iterator[RuleSetProblem]:
    """Yield one problem for each path to blame, with all that is wrong there."""
    wrong: dict[str, list[Combination]] = {}
    for rule in broken(leaves):
        wrong.setdefault(blamed(rule, asked), []).append(rule)
    for path, rules in wrong.items():
        others = {rule for each in wrong for rule in wrong[each] if each != path}
        allowed = values_that_mend(leaves, path, others)
        also: Mapping[str, Value] = {}
        if asked:  # else each field that is named might be the one to change
            kept = companions(leaves, asked, others, _DEFAULTS)
            also = kept or companions(leaves, [path], others, _DEFAULTS)
        yield _unfitting(path, leaves[path], rules, allowed, also)


def _unfitting(
    path: str,
    value: Value,
    rules: Iterable[Combination],
    allowed: tuple[Value, ...],
    also: Mapping[str, Value],
) -> RuleSetProblem:
    en = "; ".join(dict.fromkeys(rule.reason_en for rule in rules))
    it = "; ".join(dict.fromkeys(rule.reason_it for rule in rules))
    if also:
        kept = _spell_one(value)
        changes = [(other, _spell_one(wanted)) for other, wanted in also.items()]
        more_en = ", ".join(f"{other} to {wanted}" for other, wanted in changes)
        more_it = ", ".join(f"{other} a {wanted}" for other, wanted in changes)
        en = f"{en}; to keep {kept} here, also set {more_en}"
        it = f"{it}; per tenere {kept} qui, imposta anche {more_it}"
    return RuleSetProblem(path, value, "combination_not_allowed", en, it, allowed, also)


def known_leaves(rules: RuleSet) -> dict[str, Any]:
    """Give every value of valid rules by its path, schema and slug included."""
    return dict(leaves_of(encode_rules(rules)))


def apply_overrides(leaves: dict[str, Any], overrides: object) -> RuleSet:
    """Change values by path, then check; `RuleSetInvalid` names every bad path."""
    if not isinstance(overrides, Mapping):
        raise RuleSetInvalid([_wrong_shape("", overrides)])
    asked = {path: value for path, value in overrides.items() if path in FIELDS}
    changed = {**leaves, **asked}
    problems = list(_problems(changed, asked, leaves))
    problems += [unknown_path(path, overrides[path]) for path in overrides if path not in asked]
    if problems:
        raise RuleSetInvalid(problems)
    return build_rules(changed)
