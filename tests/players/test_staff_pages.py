"""The pages on which the staff act: what will happen, a reason, and never twice."""

from uuid import uuid4

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib.auth.models import Group, Permission
from django.test import Client
from django.urls import reverse

from players.models import AuditEntry, Player, RatedResult, RatedSeat, Report
from tests.players.accounts import NOW, signed_up

pytestmark = pytest.mark.django_db

REASON = "Insults at three tables."
DEEDS = {
    "deactivate": "deactivate_player",
    "sign-out": "sign_out_player",
    "send-reset": "send_reset_to_player",
}


def staff(name, *codenames):
    player = Player.objects.create_user(name, is_staff=True)
    player.user_permissions.set(Permission.objects.filter(codename__in=codenames))
    assert player.user_permissions.count() == len(codenames)
    return player


@pytest.fixture
def helper(client):
    """A client of one of the staff who may do all that is asked for here."""
    client.force_login(
        staff("helper", "view_player", "view_report", "decide_report", *DEEDS.values())
    )
    return client


@pytest.fixture
def anna():
    return signed_up("anna").player


def page_of(player, deed):
    return reverse("admin:players_player_change", args=[player.pk]).replace("change", deed)


def form(**fields):
    return {"key": uuid4().hex, "reason": REASON} | fields


def told(answer):
    return [str(message) for message in answer.context["messages"]]


class TestThePage:
    def test_tells_what_will_happen_and_does_nothing(self, helper, anna):
        text = helper.get(page_of(anna, "deactivate")).content.decode()
        assert "1 session ends at once." in text
        assert "0 running matches are left to their clocks" in text
        assert AuditEntry.objects.count() == 0
        anna.refresh_from_db()
        assert anna.is_active

    def test_acts_against_a_reason(self, helper, anna):
        answer = helper.post(page_of(anna, "deactivate"), form(), follow=True)
        assert told(answer) == ["The player is shut out."]
        anna.refresh_from_db()
        assert not anna.is_active
        assert AuditEntry.objects.get().actor.username == "helper"
        assert REASON in answer.content.decode()

    def test_acts_once_for_a_form_that_is_sent_twice(self, helper, anna):
        sent = form()
        helper.post(page_of(anna, "deactivate"), sent, follow=True)
        answer = helper.post(page_of(anna, "deactivate"), sent, follow=True)
        assert told(answer) == ["This form was sent before, and what it asks for was done then."]
        assert AuditEntry.objects.count() == 1

    def test_gives_each_form_a_key_of_its_own(self, helper, anna):
        keys = {
            str(helper.get(page_of(anna, "deactivate")).context["form"]["key"].value())
            for _time in range(3)
        }
        assert len(keys) == 3

    @pytest.mark.parametrize(
        "fields", [{"reason": ""}, {"reason": "  "}, {"reason": "x" * 501}, {"key": "x"}]
    )
    def test_asks_again_for_what_is_missing(self, helper, anna, fields):
        answer = helper.post(page_of(anna, "deactivate"), form(**fields))
        assert answer.context["form"].errors
        assert AuditEntry.objects.count() == 0

    @pytest.mark.parametrize(("deed", "codename"), DEEDS.items())
    @pytest.mark.parametrize("method", ["get", "post"])
    def test_needs_its_permission(self, client, anna, deed, codename, method):
        others = {"view_player", "change_player", *DEEDS.values()} - {codename}
        client.force_login(staff("almost", *others))
        assert getattr(client, method)(page_of(anna, deed), form()).status_code == 403
        assert AuditEntry.objects.count() == 0

    def test_is_no_page_for_players_and_strangers(self, client, anna):
        for player in (None, anna):
            if player is not None:
                client.force_login(player)
            answer = client.post(page_of(anna, "deactivate"), form())
            assert "/admin/login/" in answer["Location"]
        assert AuditEntry.objects.count() == 0

    def test_is_not_answered_to_a_post_from_another_site(self, anna):
        client = Client(enforce_csrf_checks=True)
        client.force_login(staff("helper", *DEEDS.values()))
        assert client.post(page_of(anna, "deactivate"), form()).status_code == 403
        assert AuditEntry.objects.count() == 0

    def test_tells_why_it_refused(self, helper, anna):
        root = Player.objects.create_superuser("root-of-all")
        answer = helper.post(page_of(root, "deactivate"), form(), follow=True)
        assert told(answer) == ["Only a superuser may do this."]
        root.refresh_from_db()
        assert root.is_active

    def test_is_not_found_for_nobody(self, helper, anna):
        page = page_of(anna, "deactivate").replace(f"/{anna.pk}/", "/999999/")
        assert helper.get(page).status_code == 404

    def test_has_a_password_reset_sent_and_says_when_it_cannot(self, helper, anna):
        page = page_of(anna, "send-reset")
        assert "Nothing was sent" in told(helper.post(page, form(), follow=True))[0]
        EmailAddress.objects.create(
            user=anna, email="anna@example.com", verified=True, primary=True
        )
        assert "Nobody of the staff sees the code." in helper.get(page).content.decode()
        assert told(helper.post(page, form(), follow=True)) == ["The code is on its way."]

    def test_says_at_once_what_cannot_be_done_and_shows_no_form(self, helper, anna):
        me, root = Player.objects.get(username="helper"), Player.objects.create_superuser("root")
        for player, deed, words in (
            (me, "deactivate", "You cannot do this to yourself"),
            (anna, "send-reset", "the player has no verified address"),
            (anna, "reactivate", "it is so already"),
            (root, "sign-out", "Only a superuser may do this."),
        ):
            text = helper.get(page_of(player, deed)).content.decode()
            assert words in text, deed
            assert 'name="reason"' not in text
        assert 'name="reason"' in helper.get(page_of(anna, "deactivate")).content.decode()

    def test_speaks_italian(self, helper, anna):
        answer = helper.get(page_of(anna, "deactivate"), headers={"accept-language": "it"})
        text = answer.content.decode()
        assert "Che cosa succederà" in text
        assert "1 sessione finisce subito." in text

    def test_offers_what_can_be_done_as_things_stand(self, helper, anna):
        change = reverse("admin:players_player_change", args=[anna.pk])
        text = helper.get(change).content.decode()
        assert page_of(anna, "deactivate") in text
        assert page_of(anna, "reactivate") not in text
        helper.post(page_of(anna, "deactivate"), form())
        text = helper.get(change).content.decode()
        assert page_of(anna, "deactivate") not in text
        assert page_of(anna, "reactivate") in text


