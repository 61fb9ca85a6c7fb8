"""What must be true of every answer, beside what the fuzzer knows by itself."""

import json
from typing import Any

__all__ = ["CHECKS", "keep_failure", "note_answer"]

_PROBLEM = "application/problem+json"


def listed_status(context: Any, response: Any, case: Any) -> None:
    """Refuse a status that the document does not name.

    Each operation has a `default` for refusals that no client could foresee, which would let any
    status pass. 405 is for methods that the document does not have.
    """
    listed = case.operation.definition.raw["responses"]
    status = response.status_code
    if str(status) not in listed and not (status == 405 and _is_another_method(case)):
        raise AssertionError(f"{status} is not among {', '.join(listed)}")


def problem_or_json(context: Any, response: Any, case: Any) -> None:
    """Refuse an error that is no problem document where one is due, and JSON that is none."""
    media_type = (response.headers.get("content-type") or [""])[0].partition(";")[0]
    described = case.operation.definition.raw["responses"].get(str(response.status_code), {})
    if response.status_code >= 400 and "application/json" not in described.get("content", {}):
        if media_type != _PROBLEM:
            raise AssertionError(f"an error as {media_type!r}")
        problem = json.loads(response.content)
        if problem["status"] != response.status_code or not problem["code"]:
            raise AssertionError(f"a problem with status {problem['status']}")
    elif media_type.endswith("json"):
        json.loads(response.content)


def _is_another_method(case: Any) -> bool:
    described = case.operation.schema.raw_schema["paths"][case.operation.path]
    return case.method.lower() not in described


# Refusals of what fits a schema that no schema can tell: a cursor is whatever was handed out, and
# JSON may be deeper and its numbers longer than is read here.
_UNFORESEEN = {
    *("invalid_cursor", "cursor_unknown", "too_deep", "number_out_of_range", "body_too_large"),
    *("nul_character", "null_characters_not_allowed", "lone_surrogate"),
    *("blank", "control_character"),
}


# What answers told that were kept for their Idempotency-Key: it may be deleted since.
_told_again: set[str] = set()


def note_answer(response: Any) -> None:
    """Remember what an answer tells of that was given before."""
    if "idempotency-replayed" not in {name.lower() for name in response.headers}:
        return
    try:
        _told_again.add(str(json.loads(response.content)["id"]))
    except (ValueError, KeyError, TypeError):
        return


def keep_failure(context: Any, failure: Any, case: Any, response: Any) -> bool:
    """Tell whether a failure is one: not where a sound request was refused with good reason."""
    if type(failure).__name__ == "EnsureResourceAvailability":
        return _told_again.isdisjoint(map(str, (case.path_parameters or {}).values()))
    if type(failure).__name__ != "RejectedPositiveData":
        return True
    try:
        problem = json.loads(response.content)
    except ValueError:
        return True
    codes = {problem.get("code"), *(error["code"] for error in problem.get("errors", ()))}
    return not (codes & _UNFORESEEN or _has_a_whole_fraction(case.body))


def _has_a_whole_fraction(value: Any) -> bool:
    """Tell whether 7.0 stands somewhere: an integer to JSON Schema, and to nobody here."""
    if isinstance(value, dict | list):
        parts = value.values() if isinstance(value, dict) else value
        return any(map(_has_a_whole_fraction, parts))
    return isinstance(value, float) and value.is_integer()


CHECKS = [listed_status, problem_or_json]
