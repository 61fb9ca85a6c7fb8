"""Erase a player: what is left is a number under a name that says nothing, for the others' sake.

First the player is shut out, so that nothing new begins; then leaves what goes on, each match in a
transaction of its own, as matches are locked before feeds and never after; then everything that is
personal goes in one transaction. Whatever stops it half-way, it is run again from the beginning.
"""

import secrets
from datetime import datetime
from typing import Final

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount
from django.db.models import F, Q

from players.models import (
    Code,
    Deletion,
    Export,
    Feed,
    FeedEvent,
    Player,
    RecoveryCode,
    Report,
    Tie,
    World,
)
from players.registries import erasers, leavers
from players.services.feed import lock_feeds
from players.services.sessions import revoke_sessions
from players.services.staff_records import scrub_records_of_the_staff
from players.services.web_sessions import end_web_sessions
from players.services.worlds import close_world
from scopa_site.idempotency.records import forget_replies_of
from scopa_site.outbox.effects import cancel_effects
from scopa_site.transactions import one_transaction

__all__ = ["erase", "erase_if_due"]

_LETTERS: Final = "abcdefghjkmnpqrstuvwxyz23456789"


def erase(*, player_id: int, now: datetime) -> bool:
    """Erase a player, whoever asked; False where it was done before. May run twice."""
    with one_transaction():
        _shut_out(Player.objects.select_for_update(no_key=True).get(pk=player_id), now)
    return _erase_shut_out(player_id, now)


def erase_if_due(*, player_id: int, now: datetime) -> bool:
    """Erase a player who asked for it, unless they have thought again before it begins."""
    due = Q(done_at__isnull=False) | Q(due_at__lte=now)
    with one_transaction():
        player = Player.objects.select_for_update(no_key=True).get(pk=player_id)
        if not Deletion.objects.filter(due, player=player).exists():
            return False
        _shut_out(player, now)
    return _erase_shut_out(player_id, now)


def _erase_shut_out(player_id: int, now: datetime) -> bool:
    for world_id in list(World.objects.filter(owner=player_id).values_list("public_id", flat=True)):
        close_world(owner_id=player_id, world_id=world_id)
    for _name, leave in sorted(leavers.items()):
        leave(player_id, now)
    with one_transaction():
        player = Player.objects.select_for_update(no_key=True).get(pk=player_id)
        is_first = player.erased_at is None
        lock_feeds([player_id])
        for _name, eraser in sorted(erasers.items()):
            eraser(player_id, now)
        scrub_records_of_the_staff(player)
        _delete_what_is_theirs(player, now)
        if is_first:
            _become_nobody(player, now)
        _note_done(player, now)
    return is_first


def _shut_out(player: Player, now: datetime) -> None:
    """Let nobody in as this player any more, so that nothing begins that would have to end.

    The caller holds the row.
    """
    player.is_active = False
    player.save(update_fields=["is_active"])
    revoke_sessions(player_id=player.pk, now=now)
    end_web_sessions(player_id=player.pk, now=now)


def _delete_what_is_theirs(player: Player, now: datetime) -> None:
    revoke_sessions(player_id=player.pk, now=now)
    for model in (EmailAddress, SocialAccount, Authenticator):
        model.objects.filter(user=player).delete()
    for owned in (Code, RecoveryCode):
        owned.objects.filter(player=player).delete()
    # Also the copies of those who complained: their words about this player are in them.
    reporters = Report.objects.filter(reported=player).values("reporter_id")
    Export.objects.filter(Q(player=player) | Q(player__in=reporters)).delete()
    Tie.objects.filter(Q(player=player) | Q(other=player)).delete()
    # That there was a complaint stays, for the sake of whoever else is concerned; its words go.
    Report.objects.filter(Q(reporter=player) | Q(reported=player)).exclude(text="").update(text="")
    FeedEvent.objects.filter(player=player).delete()
    Feed.objects.filter(player=player).update(oldest_seq=F("last_seq") + 1)
    forget_replies_of(player.pk)
    for member in ("player", "player_id"):
        cancel_effects(member, player.pk, now=now)


def _become_nobody(player: Player, now: datetime) -> None:
    name = "deleted-" + "".join(secrets.choice(_LETTERS) for _letter in range(12))
    player.username = player.display_name = name
    player.email = ""
    player.set_unusable_password()
    player.language, player.time_zone = "en", "UTC"
    player.is_guest = player.is_staff = player.is_superuser = player.is_active = False
    player.last_login = None
    player.erased_at = now
    player.save()
    player.groups.clear()
    player.user_permissions.clear()


def _note_done(player: Player, now: datetime) -> None:
    """Write down that it is done, also of whoever never asked: a guest who stayed away."""
    Deletion.objects.get_or_create(player=player, defaults={"asked_at": now, "due_at": now})
    Deletion.objects.filter(player=player, done_at=None).update(done_at=now)
