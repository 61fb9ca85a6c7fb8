"""Two of the staff, and one who sends a form twice, at the same moment."""

from functools import partial
from uuid import uuid4

import pytest
from django.utils import timezone

from players.models import AuditEntry, Player, Report
from players.services import moderation, staff
from players.staff_errors import AlreadyDone, AlreadyThus
from tests.concurrency.crowd import all_at_once, unlocked

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]


@pytest.fixture
def people():
    names = ("helper", "colleague", "anna")
    return [Player.objects.create_user(name, is_staff=name != "anna") for name in names]


def shut_out(player, actor, key=None):
    by = staff.Mandate(actor.pk, "Asked by mail.", key or uuid4().hex)
    staff.deactivate(player_id=player.pk, by=by, now=timezone.now())
    return "done"


def sorts(answers):
    return sorted(answer if answer == "done" else type(answer).__name__ for answer in answers)


def test_has_one_effect_of_two_staff_and_tells_the_other(people):
    helper, colleague, anna = people
    deeds = [partial(shut_out, anna, actor) for actor in (helper, colleague)]
    assert sorts(all_at_once(deeds)) == [AlreadyThus.__name__, "done"]
    assert AuditEntry.objects.count() == 1


def test_acts_once_for_one_form_sent_twice(people):
    helper, _colleague, anna = people
    answers = all_at_once([partial(shut_out, anna, helper, "one form")] * 2)
    assert sorts(answers) == [AlreadyDone.__name__, "done"]
    assert AuditEntry.objects.count() == 1


def test_would_act_twice_without_the_lock(people):
    helper, colleague, anna = people
    deeds = [partial(shut_out, anna, actor) for actor in (helper, colleague)]
    assert sorts(all_at_once(unlocked(deeds))) == ["done", "done"]
    assert AuditEntry.objects.count() == 2


def test_decides_a_report_once(people):
    helper, colleague, anna = people
    bruno = Player.objects.create_user("bruno")
    report = Report.objects.create(
        reporter=anna, reported=bruno, reason="other", created_at=timezone.now()
    )

    def decide(actor, *, upheld):
        by = staff.Mandate(actor.pk, "Looked at the match.", uuid4().hex)
        moderation.decide_report(report_id=report.pk, upheld=upheld, by=by, now=timezone.now())
        return "done"

    answers = all_at_once(
        [partial(decide, helper, upheld=True), partial(decide, colleague, upheld=False)]
    )
    assert sorts(answers) == [AlreadyThus.__name__, "done"]
    assert AuditEntry.objects.count() == 1
