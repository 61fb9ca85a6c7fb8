"""What the staff do to players: at once, once for each form, on record, and not to everybody."""

import re
from uuid import uuid4

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth.models import Group, Permission
from django.contrib.sessions.models import Session
from django.core import mail
from django.utils import timezone

from players.errors import PlayerNotFound
from players.models import AuditEntry, Player, Report, Token, TokenKind
from players.services import moderation, staff
from players.services.mail import deliver
from players.services.ratings import SeatResult, record_result
from players.services.reset import begin_reset
from players.services.rights import Rights, rights_of, set_rights
from players.services.web_sessions import end_web_sessions
from players.staff_errors import AlreadyDone, AlreadyThus, NotOnYourself, NowhereToSend, OutOfReach
from scopa_site.models import Effect
from scopa_site.transactions import one_transaction
from tests.players.accounts import NOW, call, signed_up

pytestmark = pytest.mark.django_db

REASON = "Insults at three tables."


@pytest.fixture
def boss():
    return Player.objects.create_user("boss", is_staff=True)


@pytest.fixture
def root():
    return Player.objects.create_superuser("root-of-all")


@pytest.fixture
def anna():
    """A player with two sessions and a personal token."""
    player = signed_up("anna").player
    Token.objects.create(player=player, digest="1" * 64, created_at=NOW)
    Token.objects.create(
        player=player,
        digest="2" * 64,
        kind=TokenKind.PERSONAL,
        scopes=[],
        created_at=NOW,
        expires_at=NOW,
    )
    return player


def by(actor, key=None):
    return staff.Mandate(actor.pk if actor else None, REASON, key or uuid4().hex)


def rows():
    return list(AuditEntry.objects.order_by("id").values_list("action", "actor", "reason"))


class TestShuttingOut:
    def test_ends_every_token_and_is_on_record(self, boss, anna):
        staff.deactivate(player_id=anna.pk, by=by(boss), now=NOW)
        anna.refresh_from_db()
        assert not anna.is_active
        assert not anna.tokens.exists()
        entry = AuditEntry.objects.get()
        assert (entry.actor, entry.subject_type, entry.subject_id, entry.reason) == (
            boss,
            "player",
            str(anna.public_id),
            REASON,
        )
        assert entry.before == {"is_active": True}
        assert entry.after == {"is_active": False, "tokens_ended": 3, "web_sessions_ended": 0}

    def test_is_felt_by_the_next_call(self, client, boss):
        session = signed_up("anna")
        assert call(client, "GET", "/me", token=session.token).status_code == 200
        staff.deactivate(player_id=session.player.pk, by=by(boss), now=NOW)
        assert call(client, "GET", "/me", token=session.token).status_code == 401

    def test_acts_once_for_one_form(self, boss, anna):
        staff.deactivate(player_id=anna.pk, by=by(boss, "one"), now=NOW)
        with pytest.raises(AlreadyDone):
            staff.deactivate(player_id=anna.pk, by=by(boss, "one"), now=NOW)
        assert rows() == [("deactivate", boss.pk, REASON)]

    def test_takes_nothing_back_by_a_form_that_is_sent_again_later(self, boss, anna):
        staff.deactivate(player_id=anna.pk, by=by(boss, "one"), now=NOW)
        staff.reactivate(player_id=anna.pk, by=by(boss), now=NOW)
        with pytest.raises(AlreadyDone):
            staff.deactivate(player_id=anna.pk, by=by(boss, "one"), now=NOW)
        anna.refresh_from_db()
        assert anna.is_active

    def test_tells_the_second_that_somebody_was_faster(self, boss, root, anna):
        staff.deactivate(player_id=anna.pk, by=by(boss), now=NOW)
        with pytest.raises(AlreadyThus):
            staff.deactivate(player_id=anna.pk, by=by(root), now=NOW)
        assert len(rows()) == 1

    def test_is_not_done_to_oneself(self, root):
        with pytest.raises(NotOnYourself):
            staff.deactivate(player_id=root.pk, by=by(root), now=NOW)
        assert rows() == []

    def test_reaches_a_superuser_only_from_a_superuser(self, boss, root):
        other = Player.objects.create_superuser("other-root")
        with pytest.raises(OutOfReach):
            staff.deactivate(player_id=root.pk, by=by(boss), now=NOW)
        staff.deactivate(player_id=root.pk, by=by(other), now=NOW)
        assert not Player.objects.get(pk=root.pk).is_active

    @pytest.mark.parametrize("act", [staff.deactivate, staff.sign_out, staff.send_reset])
    def test_reaches_a_colleague_only_from_a_superuser(self, boss, root, anna, act):
        EmailAddress.objects.create(
            user=anna, email="anna@example.com", verified=True, primary=True
        )
        Player.objects.filter(pk=anna.pk).update(is_staff=True)
        with pytest.raises(OutOfReach):
            act(player_id=anna.pk, by=by(boss), now=NOW)
        assert rows() == []
        assert anna.tokens.count() == 3
        act(player_id=anna.pk, by=by(root), now=NOW)
        assert len(rows()) == 1

    def test_lets_the_staff_end_their_own_sessions(self, boss):
        Token.objects.create(player=boss, digest="3" * 64, created_at=NOW)
        staff.sign_out(player_id=boss.pk, by=by(boss), now=NOW)
        assert not boss.tokens.exists()

    @pytest.mark.parametrize("act", [staff.deactivate, staff.reactivate, staff.sign_out])
    def test_leaves_the_erased_in_peace(self, boss, act):
        gone = Player.objects.create_user("deleted", is_active=False, erased_at=NOW)
        with pytest.raises(PlayerNotFound):
            act(player_id=gone.pk, by=by(boss), now=NOW)
        with pytest.raises(PlayerNotFound):
            act(player_id=0, by=by(boss), now=NOW)

    def test_keeps_nothing_where_it_cannot_be_recorded(self, boss, anna):
        mandate = staff.Mandate(boss.pk, "  ", uuid4().hex)
        with pytest.raises(Exception, match="audit_has_a_reason"):
            staff.deactivate(player_id=anna.pk, by=mandate, now=NOW)
        anna.refresh_from_db()
        assert anna.is_active
        assert anna.tokens.count() == 3


