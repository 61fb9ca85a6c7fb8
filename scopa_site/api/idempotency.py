"""Answer a request that carries an Idempotency-Key: once in effect, equally each time."""

import json
import re
from collections.abc import Callable
from datetime import datetime
from http import HTTPStatus
from typing import Any, Final

from django.db import transaction
from django.http import HttpResponse
from rest_framework.request import Request

from scopa_site.api.errors import IdempotencyKeyReused, InvalidIdempotencyKey, RequestInProgress
from scopa_site.api.rendering import answer, answer_tagged, no_content
from scopa_site.idempotency.models import KEY_LENGTH, IdempotencyRecord
from scopa_site.idempotency.records import KeyIsTaken, claim_key, keep_reply
from scopa_site.idempotency.references import collapsed, expanded
from scopa_site.idempotency.sealed import (
    digest_of_request,
    digests_of_request,
    is_sealed,
    opened,
    sealed,
)
from scopa_site.transactions import enclosing_transaction

__all__ = ["KEY_HEADER", "REPLAYED_HEADER", "answer_once", "idempotency_key"]

KEY_HEADER: Final = "Idempotency-Key"
REPLAYED_HEADER: Final = "Idempotency-Replayed"
_KEY: Final = re.compile(rf"[\x21-\x7e]{{1,{KEY_LENGTH}}}\Z")


def idempotency_key(request: Request) -> str | None:
    """Return the key of a request, None without one. Raises InvalidIdempotencyKey."""
    key: str | None = request.META.get("HTTP_IDEMPOTENCY_KEY")
    if key is not None and not _KEY.match(key):
        raise InvalidIdempotencyKey(longest=KEY_LENGTH)
    return key


def answer_once(
    handle: Callable[[], HttpResponse],
    request: Request,
    *,
    owner_id: int,
    key: str,
    now: datetime,
    seal: str | None = None,
) -> HttpResponse:
    """Handle the request, or answer as it was answered before under the same key.

    Effect and reply are written in one transaction. Only a success is kept: what was refused
    changed nothing, and may be tried again under the same key. A reply that shows a secret is kept
    under `seal`, the token of the caller; to another token of theirs the key is taken.

    Raises IdempotencyKeyReused for another request under the key, RequestInProgress while a twin
    is still at work, and what the handler raises.
    """
    asked = _asked(request)
    digest = digest_of_request(asked)
    try:
        with enclosing_transaction():
            kept = claim_key(owner_id=owner_id, key=key, request_sha256=digest, now=now)
            if kept is None:
                return _kept(handle(), owner_id, key, seal)
    except KeyIsTaken as exc:
        raise RequestInProgress from exc
    if kept.request_sha256 not in digests_of_request(asked):
        raise IdempotencyKeyReused
    return _replayed(kept, request, seal)


def _asked(request: Request) -> str:
    """Tell requests apart by what they ask: the order of members and the spaces do not count."""
    body = json.dumps(request.data, sort_keys=True, separators=(",", ":"))
    return f"{request.method} {request.get_full_path()}\n{body}"


def _kept(response: HttpResponse, owner_id: int, key: str, seal: str | None) -> HttpResponse:
    if not HTTPStatus.OK <= response.status_code < HTTPStatus.MULTIPLE_CHOICES:
        transaction.set_rollback(True)
        return response
    body = json.loads(response.content) if response.content else None
    reply = "" if body is None else json.dumps(collapsed(body), ensure_ascii=False)
    keep_reply(
        owner_id=owner_id,
        key=key,
        status=response.status_code,
        reply=reply if seal is None else sealed(reply, secret=seal),
        is_tagged="ETag" in response,
    )
    return response


def _replayed(kept: IdempotencyRecord, request: Request, seal: str | None) -> HttpResponse:
    if is_sealed(kept.reply):
        reply = None if seal is None else opened(kept.reply, secret=seal)
        if reply is None:
            raise IdempotencyKeyReused
        kept.reply = reply
    response = _as_kept(kept, request)
    response[REPLAYED_HEADER] = "true"
    return response


def _as_kept(kept: IdempotencyRecord, request: Request) -> HttpResponse:
    if not kept.reply:
        response = no_content()
        response.status_code = kept.status
        return response
    body: Any = expanded(json.loads(kept.reply))
    if kept.is_tagged:
        return answer_tagged(request, body, kept.status)
    return answer(body, kept.status)
