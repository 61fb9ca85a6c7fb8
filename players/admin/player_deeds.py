"""What the staff may do to a player, and what they are told before."""

from collections.abc import Sequence
from typing import Any, Final

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from players.admin.deeds import Deed, Refusal
from players.models import Player, Token, TokenKind
from players.registries import staff_notes
from players.services import second_factor, staff
from scopa_site import time
from scopa_site.errors import Text

__all__ = ["DEACTIVATE", "REACTIVATE", "RESET_FACTOR", "SEND_RESET", "SIGN_OUT"]


def _deactivation(player: Player | None) -> Sequence[Text]:
    told: list[Text] = [
        _("No log-in, and no call with a token, is answered any more."),
        *_ended(player),
    ]
    if player is not None:
        for note in staff_notes.values():
            told += note(player.pk)
    return [*told, _("Nothing is deleted. You can let the player in again.")]


def _signing_out(player: Player | None) -> Sequence[Text]:
    return [
        *_ended(player),
        _("The player may log in again at once; a guest cannot, who has nothing but a token."),
    ]


def _ended(player: Player | None) -> list[Text]:
    if player is None:
        return [_("All sessions and all personal tokens end at once.")]
    tokens = Token.objects.filter(player=player)
    personal = tokens.filter(kind=TokenKind.PERSONAL).count()
    sessions = tokens.count() - personal
    return [
        ngettext("%(count)s session ends at once.", "%(count)s sessions end at once.", sessions)
        % {"count": sessions},
        ngettext(
            "%(count)s personal token ends at once.",
            "%(count)s personal tokens end at once.",
            personal,
        )
        % {"count": personal},
    ]


def _reactivation(player: Player | None) -> Sequence[Text]:
    return [_("The player may log in again, by a new session: what ended stays ended.")]


def _deactivate(player: Player, by: staff.Mandate, data: dict[str, Any]) -> None:
    staff.deactivate(player_id=player.pk, by=by, now=time.now())


def _reactivate(player: Player, by: staff.Mandate, data: dict[str, Any]) -> None:
    staff.reactivate(player_id=player.pk, by=by, now=time.now())


def _sign_out(player: Player, by: staff.Mandate, data: dict[str, Any]) -> None:
    staff.sign_out(player_id=player.pk, by=by, now=time.now())


def _sending(player: Player | None) -> Sequence[Text]:
    return [
        _("A code goes to the verified address, with which the player sets a new password."),
        _("Nobody of the staff sees the code. The old password holds until then."),
    ]


def _send_reset(player: Player, by: staff.Mandate, data: dict[str, Any]) -> None:
    staff.send_reset(player_id=player.pk, by=by, now=time.now())


def _factor_reset(player: Player | None) -> Sequence[Text]:
    return [
        _("The second factor and the recovery codes are void, and sessions in the admin end."),
        _("The next log-in to the admin sets up a new one, by the password alone."),
        _("Make sure that it is your colleague who asks: call, do not trust a mail."),
    ]


def _reset_factor(player: Player, by: staff.Mandate, data: dict[str, Any]) -> None:
    second_factor.reset_second_factor(player_id=player.pk, by=by, now=time.now())


def _hinders(own: Refusal | None = None) -> Refusal:
    """Join what stands in the way of any deed to what stands in the way of this one."""

    def refuse(player: Player, actor_id: int | None) -> None:
        staff.refuse_above(player, actor_id)
        if own is not None:
            own(player, actor_id)

    return refuse


DEACTIVATE: Final = Deed(
    title=_("Shut a player out"),
    button=_("Shut out"),
    done=_("The player is shut out."),
    permission="players.deactivate_player",
    effects=_deactivation,
    do=_deactivate,
    refuse=_hinders(staff.refuse_deactivation),
)
REACTIVATE: Final = Deed(
    title=_("Let a player in again"),
    button=_("Let in"),
    done=_("The player may log in again."),
    permission="players.deactivate_player",
    effects=_reactivation,
    do=_reactivate,
    refuse=_hinders(staff.refuse_reactivation),
)
SIGN_OUT: Final = Deed(
    title=_("End all sessions"),
    button=_("End all sessions"),
    done=_("All sessions have ended."),
    permission="players.sign_out_player",
    effects=_signing_out,
    do=_sign_out,
    refuse=_hinders(),
)
RESET_FACTOR: Final = Deed(
    title=_("Reset the second factor"),
    button=_("Reset"),
    done=_("The second factor is void."),
    permission="players.reset_second_factor",  # nobody can be given it: superusers alone have it
    effects=_factor_reset,
    do=_reset_factor,
    refuse=_hinders(staff.refuse_oneself),
)
SEND_RESET: Final = Deed(
    title=_("Send a password reset"),
    button=_("Send"),
    done=_("The code is on its way."),
    permission="players.send_reset_to_player",
    effects=_sending,
    do=_send_reset,
    refuse=_hinders(staff.refuse_reset),
)