class TestLettingInAgain:
    def test_lets_the_player_log_in_and_revives_no_token(self, boss, anna):
        staff.deactivate(player_id=anna.pk, by=by(boss), now=NOW)
        staff.reactivate(player_id=anna.pk, by=by(boss), now=NOW)
        anna.refresh_from_db()
        assert anna.is_active
        assert not anna.tokens.exists()
        assert [row[0] for row in rows()] == ["deactivate", "reactivate"]

    def test_is_refused_to_whoever_is_not_shut_out(self, boss, anna):
        with pytest.raises(AlreadyThus):
            staff.reactivate(player_id=anna.pk, by=by(boss), now=NOW)


class TestEndingSessions:
    def test_leaves_the_player_active(self, boss, anna):
        staff.sign_out(player_id=anna.pk, by=by(boss), now=NOW)
        anna.refresh_from_db()
        assert anna.is_active
        assert not anna.tokens.exists()

    def test_is_told_when_there_is_none(self, boss):
        bruno = Player.objects.create_user("bruno")
        with pytest.raises(AlreadyThus):
            staff.sign_out(player_id=bruno.pk, by=by(boss), now=NOW)
        assert rows() == []

    def test_ends_the_sessions_in_the_admin_of_this_one_alone(self, client, boss, root):
        for player in (boss, root):
            type(client)().force_login(player)
        assert Session.objects.count() == 2
        assert end_web_sessions(player_id=boss.pk, now=timezone.now()) == 1
        assert Session.objects.get().get_decoded()["_auth_user_id"] == str(root.pk)


class TestSendingAReset:
    @pytest.fixture
    def reachable(self, anna):
        EmailAddress.objects.create(
            user=anna, email="anna@example.com", verified=True, primary=True
        )
        return anna

    def test_owes_a_mail_with_a_code_that_nobody_sees(self, boss, reachable):
        staff.send_reset(player_id=reachable.pk, by=by(boss, "one"), now=timezone.now())
        owed = Effect.objects.get(topic="players.reset")
        assert owed.payload == {"player": reachable.pk}
        begin_reset(owed.payload, timezone.now())
        effect = Effect.objects.get(topic="players.mail")
        deliver(effect.payload, timezone.now())
        [letter] = mail.outbox
        assert letter.to == ["anna@example.com"]
        code = re.search(r"(\d{4} \d{4})", letter.body)[1]
        entry = AuditEntry.objects.get()
        kept = str([entry.before, entry.after, entry.reason, effect.payload])
        assert code not in kept
        assert "example.com" not in kept
        with pytest.raises(AlreadyDone):
            staff.send_reset(player_id=reachable.pk, by=by(boss, "one"), now=timezone.now())

    def test_leaves_password_and_sessions_as_they_are(self, boss, reachable):
        staff.send_reset(player_id=reachable.pk, by=by(boss), now=NOW)
        assert Player.objects.get(pk=reachable.pk).password == reachable.password
        assert reachable.tokens.count() == 3

    @pytest.mark.parametrize("lacking", ["verified", "address", "is_active"])
    def test_is_refused_where_nobody_can_be_reached(self, boss, reachable, lacking):
        if lacking == "verified":
            EmailAddress.objects.update(verified=False)
        elif lacking == "address":
            EmailAddress.objects.all().delete()
        else:
            Player.objects.filter(pk=reachable.pk).update(is_active=False)
        with pytest.raises(NowhereToSend):
            staff.send_reset(player_id=reachable.pk, by=by(boss), now=NOW)
        assert rows() == []
        assert not Effect.objects.exists()


