"""Ways to a seat, and what is agreed on before or between the cards."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.match import Match

__all__ = ["InvitationLink", "MatchPool", "Plan", "Remark", "RemarkKind"]


class InvitationLink(models.Model):
    """A code that takes one seat, once. Only its digest is kept."""

    match = models.ForeignKey(
        Match, on_delete=models.CASCADE, related_name="links", verbose_name=_("match")
    )
    seat = models.PositiveSmallIntegerField(_("seat"))
    digest = models.CharField(_("digest"), max_length=64, editable=False)
    created_at = models.DateTimeField(_("created at"))
    expires_at = models.DateTimeField(_("expires at"))
    used_at = models.DateTimeField(_("used at"), null=True, blank=True)

    class Meta:
        verbose_name = _("invitation link")
        verbose_name_plural = _("invitation links")
        constraints = [
            models.UniqueConstraint(fields=["digest"], name="link_digest_unique"),
        ]

    def __str__(self) -> str:
        return f"{self.match} / {self.seat}"


class MatchPool(models.Model):
    """What quick matches are alike in; its row is the lock of those who look for one."""

    key = models.CharField(_("key"), max_length=64, primary_key=True)

    class Meta:
        verbose_name = _("quick pool")
        verbose_name_plural = _("quick pools")

    def __str__(self) -> str:
        return self.key


class Plan(models.Model):
    """What a seat will play if its turn finds the table so: known to nobody else.

    `items`: [{"if": {"table_has": [...], "table_lacks": [...]}, "card", "capture"}, ...]. It is
    for the next turn of the deal that it was made in, and gone after it.
    """

    match = models.ForeignKey(
        Match, on_delete=models.CASCADE, related_name="plans", verbose_name=_("match")
    )
    seat = models.PositiveSmallIntegerField(_("seat"))
    deal = models.PositiveSmallIntegerField(_("deal"))
    items = models.JSONField(_("items"))
    made_at = models.DateTimeField(_("made at"))

    class Meta:
        verbose_name = _("plan")
        verbose_name_plural = _("plans")
        constraints = [
            models.UniqueConstraint(fields=["match", "seat"], name="one_plan_per_seat"),
        ]

    def __str__(self) -> str:
        return f"{self.match} / {self.seat}"


class RemarkKind(models.TextChoices):
    """What sort of thing was said."""

    REACTION = "reaction", _("preset phrase")
    MESSAGE = "message", _("message")


class Remark(models.Model):
    """Something said at the table: a phrase from the list, or free text once the match is over."""

    match = models.ForeignKey(
        Match, on_delete=models.CASCADE, related_name="remarks", verbose_name=_("match")
    )
    seat = models.PositiveSmallIntegerField(_("seat"))
    kind = models.CharField(_("sort of remark"), max_length=10, choices=RemarkKind.choices)
    text = models.CharField(_("text"), max_length=500)
    heard_by = models.JSONField(_("heard by the seats"), default=list)
    at = models.DateTimeField(_("at"))

    class Meta:
        verbose_name = _("remark")
        verbose_name_plural = _("remarks")
        constraints = [
            models.CheckConstraint(
                condition=models.Q(kind__in=RemarkKind.values), name="remark_kind_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.seat}: {self.kind}"
