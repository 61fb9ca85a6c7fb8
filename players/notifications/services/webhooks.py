"""Tell players' own programs, where a player says so, and stop where nobody listens."""

import base64
import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final
from uuid import UUID, uuid4

from players.notifications.errors import (
    DeliveryNotFound,
    TooManyWebhooks,
    WebhookDisabled,
    WebhookNotFound,
)
from players.notifications.models import Target, Webhook
from players.notifications.queries.webhooks import get_webhook
from players.notifications.registry import Channel
from players.notifications.sealed import sealed
from players.notifications.services.locking import lock_own_preferences, lock_preferences
from players.notifications.services.releasing import release_for_webhook
from players.notifications.services.resending import send_to_one_again
from players.notifications.services.telling import NewNotice, notify
from players.notifications.services.webhook_faults import WebhookWishes, refuse_faults
from players.notifications.services.webhook_types import WEBHOOK_OFF
from scopa_site.transactions import one_transaction

__all__ = [
    "FAILING_FOR",
    "MAX_WEBHOOKS",
    "OLD_SECRET_SIGNS_FOR",
    "MadeWebhook",
    "WebhookWishes",
    "change_secret",
    "change_webhook",
    "forget_webhook",
    "make_webhook",
    "send_to_webhook_again",
    "switch_off",
    "try_webhook",
]

MAX_WEBHOOKS: Final = 5
OLD_SECRET_SIGNS_FOR: Final = timedelta(hours=24)
# After so long without an answer nobody is there.
FAILING_FOR: Final = timedelta(days=5)
_SECRET_BYTES: Final = 32
_MARK: Final = "whsec_"
# Nothing is known against an address that is new, or that its owner says is well.
_WELL: Final = {"hangs": 0, "rests_until": None}


@dataclass(frozen=True, slots=True)
class MadeWebhook:
    """A secret, shown this once, and the webhook that is signed with it."""

    secret: str
    webhook: Webhook


def make_webhook(*, player_id: int, wishes: WebhookWishes, now: datetime) -> MadeWebhook:
    """Tell a program of a player's notifications from now on.

    Raises WebhookRefused, InvalidWebhook, TooManyWebhooks, and InvalidToken for who was erased
    meanwhile.
    """
    refuse_faults(wishes)
    secret = _new_secret()
    with one_transaction():
        lock_own_preferences(player_id)
        if Webhook.objects.filter(player_id=player_id).count() >= MAX_WEBHOOKS:
            raise TooManyWebhooks(limit=MAX_WEBHOOKS)
        webhook = Webhook(player_id=player_id, secret_sealed=sealed(secret), created_at=now)
        _apply(webhook, wishes)
        webhook.save()
    return MadeWebhook(secret, webhook)


def change_webhook(
    *, player_id: int, webhook_id: UUID, wishes: WebhookWishes, now: datetime
) -> Webhook:
    """Change what is said of a webhook. With another address, or turned on, it begins anew.

    What waits for it is tried at once then.

    Raises WebhookNotFound, WebhookRefused, InvalidWebhook.
    """
    with one_transaction():
        webhook = _locked(player_id, webhook_id)
        refuse_faults(wishes)
        # Only what changes: whoever sends writes into the same row what came of it.
        changed = _apply(webhook, wishes)
        webhook.save(update_fields=changed)
        if webhook.is_enabled and "failing_since" in changed:
            release_for_webhook(webhook_id=webhook.pk, now=now)
    return webhook


def forget_webhook(*, player_id: int, webhook_id: UUID) -> None:
    """Tell a program nothing any more. Raises WebhookNotFound."""
    with one_transaction():
        _locked(player_id, webhook_id).delete()