class TestRights:
    """Who is staff is said by superusers, on record, and never by somebody of themselves."""

    @pytest.fixture
    def rights(self):
        group = Group.objects.create(name="moderators")
        permission = Permission.objects.get(codename="decide_report")
        return Rights(True, False, frozenset({group.pk}), frozenset({permission.pk}))

    def test_are_given_whole_and_are_on_record(self, root, anna, rights):
        set_rights(player_id=anna.pk, rights=rights, by=by(root), now=NOW)
        anna = Player.objects.get(pk=anna.pk)
        assert rights_of(anna) == rights
        assert anna.has_perm("players.decide_report")
        entry = AuditEntry.objects.get()
        assert entry.before == Rights(False, False, frozenset(), frozenset()).as_facts()
        assert entry.after == rights.as_facts()
        with pytest.raises(AlreadyThus):
            set_rights(player_id=anna.pk, rights=rights, by=by(root), now=NOW)

    def test_end_the_sessions_in_the_admin(self, client, root, boss):
        client.force_login(boss)
        none = Rights(False, False, frozenset(), frozenset())
        set_rights(player_id=boss.pk, rights=none, by=by(root), now=NOW)
        assert not Session.objects.exists()

    def test_are_given_by_no_other_and_not_to_oneself(self, boss, root, anna, rights):
        for actor, subject, error in (
            (boss, anna, OutOfReach),
            (boss, boss, OutOfReach),
            (root, root, NotOnYourself),
        ):
            with pytest.raises(error):
                set_rights(player_id=subject.pk, rights=rights, by=by(actor), now=NOW)
        assert rows() == []


class TestAnnulling:
    @pytest.fixture
    def result(self, anna, boss):
        match = uuid4()
        with one_transaction():
            record_result(
                match=match,
                family="scopa",
                system="glicko2",
                seats=[
                    SeatResult(seat=0, side=0, place=1, player_id=anna.pk),
                    SeatResult(seat=1, side=1, place=2, player_id=boss.pk),
                ],
                now=NOW,
            )
        return match

    def test_takes_back_what_the_match_did(self, root, anna, result):
        assert anna.ratings.get().rating > 1500
        moderation.annul_rating(match=result, by=by(root, "one"), now=NOW)
        assert not anna.ratings.filter(rating__gt=1500).exists()
        assert rows() == [("annul_rating", root.pk, REASON)]
        for key, error in (("one", AlreadyDone), ("two", AlreadyThus)):
            with pytest.raises(error):
                moderation.annul_rating(match=result, by=by(root, key), now=NOW)
        assert len(rows()) == 1


class TestReports:
    @pytest.fixture
    def report(self, anna):
        bruno = Player.objects.create_user("bruno")
        return Report.objects.create(
            reporter=anna, reported=bruno, reason="cheating", text="He did.", created_at=NOW
        )

    @pytest.mark.parametrize(("upheld", "status"), [(True, "upheld"), (False, "dismissed")])
    def test_are_decided_once(self, boss, report, upheld, status):
        moderation.decide_report(report_id=report.pk, upheld=upheld, by=by(boss), now=NOW)
        report.refresh_from_db()
        assert (report.status, report.decided_at) == (status, NOW)
        with pytest.raises(AlreadyThus):
            moderation.decide_report(report_id=report.pk, upheld=True, by=by(boss), now=NOW)
        entry = AuditEntry.objects.get()
        assert (entry.subject_type, entry.subject_id) == ("report", str(report.public_id))
        assert entry.after == {"status": status, "reported": report.reported_id}

    def test_are_not_decided_by_those_whom_they_are_about(self, report):
        for player in (report.reporter, report.reported):
            with pytest.raises(NotOnYourself):
                moderation.decide_report(report_id=report.pk, upheld=True, by=by(player), now=NOW)
        report.refresh_from_db()
        assert report.status == "open"
