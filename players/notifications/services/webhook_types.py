"""The notification that a webhook is called no more."""

from collections.abc import Sequence
from typing import Final
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from players.notifications.models import Webhook
from players.notifications.registry import (
    Channel,
    Mode,
    Notice,
    NotificationType,
    Words,
    register_type,
)

__all__ = ["WEBHOOK_OFF", "register_webhook_types"]

WEBHOOK_OFF: Final = "webhook_off"


def register_webhook_types() -> None:
    """Make the type known. It is not told to webhooks."""
    register_type(
        NotificationType(
            slug=WEBHOOK_OFF,
            label=gettext_lazy("Webhooks that are called no more"),
            words=_words,
            defaults={Channel.PUSH: Mode.ON, Channel.MAIL: Mode.ON},
        )
    )


def _words(notices: Sequence[Notice]) -> dict[UUID, Words]:
    """Say which, and why; one query. One that was deleted since is nobody's matter."""
    wanted = {notice.data["switched_off"] for notice in notices}
    names = {str(row.public_id): str(row) for row in Webhook.objects.filter(public_id__in=wanted)}
    return {
        notice.id: Words(_("A webhook is turned off"), _body(notice) % {"name": names[key]})
        for notice in notices
        if (key := notice.data["switched_off"]) in names
    }


def _body(notice: Notice) -> str:
    if notice.data["because"] == "gone":
        return _("The receiver of “%(name)s” says that it is gone.")
    return _("“%(name)s” has not answered for five days.")
