"""Letters to players' own programs, signed as Standard Webhooks says."""

import json
from collections.abc import Sequence
from datetime import UTC, datetime
from http import HTTPStatus
from typing import Any

from standardwebhooks import Webhook

from players.notifications.channels import guard
from players.notifications.channels.answers import retry_after_of
from players.notifications.channels.fitting import instant
from players.notifications.channels.letter import Address, Gone, Later, Letter, Outcome, Sent
from players.notifications.channels.public_addresses import AddressRefused

__all__ = ["WebhookTransport", "payload_of"]


class WebhookTransport:
    """Carries letters to addresses that players gave. Any thread may send."""

    def send(self, letter: Letter, address: Address) -> Outcome:
        """Carry one letter, within the limits of the guard.

        What is sent again has the same id; the time of its signature is that of the attempt.
        """
        body = json.dumps(payload_of(letter), ensure_ascii=False, separators=(",", ":"))
        headers = _headers(str(letter.id), body, address.secrets)
        try:
            answer = guard.post(address.token, content=body.encode(), headers=headers)
        except AddressRefused:
            return Later("not the address of a public machine")
        except guard.NoAnswer as failure:
            # Whatever else goes to that machine waits a little: it must not keep others waiting.
            return Later(str(failure), provider_rests=True)
        return _outcome(answer)


def payload_of(letter: Letter) -> dict[str, Any]:
    """Return what a program is told: what the inbox shows, and no more."""
    at = instant(letter.created_at)
    return {
        "type": f"notification.{letter.type}",
        "timestamp": at,
        "data": {
            "id": str(letter.id),
            "type": letter.type,
            "match": letter.match,
            "title": letter.title,
            "body": letter.body,
            "link": letter.link,
            "created_at": at,
            "data": dict(letter.data),
        },
    }


def _headers(message_id: str, body: str, secrets: Sequence[str]) -> dict[str, str]:
    now = datetime.now(UTC)
    signatures = [Webhook(secret).sign(message_id, now, body) for secret in secrets]
    return {
        "Content-Type": "application/json",
        "webhook-id": message_id,
        "webhook-timestamp": str(int(now.timestamp())),
        "webhook-signature": " ".join(signatures),
    }


def _outcome(answer: guard.Answer) -> Outcome:
    if HTTPStatus.OK <= answer.status < HTTPStatus.MULTIPLE_CHOICES:
        return Sent(http_status=answer.status)
    if answer.status == HTTPStatus.GONE:
        return Gone("the receiver wants no more", answer.status)
    if answer.status < HTTPStatus.BAD_REQUEST:
        return Later("it points elsewhere, where nobody goes", answer.status)
    return Later("it was not taken", answer.status, retry_after_of(answer.headers))
