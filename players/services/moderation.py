"""Decide on what players report of one another, and whether a result counts."""

from datetime import datetime
from uuid import UUID

from players.models import RatedResult, Report, ReportStatus
from players.services.audit import record, refuse_repeated
from players.services.ratings import annul_result
from players.services.staff import Mandate
from players.staff_errors import AlreadyThus, NotOnYourself
from scopa_site.transactions import one_transaction

__all__ = ["annul_rating", "decide_report", "refuse_annulment", "refuse_decision"]


def decide_report(*, report_id: int, upheld: bool, by: Mandate, now: datetime) -> None:
    """Uphold a report or dismiss it. Nothing else follows: what to do is an action of its own.

    Raises AlreadyDone, AlreadyThus (decided), and NotOnYourself for one's own report or one about
    oneself.
    """
    with one_transaction():
        report = Report.objects.select_for_update(no_key=True).get(pk=report_id)
        refuse_repeated(by.key)
        refuse_decision(report, by.actor_id)
        report.status = ReportStatus.UPHELD if upheld else ReportStatus.DISMISSED
        report.decided_at = now
        report.save(update_fields=["status", "decided_at"])
        record(
            actor_id=by.actor_id,
            action="decide_report",
            subject_type="report",
            subject_id=report.public_id,
            reason=by.reason,
            before={"status": ReportStatus.OPEN},
            after={"status": report.status, "reported": report.reported_id},
            key=by.key,
            now=now,
        )


def refuse_decision(report: Report, actor_id: int | None) -> None:
    """Refuse to decide twice, or in one's own matter. Raises AlreadyThus and NotOnYourself."""
    if actor_id in {report.reporter_id, report.reported_id}:
        raise NotOnYourself
    if report.status != ReportStatus.OPEN:
        raise AlreadyThus


def refuse_annulment(result: RatedResult, actor_id: int | None) -> None:
    """Refuse to annul what counts no more. Raises AlreadyThus."""
    if result.annulled_at is not None:
        raise AlreadyThus


def annul_rating(*, match: UUID, by: Mandate, now: datetime) -> None:
    """Let a match count for no rating, and reckon anew what followed from it.

    Raises AlreadyDone, and AlreadyThus where it does not count.
    """
    with one_transaction():
        refuse_repeated(by.key)
        if not annul_result(match=match, now=now):
            refuse_repeated(by.key)  # the same form may have been faster
            raise AlreadyThus
        record(
            actor_id=by.actor_id,
            action="annul_rating",
            subject_type="match",
            subject_id=match,
            reason=by.reason,
            before={"counts": True},
            after={"counts": False},
            key=by.key,
            now=now,
        )