class TestWhatIsForSuperusersAlone:
    @pytest.fixture
    def root(self, client):
        client.force_login(Player.objects.create_superuser("root-of-all"))
        return client

    def test_sets_rights(self, root, anna):
        page = page_of(anna, "rights")
        assert root.get(page).context["form"]["is_staff"].value() is False
        permission = Permission.objects.get(codename="view_player")
        chosen = {"is_staff": "on", "permissions": [permission.pk]}
        assert told(root.post(page, form(**chosen), follow=True)) == ["The rights are set."]
        anna.refresh_from_db()
        assert anna.is_staff
        assert not anna.is_superuser
        assert list(anna.user_permissions.all()) == [permission]
        assert root.get(page).context["form"]["is_staff"].value() is True

    def test_resets_a_second_factor(self, root):
        colleague = staff("colleague")
        Authenticator.objects.create(user=colleague, type="totp", data={})
        page = page_of(colleague, "reset-factor")
        assert "Make sure that it is your colleague" in root.get(page).content.decode()
        assert told(root.post(page, form(), follow=True)) == ["The second factor is void."]
        assert not Authenticator.objects.exists()

    @pytest.mark.parametrize("deed", ["rights", "reset-factor"])
    def test_is_refused_at_once_on_oneself(self, root, deed):
        text = root.get(page_of(Player.objects.get(), deed)).content.decode()
        assert "You cannot do this to yourself" in text
        assert 'name="reason"' not in text

    @pytest.mark.parametrize("deed", ["rights", "reset-factor"])
    def test_is_no_page_for_others_whatever_their_permissions(self, client, anna, deed):
        helper = staff("helper")
        helper.user_permissions.set(Permission.objects.all())
        client.force_login(helper)
        assert client.post(page_of(anna, deed), form(is_superuser="on")).status_code == 403
        change = reverse("admin:players_player_change", args=[anna.pk])
        assert page_of(anna, deed) not in client.get(change).content.decode()


class TestGroups:
    def test_are_set_by_superusers_and_are_on_record(self, client):
        client.force_login(Player.objects.create_superuser("root-of-all"))
        permission = Permission.objects.get(codename="decide_report")
        body = {"name": "moderators", "permissions": [permission.pk]}
        add = reverse("admin:auth_group_add")
        assert client.post(add, body).context["errors"]
        client.post(add, body | {"reason": REASON})
        group = Group.objects.get()
        assert list(group.permissions.all()) == [permission]
        entry = AuditEntry.objects.get()
        assert (entry.action, entry.reason) == ("set_group", REASON)
        assert entry.after == {"permissions": [permission.pk]}
        change = reverse("admin:auth_group_change", args=[group.pk])
        client.post(change, {"name": "moderators", "permissions": [], "reason": REASON})
        last = AuditEntry.objects.latest("pk")
        assert (last.before, last.after) == (entry.after, {"permissions": []})

    def test_are_no_way_to_rights_that_one_was_not_given(self, client):
        helper = staff("helper")
        helper.user_permissions.set(Permission.objects.all())
        group = Group.objects.create(name="moderators")
        helper.groups.add(group)
        client.force_login(helper)
        body = {"name": "all", "permissions": [Permission.objects.first().pk], "reason": REASON}
        for page in (
            reverse("admin:auth_group_add"),
            reverse("admin:auth_group_change", args=[group.pk]),
            reverse("admin:auth_group_delete", args=[group.pk]),
        ):
            assert client.post(page, body | {"post": "yes"}).status_code == 403
        assert not group.permissions.exists()