def change_secret(*, player_id: int, webhook_id: UUID, now: datetime) -> MadeWebhook:
    """Sign with a new secret, and for OLD_SECRET_SIGNS_FOR with the present one too.

    Raises WebhookNotFound.
    """
    secret = _new_secret()
    with one_transaction():
        webhook = _locked(player_id, webhook_id)
        webhook.old_secret_sealed = webhook.secret_sealed
        webhook.old_secret_until = now + OLD_SECRET_SIGNS_FOR
        webhook.secret_sealed = sealed(secret)
        webhook.save(update_fields=["old_secret_sealed", "old_secret_until", "secret_sealed"])
    return MadeWebhook(secret, webhook)


def try_webhook(*, player_id: int, webhook_id: UUID, now: datetime) -> UUID:
    """Send a notification of type `test` to one webhook alone; return its id.

    Raises WebhookNotFound, WebhookDisabled.
    """
    notice_id = uuid4()
    with one_transaction():
        webhook = _locked(player_id, webhook_id)
        if not webhook.is_enabled:
            raise WebhookDisabled
        notice = NewNotice(
            player_id=player_id,
            type="test",
            dedupe_key=f"test:{notice_id}",
            data={"webhook": str(webhook.public_id)},
            channels=[Channel.WEBHOOK],
            public_id=notice_id,
        )
        notify([notice], now=now)
    return notice_id


def send_to_webhook_again(
    *, player_id: int, webhook_id: UUID, notification_id: UUID, now: datetime
) -> None:
    """Send one webhook again what it was sent, or was not; tried at once where it is due later.

    Raises WebhookNotFound, WebhookDisabled, DeliveryNotFound, DeliveryUnderWay.
    """
    webhook = get_webhook(player_id, webhook_id)
    if not webhook.is_enabled:
        raise WebhookDisabled
    told = Target.objects.filter(webhook=webhook, delivery__player_id=player_id)
    target = told.filter(delivery__notification__public_id=notification_id).first()
    if target is None:
        raise DeliveryNotFound
    send_to_one_again(target_id=target.pk, now=now)


def switch_off(*, webhooks: Iterable[Webhook], because: str, now: datetime) -> None:
    """Call these webhooks no more, and tell whose they are; in the transaction of its cause.

    `because`: gone or failing. One that has another address by now, or is off, is left alone.
    """
    for webhook in webhooks:
        same = Webhook.objects.filter(pk=webhook.pk, url=webhook.url, is_enabled=True)
        if same.update(is_enabled=False, disabled_because=because):
            notice = NewNotice(
                player_id=webhook.player_id,
                type=WEBHOOK_OFF,
                dedupe_key=f"{WEBHOOK_OFF}:{webhook.public_id}:{now.isoformat()}",
                data={"switched_off": str(webhook.public_id), "because": because},
            )
            notify([notice], now=now)


def _locked(player_id: int, webhook_id: UUID) -> Webhook:
    """Return a webhook under the lock of its player, without which nobody changes or chooses it.

    Its own row is left to whoever marks what came of a batch, and locks that after its targets.
    """
    lock_preferences([player_id])
    webhook = Webhook.objects.filter(player_id=player_id, public_id=webhook_id).first()
    if webhook is None:
        raise WebhookNotFound
    return webhook


def _apply(webhook: Webhook, wishes: WebhookWishes) -> list[str]:
    """Set what is wished for; return the columns that are."""
    columns: dict[str, Any] = {}
    if wishes.name is not None:
        columns["name"] = wishes.name
    if wishes.types is not None:
        columns["types"] = sorted(set(wishes.types))
    if wishes.url is not None and wishes.url != webhook.url:
        columns |= {"url": wishes.url, "failing_since": None, **_WELL}
    if wishes.is_enabled is not None:
        columns |= {
            "is_enabled": wishes.is_enabled,
            "failing_since": None,
            **_WELL,
            "disabled_because": "",
        }
    for name, value in columns.items():
        setattr(webhook, name, value)
    return list(columns)


def _new_secret() -> str:
    return _MARK + base64.b64encode(secrets.token_bytes(_SECRET_BYTES)).decode()
