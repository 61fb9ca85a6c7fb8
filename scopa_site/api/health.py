"""Say whether the process lives, and whether it can do its work."""

import logging
from collections.abc import Callable

from django.db import connection
from django.http import HttpResponse
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.request import Request

from scopa_site.api.fields import ChoiceField, ListField, StrictSerializer, StringField
from scopa_site.api.rendering import answer
from scopa_site.api.views import ApiView

__all__ = ["HealthView", "ReadyView", "register_check"]

logger = logging.getLogger(__name__)

_checks: dict[str, Callable[[], None]] = {}


def register_check(name: str, check: Callable[[], None]) -> None:
    """Make readiness depend on `check`, which raises when its part cannot do its work."""
    _checks[name] = check


class Health(StrictSerializer):
    """The process answers."""

    status = ChoiceField(choices=["ok"])


class Readiness(StrictSerializer):
    """Whether the service can be used, and what keeps it from it."""

    status = ChoiceField(choices=["ok", "unavailable"])
    failed = ListField(child=StringField(), help_text="The names of the checks that failed.")


class HealthView(ApiView):
    """GET /healthz."""

    public = True
    serves_old_clients = True
    counted = {"GET": None}  # whoever watches over the service asks often

    @extend_schema(operation_id="getHealth", tags=["service"], responses=Health)
    def get(self, request: Request) -> HttpResponse:
        """Tell that the process lives.

        It touches nothing else: a dead database is no reason to restart the process.
        """
        return answer({"status": "ok"})


class ReadyView(ApiView):
    """GET /readyz."""

    public = True
    serves_old_clients = True
    counted = {"GET": None}  # whoever watches over the service asks often

    @extend_schema(
        operation_id="getReadiness",
        tags=["service"],
        responses={200: Readiness, 503: OpenApiResponse(Readiness, description="Not now.")},
    )
    def get(self, request: Request) -> HttpResponse:
        """Tell whether a match can be played now."""
        failed = [name for name, check in _checks.items() if not _passes(name, check)]
        status = "unavailable" if failed else "ok"
        return answer({"status": status, "failed": failed}, 503 if failed else 200)


def _passes(name: str, check: Callable[[], None]) -> bool:
    try:
        check()
    except Exception as exc:  # noqa: BLE001  # whatever it is, the part is not ready
        # One line: whoever waits for a start asks often, and a late part is no fault yet.
        logger.warning("not ready: %s (%s: %s)", name, type(exc).__name__, exc)
        return False
    return True


def _database() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")


register_check("database", _database)
