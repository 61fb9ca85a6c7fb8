"""What can go wrong with what people say at the table."""

from django.utils.translation import gettext_lazy as _

from scopa_site.errors import DomainError, Kind

__all__ = ["TableIsSilent", "TalkNotNow"]


class TalkNotNow(DomainError):
    """Raised for free text while cards are hidden: Scopa forbids talk and signs."""

    kind = Kind.CONFLICT
    code = "talk_not_now"
    title = _("Not now")
    message = _(
        "At the table one does not talk: write when the match is over, here and at every other"
        " table where you sit together."
    )


class TableIsSilent(DomainError):
    """Raised for a reaction at a table that wants none."""

    kind = Kind.CONFLICT
    code = "table_is_silent"
    title = _("The table is silent")
    message = _("Nothing is said at this table until the match is over.")