class TestResults:
    @pytest.fixture
    def result(self, anna):
        result = RatedResult.objects.create(
            match=uuid4(), family="scopa", system="glicko2", finished_at=NOW
        )
        RatedSeat.objects.create(result=result, seat=0, side=0, place=1, player=anna)
        return result

    def test_are_listed_found_and_annulled(self, client, result, django_assert_max_num_queries):
        client.force_login(staff("helper", "view_ratedresult", "annul_result"))
        page = reverse("admin:players_ratedresult_changelist")
        with django_assert_max_num_queries(8):
            client.get(page)
        found = client.get(page, {"q": str(result.match)}).context["cl"].result_list
        assert list(found) == [result]
        change = reverse("admin:players_ratedresult_change", args=[result.pk])
        annul = change.replace("change", "annul")
        assert annul in client.get(change).content.decode()
        assert "The rating of 1 seat" in client.get(annul).content.decode()
        client.post(annul, form())
        result.refresh_from_db()
        assert result.annulled_at is not None
        assert AuditEntry.objects.get().subject_id == str(result.match)

    def test_need_the_permission(self, client, result):
        client.force_login(staff("looker", "view_ratedresult"))
        change = reverse("admin:players_ratedresult_change", args=[result.pk])
        assert client.post(change.replace("change", "annul"), form()).status_code == 403


class TestSeveralAtOnce:
    LIST = "admin:players_player_changelist"

    def chosen(self, *players, action="deactivate_chosen", **fields):
        return {"action": action, "_selected_action": [each.pk for each in players]} | fields

    def test_asks_first(self, helper, anna):
        bruno = Player.objects.create_user("bruno")
        answer = helper.post(reverse(self.LIST), self.chosen(anna, bruno))
        assert "All sessions and all personal tokens end at once." in answer.content.decode()
        assert AuditEntry.objects.count() == 0

    def test_acts_on_each_and_puts_each_on_record(self, helper, anna):
        bruno = Player.objects.create_user("bruno")
        answer = helper.post(reverse(self.LIST), self.chosen(anna, bruno, **form()), follow=True)
        assert told(answer) == ["Done for 2 players."]
        assert not Player.objects.filter(username__in=("anna", "bruno"), is_active=True).exists()
        assert AuditEntry.objects.filter(reason=REASON).count() == 2

    def test_goes_on_with_the_others_where_one_is_refused(self, helper, anna):
        root = Player.objects.create_superuser("root-of-all")
        answer = helper.post(reverse(self.LIST), self.chosen(root, anna, **form()), follow=True)
        assert told(answer) == [
            "root-of-all: Only a superuser may do this.",
            "Done for 1 player.",
        ]

    def test_acts_once_for_a_form_that_is_sent_twice(self, helper, anna):
        sent = self.chosen(anna, action="sign_out_chosen", **form())
        helper.post(reverse(self.LIST), sent)
        answer = helper.post(reverse(self.LIST), sent, follow=True)
        assert told(answer)[-1] == "Done for 0 players."
        assert AuditEntry.objects.count() == 1

    def test_is_not_offered_without_the_permission(self, client, anna):
        client.force_login(staff("looker", "view_player"))
        answer = client.post(reverse(self.LIST), self.chosen(anna, **form()), follow=True)
        assert "deactivate_chosen" not in answer.content.decode()
        anna.refresh_from_db()
        assert anna.is_active


class TestReports:
    @pytest.fixture
    def report(self, anna):
        bruno = Player.objects.create_user("bruno")
        return Report.objects.create(
            reporter=anna, reported=bruno, reason="cheating", text="He did.", created_at=NOW
        )

    def test_are_listed_and_found(self, helper, report, django_assert_max_num_queries):
        page = reverse("admin:players_report_changelist")
        with django_assert_max_num_queries(8):
            assert "bruno" in helper.get(page).content.decode()
        for words, found in (("bruno", {report}), (str(report.public_id), {report}), ("x", set())):
            assert set(helper.get(page, {"q": words}).context["cl"].result_list) == found

    @pytest.mark.parametrize(("deed", "status"), [("uphold", "upheld"), ("dismiss", "dismissed")])
    def test_are_decided_on_their_page(self, helper, report, deed, status):
        change = reverse("admin:players_report_change", args=[report.pk])
        assert "He did." in helper.get(change).content.decode()
        page = change.replace("change", deed)
        assert helper.get(page).context["form"]["reason"].value() is None
        helper.post(page, form())
        report.refresh_from_db()
        assert report.status == status
        assert AuditEntry.objects.get().reason == REASON

    def test_are_not_offered_twice_nor_to_whom_they_are_about(self, helper, report):
        page = reverse("admin:players_report_change", args=[report.pk]).replace("change", "uphold")
        assert 'name="reason"' in helper.get(page).content.decode()
        Report.objects.update(reported=Player.objects.get(username="helper"))
        text = helper.get(page).content.decode()
        assert "You cannot do this to yourself" in text
        assert 'name="reason"' not in text

    def test_need_the_permission(self, client, report):
        client.force_login(staff("looker", "view_report"))
        change = reverse("admin:players_report_change", args=[report.pk])
        assert client.post(change.replace("change", "uphold"), form()).status_code == 403
