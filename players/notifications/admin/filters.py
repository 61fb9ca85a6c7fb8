"""Filters whose choices are known without asking the database, and words to search by."""

from collections.abc import Iterable
from typing import Any, ClassVar, Final
from uuid import UUID

from django.contrib.admin import ModelAdmin, SimpleListFilter
from django.db.models import Exists, Model, OuterRef, Q, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from players.models import Player
from players.notifications.admin.cells import CHANNELS, REASONS
from players.notifications.models import Delivery, DeliveryStatus
from players.notifications.registry import notification_types

__all__ = [
    "ChannelFilter",
    "HowItWentFilter",
    "ReasonFilter",
    "StandingFilter",
    "TypeFilter",
    "WhyFilter",
    "of_player",
    "uuid_in",
]

# Of so many players at most the rows are searched by a part of a name.
_MOST_PLAYERS: Final = 200
_WORDLESS: Final = Q(pk__in=[])


class _Chosen(SimpleListFilter):
    """Keep what `selecting` says of the value chosen."""

    choices_offered: ClassVar[Iterable[tuple[str, Any]]] = ()

    def lookups(
        self, request: HttpRequest, model_admin: "ModelAdmin[Any]"
    ) -> Iterable[tuple[str, Any]]:
        """Offer the values, each in words."""
        return list(self.choices_offered)

    def queryset(self, request: HttpRequest, queryset: QuerySet[Model]) -> QuerySet[Model]:
        """Keep the rows of the value chosen."""
        value = self.value()
        return queryset if value is None else queryset.filter(self.selecting(value))

    def selecting(self, value: str) -> Q:
        """Say which rows are of a value."""
        raise NotImplementedError


class TypeFilter(_Chosen):
    """By what a notification is about."""

    title = _("type")
    parameter_name = "about"
    path: ClassVar[str] = "type"

    def lookups(
        self, request: HttpRequest, model_admin: "ModelAdmin[Any]"
    ) -> Iterable[tuple[str, Any]]:
        """Offer all types that there are."""
        known = [(slug, str(kind.label)) for slug, kind in notification_types().items()]
        return sorted(known, key=lambda each: each[1])

    def selecting(self, value: str) -> Q:
        """Say which rows are of a type."""
        return Q(**{self.path: value})


class ChannelFilter(_Chosen):
    """By channel."""

    title = _("channel")
    parameter_name = "channel"
    choices_offered = tuple(CHANNELS.items())

    def selecting(self, value: str) -> Q:
        """Say which deliveries are on a channel."""
        return Q(channel=value)


class StandingFilter(_Chosen):
    """By how a delivery stands."""

    title = _("status")
    parameter_name = "standing"
    choices_offered = tuple(DeliveryStatus.choices)

    def selecting(self, value: str) -> Q:
        """Say which deliveries stand so."""
        return Q(status=value)


class ReasonFilter(_Chosen):
    """By why a delivery is held, joined, dropped or failed."""

    title = _("reason")
    parameter_name = "why"
    choices_offered = tuple((value, told) for value, told in REASONS.items() if value)

    def selecting(self, value: str) -> Q:
        """Say which deliveries have this reason."""
        return Q(reason=value)


class HowItWentFilter(StandingFilter):
    """Of notifications: by how any of their deliveries stands."""

    def selecting(self, value: str) -> Q:
        """Say which notifications have a delivery that stands so."""
        return Q(Exists(Delivery.objects.filter(notification=OuterRef("pk"), status=value)))


class WhyFilter(ReasonFilter):
    """Of notifications: by why any of their deliveries stands as it does."""

    def selecting(self, value: str) -> Q:
        """Say which notifications have a delivery with this reason."""
        return Q(Exists(Delivery.objects.filter(notification=OuterRef("pk"), reason=value)))


def of_player(word: str) -> Q:
    """Select by a part of a username, or by the public id of a player."""
    found = uuid_in(word)
    named = Q(username__icontains=word) if found is None else Q(public_id=found)
    players = Player.objects.filter(named).order_by("pk")
    keys = list(players.values_list("pk", flat=True)[:_MOST_PLAYERS])
    return Q(player__in=keys) if keys else _WORDLESS


def uuid_in(word: str) -> UUID | None:
    """Read a whole id, with dashes or without."""
    try:
        return UUID(word)
    except ValueError:
        return None
