"""What a webhook must be like before anything is sent to it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from players.models import validate_display_name
from players.notifications.channels.public_addresses import AddressRefused, refuse_form
from players.notifications.errors import InvalidWebhook, WebhookRefused
from players.notifications.registry import Channel, notification_types
from scopa_site.errors import FieldProblem

__all__ = ["WebhookWishes", "refuse_faults", "webhook_types"]

NAME_LENGTH: Final = 60
_ADDRESS: Final = {
    "invalid_url": _("This is no address that can be called; it has at most 2000 characters."),
    "not_https": _("The address begins with https://."),
    "credentials": _("The address holds no name and no password."),
    "port_not_allowed": _("The port is 443, or from 1024 on."),
    "not_public": _("This is not the address of a public machine."),
}


@dataclass(frozen=True, slots=True)
class WebhookWishes:
    """What a webhook is to be; None: as it is. `types` empty: all."""

    url: str | None = None
    name: str | None = None
    types: Sequence[str] | None = None
    is_enabled: bool | None = None


def webhook_types() -> list[str]:
    """Return the types that programs can be told of."""
    return [slug for slug, kind in notification_types().items() if Channel.WEBHOOK in kind.defaults]


def refuse_faults(wishes: WebhookWishes) -> None:
    """Raise WebhookRefused for the address, InvalidWebhook for all else, with every fault."""
    if wishes.url is not None:
        try:
            refuse_form(wishes.url, loopback=settings.OUTBOUND_LOOPBACK)
        except AddressRefused as refusal:
            fault = FieldProblem("/url", refusal.why, _ADDRESS[refusal.why])
            raise WebhookRefused(errors=[fault]) from None
    if faults := [*_name_faults(wishes.name or ""), *_type_faults(wishes.types or ())]:
        raise InvalidWebhook(errors=faults)


def _name_faults(name: str) -> list[FieldProblem]:
    if len(name) > NAME_LENGTH:
        text = _("The name of a webhook has at most 60 characters.")
        return [FieldProblem("/name", "name_too_long", text)]
    try:
        if name:
            validate_display_name(name)
    except ValidationError as exc:
        return [FieldProblem("/name", exc.code or "invalid", exc.messages[0])]
    return []


def _type_faults(types: Sequence[str]) -> list[FieldProblem]:
    known = webhook_types()
    text = _("There is no such type of notification.")
    return [
        FieldProblem(f"/types/{place}", "unknown_type", text, {"allowed": known})
        for place, slug in enumerate(types)
        if slug not in known
    ]
