"""The record of what the staff do: written once for each form, and changed by nobody."""

import pytest
from django.urls import reverse

from players.models import AuditEntry, Player
from players.services.audit import record, refuse_repeated
from players.staff_errors import AlreadyDone
from tests.players.accounts import NOW, PASSWORD, signed_up

pytestmark = pytest.mark.django_db


def entry(key="a form", **fields):
    given = {
        "actor_id": None,
        "action": "deactivate",
        "subject_type": "player",
        "subject_id": 7,
        "reason": "Asked by mail.",
        "before": {"is_active": True},
        "after": {"is_active": False},
        "now": NOW,
    }
    record(key=key, **(given | fields))
    return AuditEntry.objects.get(key=key)


@pytest.fixture
def admin(client):
    client.force_login(Player.objects.create_superuser("root-of-all", password=PASSWORD))
    return client


class TestRecord:
    def test_keeps_who_did_what_to_whom_and_why(self):
        boss = signed_up("boss").player
        row = entry(actor_id=boss.pk, reason="  Asked by mail. ")
        assert (row.actor, row.action, row.subject_type, row.subject_id) == (
            boss,
            "deactivate",
            "player",
            "7",
        )
        assert (row.reason, row.before, row.after, row.created_at) == (
            "Asked by mail.",
            {"is_active": True},
            {"is_active": False},
            NOW,
        )

    def test_refuses_a_form_that_is_on_record(self):
        entry("one")
        with pytest.raises(AlreadyDone):
            refuse_repeated("one")
        refuse_repeated("another")
        with pytest.raises(AlreadyDone):
            entry("one", subject_id=8)


class TestThePages:
    def test_list_and_find_by_subject_and_by_actor(self, admin):
        boss = signed_up("boss").player
        ours, other = entry("1", actor_id=boss.pk), entry("2", subject_id=8)
        address = reverse("admin:players_auditentry_changelist")
        for words, found in (("", {ours, other}), ("7", {ours}), ("BOSS", {ours}), ("9", set())):
            page = admin.get(address, {"q": words})
            assert set(page.context["cl"].result_list) == found, words

    def test_show_what_was_and_what_became(self, admin):
        page = admin.get(reverse("admin:players_auditentry_change", args=[entry().pk]))
        assert "&quot;is_active&quot;: false" in page.content.decode()

    def test_are_told_in_the_language_of_who_looks(self, admin):
        row, italian = entry(), {"accept-language": "it"}
        page = admin.get(reverse("admin:players_auditentry_change", args=[row.pk]), headers=italian)
        assert "Giocatore escluso: giocatore 7" in page.content.decode()
        address = reverse("admin:players_auditentry_changelist")
        text = admin.get(address, headers=italian).content.decode()
        assert "Ripristino della password inviato" in text  # in the filter
        assert "deactivate" not in text.replace("?did=deactivate", "")
        assert "giocatore" in text

    def test_are_kept_by_what_was_done(self, admin):
        ours, _other = entry("1"), entry("2", action="sign_out")
        page = admin.get(reverse("admin:players_auditentry_changelist"), {"did": "deactivate"})
        assert set(page.context["cl"].result_list) == {ours}

    def test_are_the_history_of_a_player(self, admin):
        player = signed_up("anna").player
        ours, _other = entry("1", subject_id=player.public_id), entry("2")
        address = reverse("admin:players_player_history", args=[player.pk])
        page = admin.get(address, follow=True)
        assert set(page.context["cl"].result_list) == {ours}
        missing = reverse("admin:players_player_history", args=[999999])
        assert admin.get(missing).status_code == 404

    def test_change_nothing_even_for_a_superuser(self, admin):
        row = entry()
        change = reverse("admin:players_auditentry_change", args=[row.pk])
        delete = reverse("admin:players_auditentry_delete", args=[row.pk])
        assert admin.post(change, {"reason": "Another."}).status_code == 403
        assert admin.post(delete, {"post": "yes"}).status_code == 403
        assert admin.get(reverse("admin:players_auditentry_add")).status_code == 403
        row.refresh_from_db()
        assert row.reason == "Asked by mail."

    def test_take_the_same_queries_for_one_row_and_for_many(
        self, admin, django_assert_max_num_queries
    ):
        address = reverse("admin:players_auditentry_changelist")
        for number in range(30):
            entry(str(number), actor_id=signed_up().player.pk)
        with django_assert_max_num_queries(8):
            admin.get(address)
