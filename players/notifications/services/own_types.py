"""The types of notifications that are about players themselves, whatever they play."""

from collections import defaultdict
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from players.models import Player, Tie, TieKind
from players.notifications.registry import (
    DIGEST,
    Channel,
    Heard,
    Mode,
    Notice,
    NoticeSource,
    NotificationType,
    Wording,
    Words,
    awaiting_of,
    register_type,
)

__all__ = ["TEST", "register_own_types"]

TEST: Final = "test"
_ALL_ON: Final = dict.fromkeys(Channel, Mode.ON)
_OF_FRIENDS: Final = {**_ALL_ON, Channel.MAIL: Mode.DIGEST}


def register_own_types() -> None:
    """Make the types known."""
    for kind in _TYPES:
        register_type(kind)


def _digest(notices: Sequence[Notice]) -> dict[UUID, Words]:
    waiting = awaiting_of({notice.player_id for notice in notices})
    return {notice.id: _digest_words(waiting[notice.player_id]) for notice in notices}


def _digest_words(count: int) -> Words:
    if not count:
        return Words(_("What happened at Scopa"), _("Since the last digest:"))
    title = ngettext("%(count)s match waits for you", "%(count)s matches wait for you", count)
    return Words(title % {"count": count}, _("Since the last digest:"), "matches")


def _test(notices: Sequence[Notice]) -> dict[UUID, Words]:
    return {
        notice.id: Words(_("It works"), _("Notifications reach you here.")) for notice in notices
    }


def _friends(title: Callable[[], str], body: Callable[[str], str]) -> Wording:
    """Word what somebody did who is called by name; left out where they are no more."""

    def words(notices: Sequence[Notice]) -> dict[UUID, Words]:
        names = _names(notices)
        return {
            notice.id: Words(title(), body(names[who]), f"player/{who}")
            for notice in notices
            if (who := _other(notice)) in names
        }

    return words


def _names(notices: Collection[Notice]) -> dict[UUID, str]:
    others = {_other(notice) for notice in notices}
    there = Player.objects.filter(public_id__in=others, is_active=True)
    return dict(there.values_list("public_id", "display_name"))


def _other(notice: Notice) -> UUID:
    return UUID(notice.data["player"])


def _read(slug: str) -> Callable[[Heard], NoticeSource]:
    """Tell of one other person once, however often they ask and take it back."""

    def read(event: Heard) -> NoticeSource:
        who = str(event.data["player"])
        return NoticeSource(f"{slug}:{who}", {"player": who})

    return read


@dataclass(frozen=True, slots=True)
class _Ties:
    """What two have said of each other: the one who did something, and the one who is told."""

    theirs: frozenset[str]
    mine: frozenset[str]


def _asks_no_more(notices: Sequence[Notice], _now: datetime) -> set[UUID]:
    """Find the questions that were answered or taken back, and those of whoever is not heard."""
    ties = _ties(notices)
    return {
        notice.id
        for notice in notices
        if TieKind.FRIEND not in ties[notice.id].theirs or ties[notice.id].mine
    }


def _are_no_friends(notices: Sequence[Notice], _now: datetime) -> set[UUID]:
    pairs = _ties(notices).items()
    return {key for key, pair in pairs if TieKind.FRIEND not in pair.theirs & pair.mine}


def _ties(notices: Sequence[Notice]) -> dict[UUID, _Ties]:
    """Return how the two of each notice stand; two queries."""
    told, others = {each.player_id for each in notices}, {_other(each) for each in notices}
    theirs, mine = defaultdict[Any, set[str]](set), defaultdict[Any, set[str]](set)
    said = Tie.objects.filter(player__public_id__in=others, other__in=told)
    for other, player_id, kind in said.values_list("player__public_id", "other_id", "kind"):
        theirs[player_id, other].add(kind)
    said = Tie.objects.filter(player__in=told, other__public_id__in=others)
    for player_id, other, kind in said.values_list("player_id", "other__public_id", "kind"):
        mine[player_id, other].add(kind)
    pairs = {each.id: (each.player_id, _other(each)) for each in notices}
    return {
        key: _Ties(frozenset(theirs[pair]), frozenset(mine[pair])) for key, pair in pairs.items()
    }


_TYPES: Final = (
    NotificationType(
        slug=DIGEST,
        label=gettext_lazy("The digest"),
        words=_digest,
        defaults={Channel.MAIL: Mode.ON},
        in_inbox=False,
    ),
    NotificationType(
        slug=TEST,
        label=gettext_lazy("Trying it out"),
        words=_test,
        defaults=_ALL_ON,
    ),
    NotificationType(
        slug="friend_asked",
        label=gettext_lazy("Requests to be friends"),
        words=_friends(
            lambda: _("A new friend?"),
            lambda name: _("%(name)s asks to be friends.") % {"name": name},
        ),
        defaults=_OF_FRIENDS,
        event="friend.asked",
        read=_read("friend_asked"),
        over=_asks_no_more,
    ),
    NotificationType(
        slug="friend_accepted",
        label=gettext_lazy("Requests to be friends that are accepted"),
        words=_friends(
            lambda: _("A new friend"),
            lambda name: _("You and %(name)s are friends now.") % {"name": name},
        ),
        defaults=_OF_FRIENDS,
        event="friend.accepted",
        read=_read("friend_accepted"),
        over=_are_no_friends,
    ),
)
