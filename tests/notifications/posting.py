"""Types, players and transports to try deliveries with."""

from collections import defaultdict
from datetime import UTC, datetime
from uuid import uuid4

from allauth.account.models import EmailAddress
from django.db import transaction

from players.models import Player, Token
from players.notifications.channels.letter import Sent
from players.notifications.delivering import deliver
from players.notifications.models import Delivery, Device, Webhook
from players.notifications.registry import Channel, Mode, NotificationType, Words
from players.notifications.sealed import digest_of, sealed
from players.notifications.services.telling import NewNotice, notify
from players.services import create_guest

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
ON = {Channel.PUSH: Mode.ON, Channel.MAIL: Mode.ON, Channel.WEBHOOK: Mode.ON}


class Post:
    """A transport that keeps what it carries, and answers as it is told.

    `answers`: by token, what it answers in turn; the last holds from there. Otherwise Sent.
    """

    def __init__(self, **answers):
        self.answers = defaultdict(list, answers)
        self.sent = []

    def __call__(self, provider):
        return self

    def send(self, letter, address):
        """Carry one letter."""
        self.sent.append((letter, address))
        answers = self.answers[address.token]
        answer = (answers.pop(0) if len(answers) > 1 else answers[0]) if answers else Sent("id")
        return answer() if callable(answer) else answer

    @property
    def letters(self):
        """What came, in order."""
        return [letter for letter, _address in self.sent]

    @property
    def tokens(self):
        """Where it went, in order of names."""
        return sorted(address.token for _letter, address in self.sent)


def words(notices):
    """Say the type and the number."""
    return {
        each.id: Words(f"{each.type} {each.data.get('number', '')}".strip(), "Body.", "match/1")
        for each in notices
    }


def kind(slug, defaults=ON, words_by=words, **options):
    """Make a type."""
    return NotificationType(slug=slug, label=slug, words=words_by, defaults=defaults, **options)


def new_player(**fields):
    """Make a player, with nothing to be reached by."""
    key = create_guest(now=NOON).player.pk
    Player.objects.filter(pk=key).update(**fields)
    return Player.objects.get(pk=key)


def with_device(player, token=None, provider="fcm", **fields):
    """Give a player a device of the newest log-in."""
    token = token or uuid4().hex
    return Device.objects.create(
        player=player,
        installation_id=fields.pop("installation_id", uuid4().hex),
        provider=provider,
        token_sealed=sealed(token),
        token_digest=digest_of(token),
        session=Token.objects.filter(player=player).latest("pk").public_id,
        created_at=NOON,
        updated_at=NOON,
        **fields,
    )


def with_address(player, email=None):
    """Give a player a verified address."""
    email = email or f"{uuid4().hex}@example.org"
    return EmailAddress.objects.create(user=player, email=email, verified=True, primary=True)


def with_webhook(player, url="https://bot.example/hook", **fields):
    """Give a player a webhook."""
    return Webhook.objects.create(
        player=player, url=url, secret_sealed=sealed("whsec_a"), created_at=NOON, **fields
    )


def tell(player, slug, number=1, *, now=NOON, subject=None, channels=None, **options):
    """Tell a player something; return the delivery on the first channel."""
    notice = NewNotice(
        player.pk,
        slug,
        f"{slug}:{number}",
        subject=subject,
        data={"number": number} | options.pop("data", {}),
        channels=channels,
        **options,
    )
    with transaction.atomic():
        notify([notice], now=now)
    return Delivery.objects.filter(notification__public_id=notice.public_id).order_by("pk").first()


def delivered(post, channel="push", *, now=NOON):
    """Deliver what is due at an instant, in both lanes; return how many were sent."""
    return sum(
        deliver(channel, lane=lane, clock=lambda: now, transports=post)
        for lane in ("", "strangers")
    )


def standing(delivery):
    """Return how a delivery stands."""
    row = Delivery.objects.get(pk=delivery.pk)
    return row.status, row.reason
