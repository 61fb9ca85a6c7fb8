"""Leagues: what they will publish is ids and public texts of the league."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.notices.telling import ON, kept
from players.notifications.registry import (
    Heard,
    Notice,
    NoticeSource,
    NotificationType,
    Wording,
    Words,
)
from scopa_site.errors import Text

__all__ = ["LEAGUE_TYPES"]

# `league`, `season`, `fixture`, `claim`, `item` are ids; `title` is the name of the league, and
# `text` what its organisers write: public, as the league is.
_MEMBERS: Final = ("league", "season", "fixture", "claim", "item", "title", "text")


def _type(
    slug: str,
    event: str,
    label: Text,
    key: str,
    telling: Callable[[Mapping[str, str]], tuple[str, str]],
) -> NotificationType:
    """Make a type whose events are told once for each value of the member `key`."""

    def read(event: Heard) -> NoticeSource:
        data = kept(event.data, *_MEMBERS)
        return NoticeSource(f"{slug}:{data['league']}:{data[key]}", data)

    return NotificationType(
        slug=slug, label=label, event=event, read=read, words=_worded(telling), defaults=ON
    )


def _worded(telling: Callable[[Mapping[str, str]], tuple[str, str]]) -> Wording:
    def words(notices: Sequence[Notice]) -> dict[UUID, Words]:
        return {notice.id: Words(*telling(_said(notice)), _link(notice)) for notice in notices}

    return words


def _said(notice: Notice) -> dict[str, str]:
    return {name: str(notice.data.get(name) or "") for name in ("title", "text")}


def _link(notice: Notice) -> str:
    if notice.subject is not None:
        return f"match/{notice.subject}"
    return f"league/{notice.data['league']}"


def _news(said: Mapping[str, str]) -> tuple[str, str]:
    return said["title"], said["text"]


def _opened(said: Mapping[str, str]) -> tuple[str, str]:
    return said["title"], _("Your next match of the league can be played.")


def _ended(said: Mapping[str, str]) -> tuple[str, str]:
    return said["title"], _("The season is over: look at the final table.")


def _decided(said: Mapping[str, str]) -> tuple[str, str]:
    return said["title"], said["text"] or _("Your claim was decided.")


LEAGUE_TYPES: Final = (
    _type("league_news", "league.news", gettext_lazy("News of a league"), "item", _news),
    _type(
        "fixture_opened",
        "league.fixture_opened",
        gettext_lazy("A match of a league can be played"),
        "fixture",
        _opened,
    ),
    _type("season_over", "league.season_over", gettext_lazy("A season is over"), "season", _ended),
    _type(
        "claim_decided",
        "league.claim_decided",
        gettext_lazy("A claim is decided"),
        "claim",
        _decided,
    ),
)
