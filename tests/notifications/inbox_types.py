"""Types to test with, and notifications of them."""

from contextlib import contextmanager
from uuid import uuid4

from django.db import transaction

from players.notifications import registry
from players.notifications.models import Notification
from players.notifications.registry import Channel, Mode, NotificationType, Words
from players.notifications.services.telling import NewNotice, notify
from tests.players.accounts import NOW

EVERYWHERE = {Channel.PUSH: Mode.ON, Channel.MAIL: Mode.DIGEST, Channel.WEBHOOK: Mode.OFF}


def worded(notices):
    """Word all but those about something that is gone."""
    return {
        each.id: Words(f"News {each.data['n']}", "There is news.", f"match/{each.subject}")
        for each in notices
        if not each.data.get("is_gone")
    }


def over(notices, now):
    return {each.id for each in notices if each.data.get("is_over")}


@contextmanager
def known(slug, **described):
    """Register a type for as long as a test takes."""
    described = {"label": slug.capitalize(), "words": worded, "defaults": EVERYWHERE} | described
    registry.register_type(NotificationType(slug=slug, over=over, **described))
    yield
    registry.unregister_type(slug)


def tell(player, number, *, kind="news", subject=None, now=NOW, channels=None, **data):
    """Tell a player something; return the notification."""
    key = f"{kind}:{uuid4()}"
    notice = NewNotice(
        player_id=player.pk,
        type=kind,
        dedupe_key=key,
        subject=subject or uuid4(),
        data={"n": number, **data},
        channels=channels,
    )
    with transaction.atomic():
        notify([notice], now=now)
    return Notification.objects.get(dedupe_key=key)
