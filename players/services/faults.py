"""Say in the terms of the API what Django's validators found."""

from django.core.exceptions import ValidationError

from scopa_site.errors import FieldProblem

__all__ = ["field_problems"]


def field_problems(exc: ValidationError) -> list[FieldProblem]:
    """Return one problem for each fault of each field, pointing at the field of that name."""
    return [
        FieldProblem(f"/{field}", fault.code or "invalid", fault.messages[0])
        for field, faults in exc.error_dict.items()
        for fault in faults
    ]
