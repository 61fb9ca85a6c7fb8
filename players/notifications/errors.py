"""What can go wrong with notifications, devices and webhooks, each with its code."""

from django.utils.translation import gettext_lazy as _

from scopa_site.errors import DomainError, Kind

__all__ = [
    "DeliveryNotFound",
    "DeliveryUnderWay",
    "DeviceNotFound",
    "InvalidDevice",
    "InvalidPreferences",
    "InvalidWebhook",
    "NotificationNotFound",
    "ToldInTheInboxAlone",
    "TooManyWebhooks",
    "WebhookDisabled",
    "WebhookNotFound",
    "WebhookRefused",
]


class NotificationNotFound(DomainError):
    """Raised when there is no such notification, or it is somebody else's."""

    kind = Kind.NOT_FOUND
    code = "notification_not_found"
    title = _("No such notification")
    message = _("There is no notification with this id among yours.")


class DeviceNotFound(DomainError):
    """Raised when the player has no such device."""

    kind = Kind.NOT_FOUND
    code = "device_not_found"
    title = _("No such device")
    message = _("There is no device with this installation id among yours.")


class InvalidDevice(DomainError):
    """Raised when a device cannot be as it is described."""

    kind = Kind.RULES
    code = "invalid_device"
    title = _("The device cannot be as described")
    message = _("The device cannot be as described; the members named say why.")


class InvalidPreferences(DomainError):
    """Raised when nobody can be told things in the way that is asked for."""

    kind = Kind.RULES
    code = "invalid_preferences"
    title = _("The preferences do not fit")
    message = _("The preferences do not fit; the members named say why.")


class WebhookNotFound(DomainError):
    """Raised when there is no such webhook, or it is somebody else's."""

    kind = Kind.NOT_FOUND
    code = "webhook_not_found"
    title = _("No such webhook")
    message = _("There is no webhook with this id among yours.")


class WebhookRefused(DomainError):
    """Raised for an address that this service does not call."""

    kind = Kind.RULES
    code = "webhook_refused"
    title = _("The address is not called")
    message = _("Give an https address of a public machine, without a name or password in it.")


class InvalidWebhook(DomainError):
    """Raised when a webhook cannot be as it is described."""

    kind = Kind.RULES
    code = "invalid_webhook"
    title = _("The webhook cannot be as described")
    message = _("The webhook cannot be as described; the members named say why.")


class WebhookDisabled(DomainError):
    """Raised when something is to be sent to a webhook that is turned off."""

    kind = Kind.CONFLICT
    code = "webhook_disabled"
    title = _("The webhook is turned off")
    message = _("Nothing is sent to a webhook that is turned off. Turn it on first.")


class TooManyWebhooks(DomainError):
    """Raised when a player has as many webhooks as anyone may."""

    kind = Kind.CONFLICT
    code = "too_many_webhooks"
    title = _("Too many webhooks")
    message = _("Nobody may have more than %(limit)s webhooks. Delete one first.")

    def __init__(self, *, limit: int) -> None:
        super().__init__(limit=limit)
        self.limit = limit

    def members(self) -> dict[str, object]:
        """Return how many there may be."""
        return {"limit": self.limit}


class DeliveryNotFound(DomainError):
    """Raised when the webhook was never told of this."""

    kind = Kind.NOT_FOUND
    code = "delivery_not_found"
    title = _("No such delivery")
    message = _("There is no delivery with this id at this webhook.")


class DeliveryUnderWay(DomainError):
    """Raised when something is to be sent again that is still on its way."""

    kind = Kind.CONFLICT
    code = "delivery_under_way"
    title = _("It is still on its way")
    message = _("It has not come to an end yet: it is tried again by itself.")


class ReachedAlready(DomainError):
    """Raised when something is to be sent again that everybody has acknowledged."""

    kind = Kind.CONFLICT
    code = "reached_already"
    title = _("It has arrived")
    message = _("Everybody whom it was sent to has it already.")


class ToldInTheInboxAlone(DomainError):
    """Raised when something is to be sent again that never went out by any channel."""

    kind = Kind.CONFLICT
    code = "told_in_the_inbox_alone"
    title = _("Told in the inbox alone")
    message = _("There was nowhere to send it when it was told; it stands in the inbox.")
