"""Run the fuzzer as one role, until every operation has had its examples."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import cycle, islice
from typing import Any
from uuid import UUID

import schemathesis
from schemathesis.config import SchemathesisConfig
from schemathesis.core.failures import FailureGroup
from schemathesis.engine import events, from_schema
from schemathesis.transport import wsgi

from fuzz.checks import CHECKS, keep_failure, note_answer
from fuzz.roles import Role

__all__ = ["Outcome", "run"]

_DOCUMENT = "/api/v1/openapi.json"
# What a body may be refused for that fits its schema: rules of the game, rights, the moment.
_REFUSALS = ["2xx", "304", "401", "403", "404", "409", "410", "422"]
# What does not fit its schema is refused; a text that is too long may make the body too large.
_REJECTIONS = ["400", "401", "403", "404", "405", "406", "409", "413", "415", "422", "428", "429"]
# In one process nothing rings the sweeps, and nothing holds streams: both say so by 503.
_UNAVAILABLE = [
    {
        "include-path": path,
        "checks": {
            "not_a_server_error": {"expected-statuses": ["2xx", "3xx", "4xx", "503"]},
            "positive_data_acceptance": {"expected-statuses": [*_REFUSALS, "503"]},
        },
    }
    for path in ("/readyz", "/api/v1/events/stream")
]
# The password is required of whoever has one, which no schema can say: without it they answer 400.
_ASKS_WHO_HAS_ONE = [
    {
        "include-path": f"/api/v1/me/{path}",
        "checks": {"positive_data_acceptance": {"expected-statuses": [*_REFUSALS, "400"]}},
    }
    for path in ("email", "password", "identities", "identities/{provider}")
]
# Settings of a network client, which some checks hand to the application in this process.
_OF_NETWORKS = ("max_redirects", "verify", "cert", "proxies")


@dataclass
class Outcome:
    """How often each operation was called, with which answers, and what was found."""

    calls: Counter[str] = field(default_factory=Counter)
    statuses: dict[str, Counter[str]] = field(default_factory=dict)
    failures: dict[str, str] = field(default_factory=dict)  # one text each, by what it is about
    errors: list[str] = field(default_factory=list)


def run(application: Any, role: Role, *, examples: int, seed: int) -> Outcome:
    """Call every operation at least `examples` times. The same seed gives the same calls."""
    _install(role)
    outcome = Outcome()
    config = _config(examples=examples, seed=seed)
    schema = schemathesis.openapi.from_wsgi(_DOCUMENT, application, config=config)
    few: dict[str, list[Any]] = {each.ok().label: [] for each in schema.get_all_operations()}
    for event in from_schema(schema).execute():
        _note(event, outcome)
        _keep_cases(event, few, examples)
    for label, cases in few.items():
        _call_again(label, cases, examples - outcome.calls[label], outcome)
    return outcome


def _keep_cases(event: Any, few: dict[str, list[Any]], examples: int) -> None:
    if isinstance(event, events.ScenarioFinished):
        for node in event.recorder.cases.values():
            kept = few[node.value.operation.label]
            if len(kept) < examples:
                kept.append(node.value)


def _call_again(label: str, cases: list[Any], times: int, outcome: Outcome) -> None:
    """Repeat the calls of an operation that has fewer different inputs than examples are due."""
    if times > 0 and not cases:
        outcome.errors.append(f"{label}: never called")
        return
    for case in islice(cycle(cases), max(times, 0)):
        outcome.calls[label] += 1
        try:
            case.call_and_validate()
        except FailureGroup as group:
            for failure in group.exceptions:
                outcome.failures.setdefault(
                    f"{label}: called again: {failure.title}", str(failure.message)[:1500]
                )


def _config(*, examples: int, seed: int) -> Any:
    return SchemathesisConfig.from_dict(
        {
            "seed": seed,
            "warnings": False,
            "continue-on-failure": True,
            "generation": {"max-examples": examples, "no-shrink": True, "database": "none"},
            "checks": {
                "positive_data_acceptance": {"expected-statuses": _REFUSALS},
                "negative_data_rejection": {"expected-statuses": _REJECTIONS},
            },
            "operations": [*_UNAVAILABLE, *_ASKS_WHO_HAS_ONE],
        }
    )


def _note(event: Any, outcome: Outcome) -> None:
    if isinstance(event, events.ScenarioFinished):
        for case_id, interaction in event.recorder.interactions.items():
            label = event.recorder.cases[case_id].value.operation.label
            outcome.calls[label] += 1
            if interaction.response is not None:
                status = str(interaction.response.status_code)
                outcome.statuses.setdefault(label, Counter())[status] += 1
        for case_id, checks in event.recorder.checks.items():
            for check in checks:
                if check.failure_info is not None:
                    _note_failure(event.recorder, case_id, check, outcome)
    elif isinstance(event, events.NonFatalError | events.FatalError):
        where = getattr(event, "label", "")
        outcome.errors.append(f"{where}: {getattr(event, 'value', None) or event.exception!r}")


def _note_failure(recorder: Any, case_id: str, check: Any, outcome: Outcome) -> None:
    failure, label = check.failure_info.failure, recorder.cases[case_id].value.operation.label
    interaction = recorder.interactions.get(case_id)
    answer = interaction.response if interaction else None
    said = f"{answer.status_code} {answer.content[:600]!r}" if answer is not None else "no answer"
    outcome.failures.setdefault(
        f"{label}: {check.name}: {failure.title}",
        f"{failure.message[:1500]}\n{check.failure_info.code_sample[:1500]}\nanswer: {said}",
    )


def _install(role: Role) -> None:
    """Tell the fuzzer who calls and what they know; it keeps such things in globals."""
    for check in CHECKS:
        schemathesis.check(check)
    schemathesis.hook("filter_failure")(keep_failure)
    schemathesis.hook("before_call")(_before_call(role))
    schemathesis.hook("after_call")(_after_call(role))
    schemathesis.auth(refresh_interval=None)(_auth(role))
    send = wsgi.WSGITransport.send

    def send_within(transport: Any, case: Any, *, session: Any = None, **kwargs: Any) -> Any:
        kept = {name: value for name, value in kwargs.items() if name not in _OF_NETWORKS}
        return send(transport, case, session=session, **kept)

    wsgi.WSGITransport.send = send_within


def _auth(role: Role) -> type:
    class Auth:
        def get(self, case: Any, context: Any) -> str | None:
            return role.token

        def set(self, case: Any, data: str | None, context: Any) -> None:
            if data is not None:
                case.headers["Authorization"] = f"Bearer {data}"

    return Auth


def _before_call(role: Role) -> Callable[[Any, Any, dict[str, Any]], None]:
    """Ask for things that exist, three times in four, and for moves that may be played."""
    calls = iter(range(10**12))

    def before_call(context: Any, case: Any, kwargs: dict[str, Any]) -> None:
        number = next(calls)
        ids: dict[str, Callable[[], str]] = {
            "match_id": role.match_id,
            "player_id": lambda: str(role.other.player["id"]),
        }
        for name, value in dict(case.path_parameters or {}).items():
            if name in ids and number % 4 and _is_an_id_of_nothing(value):
                case.path_parameters[name] = ids[name]()
        definition = case.operation.definition.raw
        if definition.get("operationId") == "playMove" and number % 2 and _is_meant_well(case):
            move = role.legal_move(case.path_parameters["match_id"])
            if move is not None:
                case.body = move

    return before_call


def _after_call(role: Role) -> Callable[[Any, Any, Any], None]:
    def after_call(context: Any, case: Any, response: Any) -> None:
        note_answer(response)
        sent = response.request.headers.get("Authorization")
        if response.status_code == 401 and role.token and sent == f"Bearer {role.token}":
            role.arrive_again()

    return after_call


def _is_an_id_of_nothing(value: Any) -> bool:
    """Tell whether it is a sound id that was made up; those of links lead somewhere already."""
    from games.queries import all_matches

    try:
        found = str(UUID(value)) == value and not all_matches([value]).exists()
    except (ValueError, TypeError, AttributeError):
        return False
    return bool(found)


def _is_meant_well(case: Any) -> bool:
    return case.meta is None or bool(case.meta.generation.mode.is_positive)
