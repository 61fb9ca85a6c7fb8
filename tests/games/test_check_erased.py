"""I-23: the check finds whatever is left of somebody who was erased, and nothing otherwise."""

from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.contenttypes.models import ContentType

from games.invariants import Scope
from games.invariants.of_people import nothing_is_left_of_the_erased
from games.models import Holiday, Match, Plan, Remark, Seat
from players.models import (
    AuditEntry,
    Code,
    Export,
    Player,
    RecoveryCode,
    Report,
    Tie,
    Token,
)
from players.services import erase
from scopa_site.idempotency.models import IdempotencyRecord
from scopa_site.outbox.models import Effect
from tests.games.tables import NOW, dealt, people

pytestmark = pytest.mark.django_db

D = "0" * 64
SOON = NOW + timedelta(days=1)


@pytest.fixture
def erased():
    """Erase one of two who played; the other stays."""
    anna, bruno = people(2)
    record = dealt([anna, bruno])
    erase(player_id=anna.pk, now=NOW)
    anna.refresh_from_db()
    return anna, bruno, record.match


def found():
    scope = Scope(Match.objects.all(), now=NOW)
    return [str(each) for each in nothing_is_left_of_the_erased(scope)]


def seat_of(one, match):
    return Seat.objects.get(match=match, player=one).index


def act_on(one):
    AuditEntry.objects.create(
        action="sign_out",
        subject_type="player",
        subject_id=str(one.public_id),
        reason="words",
        key="k",
        created_at=NOW,
    )


def logged_of(one, other):
    LogEntry.objects.create(
        user=other,
        content_type=ContentType.objects.get_for_model(Player),
        object_id=str(one.pk),
        object_repr="anna",
        action_flag=CHANGE,
    )


LEFT = {
    "token": lambda one, _other, _match: Token.objects.create(digest=D, player=one, created_at=NOW),
    "address": lambda one, _other, _match: EmailAddress.objects.create(
        user=one, email="a@example.org"
    ),
    "identity": lambda one, _other, _match: SocialAccount.objects.create(
        user=one, provider="apple", uid="1"
    ),
    "factor": lambda one, _other, _match: Authenticator.objects.create(
        user=one, type="totp", data={}
    ),
    "code": lambda one, _other, _match: Code.objects.create(
        player=one,
        purpose="verify_email",
        digest=D,
        address="a@example.org",
        attempts_left=1,
        created_at=NOW,
        expires_at=SOON,
    ),
    "recovery": lambda one, _other, _match: RecoveryCode.objects.create(
        player=one, digest=D, created_at=NOW
    ),
    "export": lambda one, _other, _match: Export.objects.create(player=one, asked_at=NOW),
    "tie": lambda one, other, _match: Tie.objects.create(
        player=one, other=other, kind="mute", created_at=NOW
    ),
    "tie of another": lambda one, other, _match: Tie.objects.create(
        player=other, other=one, kind="mute", created_at=NOW
    ),
    "report": lambda one, other, _match: Report.objects.create(
        reporter=other, reported=one, reason="other", text="words", created_at=NOW
    ),
    "reason of the staff": lambda one, _other, _match: act_on(one),
    "log of the admin": lambda one, other, _match: logged_of(one, other),
    "kept reply": lambda one, _other, _match: IdempotencyRecord.objects.create(
        owner_id=one.pk, key="k", request_sha256=D, status=200, created_at=NOW
    ),
    "effect": lambda one, _other, _match: Effect.objects.create(
        topic="players.mail", dedupe_key="k", payload={"player": one.pk}, created_at=NOW
    ),
    "name": lambda one, _other, _match: Player.objects.filter(pk=one.pk).update(username="anna"),
    "shown": lambda one, _other, _match: Player.objects.filter(pk=one.pk).update(display_name="A"),
    "password": lambda one, _other, _match: Player.objects.filter(pk=one.pk).update(password="x"),
    "right": lambda one, _other, _match: Player.objects.filter(pk=one.pk).update(is_staff=True),
    "seat": lambda one, _other, _match: Seat.objects.filter(player=one).update(
        live=True, status="playing"
    ),
    "remark": lambda one, _other, match: Remark.objects.create(
        match=match, seat=seat_of(one, match), kind="message", text="words", at=NOW
    ),
    "plan": lambda one, _other, match: Plan.objects.create(
        match=match, seat=seat_of(one, match), deal=0, items=[], made_at=NOW
    ),
    "holiday": lambda one, _other, _match: Holiday.objects.create(
        player=one, starts_at=NOW, ends_at=SOON, made_at=NOW
    ),
}


class TestTheCheck:
    def test_finds_nothing_after_an_erasure(self, erased):
        assert found() == []

    @pytest.mark.parametrize("what", LEFT)
    def test_finds_what_is_left(self, what, erased):
        LEFT[what](*erased)
        assert [each.startswith("I-23 ") for each in found()] == [True]

    @pytest.mark.parametrize(
        "what",
        ["token", "export", "tie", "holiday", "remark", "reason of the staff", "log of the admin"],
    )
    def test_lets_others_have_it(self, what, erased):
        one, other, match = erased
        if what == "tie":
            carla = Player.objects.create_user("carla", password=None)
            LEFT[what](other, carla, match)
        else:
            LEFT[what](other, one, match)
        assert found() == []
