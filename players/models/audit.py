"""Who of the staff did what, to whom, and why."""

from typing import Final

from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.utils.translation import gettext_lazy as _

__all__ = [
    "AUDIT_ACTIONS",
    "AUDIT_REASON_LENGTH",
    "ERASED_REASON",
    "AuditEntry",
    "action_told",
    "subject_told",
]

AUDIT_REASON_LENGTH = 500
ERASED_REASON = "(erased)"  # of acts on somebody who was erased: the database wants a reason

# No choices of the columns: a new action needs no migration, and an old one stays readable.
AUDIT_ACTIONS: Final = {
    "annul_rating": _("Match counts no more"),
    "bootstrap": _("Made administrator"),
    "deactivate": _("Player shut out"),
    "decide_report": _("Report decided"),
    "forget_device": _("Device forgotten"),
    "reactivate": _("Player let in"),
    "resend_delivery": _("Notification sent again"),
    "reset_second_factor": _("Second factor reset"),
    "send_reset": _("Password reset sent"),
    "set_group": _("Group set"),
    "set_rights": _("Rights set"),
    "sign_out": _("Sessions ended"),
}
_SUBJECTS: Final = {
    "group": _("group"),
    "match": _("match"),
    "player": _("player"),
    "report": _("report"),
}


class AuditEntry(models.Model):
    """One action of the staff, written in its transaction and never changed, but by an erasure.

    `before` and `after` hold ids and plain facts, no names and no addresses. `key` is that of the
    form it came from: a form sent twice acts once.
    """

    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("by"),
        help_text=_("Empty for a command of whoever runs the service."),
    )
    action = models.CharField(_("action"), max_length=40)
    subject_type = models.CharField(_("type of subject"), max_length=40)
    subject_id = models.CharField(_("subject"), max_length=64)
    reason = models.CharField(_("reason"), max_length=AUDIT_REASON_LENGTH)
    before = models.JSONField(_("before"), default=dict, encoder=DjangoJSONEncoder)
    after = models.JSONField(_("after"), default=dict, encoder=DjangoJSONEncoder)
    key = models.CharField(_("key"), max_length=64)
    created_at = models.DateTimeField(_("created at"))

    class Meta:
        verbose_name = _("audit entry")
        verbose_name_plural = _("audit entries")
        constraints = [
            models.UniqueConstraint(fields=["key"], name="one_audit_entry_per_form"),
            models.CheckConstraint(condition=~models.Q(reason=""), name="audit_has_a_reason"),
        ]
        indexes = [
            models.Index(fields=["subject_type", "subject_id", "id"], name="audit_by_subject"),
        ]

    def __str__(self) -> str:
        subject = f"{subject_told(self.subject_type)} {self.subject_id}"
        return f"{action_told(self.action)}: {subject}"


def action_told(action: str) -> str:
    """Say in words what an action is."""
    return str(AUDIT_ACTIONS.get(action, action))


def subject_told(subject_type: str) -> str:
    """Say in words what was acted on."""
    return str(_SUBJECTS.get(subject_type, subject_type))
