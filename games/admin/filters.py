"""Filters whose choices are known without asking the database."""

from collections.abc import Iterable
from typing import Any

from django.contrib.admin import ModelAdmin, SimpleListFilter
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from games.engine import PRESETS
from games.models import MoveSource
from games.wording import preset_name

__all__ = ["TERMINATIONS", "OwedFilter", "PresetFilter", "SourceFilter", "TerminationFilter"]

TERMINATIONS = {
    "completed": _("played to the end"),
    "deal_limit": _("at the limit of deals"),
    "resigned": _("by resignation"),
    "timeout": _("by the clock"),
}


class PresetFilter(SimpleListFilter):
    """By the preset that the match was created with."""

    title = _("preset")
    parameter_name = "preset"

    def lookups(
        self, request: HttpRequest, model_admin: "ModelAdmin[Any]"
    ) -> Iterable[tuple[str, str]]:
        """Offer all presets."""
        return [(slug, preset_name(slug)) for slug in PRESETS]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Model]) -> QuerySet[Model]:
        """Keep the matches of the preset chosen."""
        return queryset.filter(preset=self.value()) if self.value() else queryset


class TerminationFilter(SimpleListFilter):
    """By how the match ended."""

    title = _("termination")
    parameter_name = "termination"

    def lookups(
        self, request: HttpRequest, model_admin: "ModelAdmin[Any]"
    ) -> Iterable[tuple[str, Any]]:
        """Offer the ends that a match can have."""
        return list(TERMINATIONS.items())

    def queryset(self, request: HttpRequest, queryset: QuerySet[Model]) -> QuerySet[Model]:
        """Keep the matches that ended so."""
        return queryset.filter(termination=self.value()) if self.value() else queryset


class SourceFilter(SimpleListFilter):
    """By who chose a card; a plan is a choice of its person."""

    title = _("chosen by")
    parameter_name = "source"

    def lookups(
        self, request: HttpRequest, model_admin: "ModelAdmin[Any]"
    ) -> Iterable[tuple[str, Any]]:
        """Offer all but plans, which are nobody else's to know of."""
        return [(source, source.label) for source in MoveSource if source != MoveSource.PLAN]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Model]) -> QuerySet[Model]:
        """Keep the moves chosen so."""
        wanted = self.value()
        if wanted is None:
            return queryset
        sources = [wanted, MoveSource.PLAN] if wanted == MoveSource.PERSON else [wanted]
        return queryset.filter(source__in=sources)


class OwedFilter(SimpleListFilter):
    """By whether a piece of work is still owed."""

    title = _("work")
    parameter_name = "owed"

    def lookups(
        self, request: HttpRequest, model_admin: "ModelAdmin[Any]"
    ) -> Iterable[tuple[str, Any]]:
        """Offer owed and done."""
        return [("yes", _("owed")), ("no", _("done"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Model]) -> QuerySet[Model]:
        """Keep what is owed, or what is done."""
        if self.value() is None:
            return queryset
        return queryset.filter(done_at__isnull=self.value() == "yes")
