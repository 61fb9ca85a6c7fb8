"""What this app holds of a player, as plain data for that player: ids in place of others' names."""

from typing import Any, Final

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount

from players.models import AuditEntry, Player, Rating, RatingChange, Report, Tie, Token

__all__ = ["holdings_of", "rating_changes_of"]

_PAGE: Final = 1000


def holdings_of(player_id: int) -> dict[str, Any]:
    """Gather all but what may be much. No secret of a token and no digest is among it."""
    player = Player.objects.get(pk=player_id)
    return {
        "profile": _profile(player),
        "sessions": _rows(Token.objects.filter(player=player).order_by("pk"), _TOKEN),
        "addresses": _rows(
            EmailAddress.objects.filter(user=player).order_by("pk"),
            {"email": "email", "verified": "verified", "primary": "primary"},
        ),
        "identities": _rows(
            SocialAccount.objects.filter(user=player).order_by("pk"),
            {"provider": "provider", "since": "date_joined"},
        ),
        "second_factors": _rows(
            Authenticator.objects.filter(user=player).order_by("pk"),
            {"type": "type", "since": "created_at"},
        ),
        "ties": _rows(
            Tie.objects.filter(player=player).order_by("pk"),
            {"kind": "kind", "player": "other__public_id", "since": "created_at"},
        ),
        "ratings": _rows(Rating.objects.filter(player=player).order_by("family"), _RATING),
        "reports_made": _rows(Report.objects.filter(reporter=player).order_by("pk"), _REPORT),
        "actions_on_the_account": _actions(player),
    }


def rating_changes_of(player_id: int, after: int) -> tuple[list[Any], int | None]:
    """Read a page of what matches did to a player's ratings, oldest first."""
    changes = RatingChange.objects.filter(rating__player_id=player_id, pk__gt=after).order_by("pk")
    keys = list(changes.values_list("pk", flat=True)[:_PAGE])
    rows = _rows(RatingChange.objects.filter(pk__in=keys).order_by("pk"), _CHANGE)
    return rows, keys[-1] if len(keys) == _PAGE else None


_TOKEN: Final = {
    "id": "public_id",
    "kind": "kind",
    "device_name": "device_name",
    "scopes": "scopes",
    "created_at": "created_at",
    "last_used_at": "last_used_at",
    "expires_at": "expires_at",
}
_RATING: Final = {
    "family": "family",
    "rating": "rating",
    "deviation": "deviation",
    "results": "results",
    "rated_at": "rated_at",
}
_CHANGE: Final = {
    "match": "result__match",
    "family": "result__family",
    "at": "at",
    "rating_before": "rating_before",
    "rating_after": "rating_after",
    "deviation_before": "deviation_before",
    "deviation_after": "deviation_after",
    "not_counted": "not_counted",
}
_REPORT: Final = {
    "id": "public_id",
    "player": "reported__public_id",
    "reason": "reason",
    "match": "match",
    "text": "text",
    "status": "status",
    "created_at": "created_at",
}


def _profile(player: Player) -> dict[str, Any]:
    return {
        "id": player.public_id,
        "username": player.username,
        "display_name": player.display_name,
        "email": player.email,
        "language": player.language,
        "time_zone": player.time_zone,
        "is_guest": player.is_guest,
        "joined_at": player.date_joined,
        "last_login_at": player.last_login,
    }


def _actions(player: Player) -> list[dict[str, Any]]:
    """List what the staff did to the account. Who did it and why are not the player's data."""
    keys = [str(player.public_id), str(player.pk)]
    entries = AuditEntry.objects.filter(subject_type="player", subject_id__in=keys).order_by("pk")
    return _rows(entries, {"action": "action", "at": "created_at"})


def _rows(rows: Any, columns: dict[str, str]) -> list[dict[str, Any]]:
    """Read the columns of the rows under the names of the members."""
    values = rows.values_list(*columns.values())
    return [dict(zip(columns, row, strict=True)) for row in values]
