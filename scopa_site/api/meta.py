"""What an app asks as it starts: the clock, whether it is still served, limits and codes."""

from collections.abc import Iterable, Iterator
from typing import Any, Final

from django.apps import apps
from django.conf import settings
from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request

from scopa_site.api.problems import HTTP_PROBLEMS, STATUS
from scopa_site.api.rendering import answer_tagged, rfc3339
from scopa_site.api.schema import NOT_MODIFIED
from scopa_site.api.views import ApiView
from scopa_site.errors import DomainError, Text
from scopa_site.limit_settings import LIMITS, Per
from scopa_site.reasons import reason_lists

__all__ = ["API_VERSION", "MetaView"]

API_VERSION: Final = "1"
# By themselves, as whoever speaks them looks for them.
_LANGUAGES: Final = {"it": "Italiano", "en": "English"}


class Named(serializers.Serializer[Any]):
    """A code and what a person reads for it."""

    code = serializers.CharField()
    title = serializers.CharField()


class LowestClient(serializers.Serializer[Any]):
    """The lowest version of one program that is still served."""

    name = serializers.CharField()
    version = serializers.CharField()


class LimitShown(serializers.Serializer[Any]):
    """So many requests are let through in each window of so many seconds."""

    scope = serializers.CharField(help_text="As in the problem `too_many_requests`.")
    title = serializers.CharField()
    limit = serializers.IntegerField()
    seconds = serializers.IntegerField()
    per = serializers.ChoiceField(choices=[each.value for each in Per])


class ProblemShown(Named):
    """One way in which a request is refused; `…` stands for what only the refusal can say."""

    status = serializers.IntegerField()
    detail = serializers.CharField()


class ReasonList(serializers.Serializer[Any]):
    """A closed list from which people choose a reason."""

    name = serializers.CharField()
    items = Named(many=True)


class Meta(serializers.Serializer[Any]):
    """What holds for every client; `server_time` is not part of the ETag."""

    api_version = serializers.CharField()
    lowest_clients = LowestClient(many=True)
    languages = Named(many=True)
    limits_lifted = serializers.BooleanField(help_text="Nothing is limited here and now.")
    limits = LimitShown(many=True)
    problems = ProblemShown(many=True)
    reasons = ReasonList(many=True)
    server_time = serializers.DateTimeField()


class MetaView(ApiView):
    """GET /meta."""

    public = True
    serves_old_clients = True

    @extend_schema(
        operation_id="getMeta", tags=["service"], responses={200: Meta, 304: NOT_MODIFIED}
    )
    def get(self, request: Request) -> HttpResponse:
        """Get the server's time, the lowest clients, limits, and all codes with their texts.

        Texts are in the language that is asked for. An app asks this as it starts, and again with
        the ETag that it got.
        """
        shown = {
            "api_version": API_VERSION,
            "lowest_clients": [
                {"name": name, "version": version}
                for name, version in sorted(settings.SCOPA_LOWEST_CLIENTS.items())
            ],
            "languages": _named((code, _LANGUAGES[code]) for code, _name in settings.LANGUAGES),
            "limits_lifted": settings.SCOPA_LIMITS_LIFTED,
            "limits": list(_limits()),
            "problems": sorted(_problems(), key=lambda each: (each["status"], each["code"])),
            "reasons": [
                {"name": name, "items": _named(reasons())}
                for name, reasons in sorted(reason_lists().items())
            ],
            "server_time": rfc3339(self.arrived_at),
        }
        return answer_tagged(request, shown)


def _named(pairs: Iterable[tuple[str, Text]]) -> list[dict[str, str]]:
    return [{"code": code, "title": str(title)} for code, title in pairs]


def _limits() -> Iterator[dict[str, object]]:
    for scope, (limit, seconds) in settings.SCOPA_LIMITS.items():
        known = LIMITS[scope]
        yield {
            "scope": scope,
            "title": str(known.title),
            "limit": limit,
            "seconds": seconds,
            "per": known.per.value,
        }


def _problems() -> Iterator[dict[str, Any]]:
    for problem in HTTP_PROBLEMS:
        yield _problem(problem.status, problem.code, problem.title, str(problem.detail))
    ours = tuple(f"{config.name}." for config in apps.get_app_configs())
    for error in _family(DomainError):
        if error is not DomainError and error.__module__.startswith(ours):
            for code, title, message in error.told():
                yield _problem(STATUS[error.kind], code, title, str(message) % _Blanks())


def _family(error: type[DomainError]) -> Iterator[type[DomainError]]:
    yield error
    for child in error.__subclasses__():
        yield from _family(child)


def _problem(status: int, code: str, title: Text, detail: str) -> dict[str, Any]:
    return {"status": int(status), "code": code, "title": str(title), "detail": detail}


class _Blanks(dict[str, str]):
    """Stands for parameters that only an error which is raised has."""

    def __missing__(self, name: str) -> str:
        return "…"
