"""The outbox as whoever runs the service sees it."""

import pytest
from django.contrib.auth import get_user_model
from django.urls import reverse

from scopa_site.outbox.models import Effect
from scopa_site.time import now

pytestmark = pytest.mark.django_db

LIST = "admin:scopa_site_effect_changelist"


@pytest.fixture
def staff(client):
    client.force_login(
        get_user_model().objects.create_superuser(username="operator", password="x", email="")
    )
    return client


def effect(name, **fields):
    return Effect.objects.create(topic="tests", dedupe_key=name, created_at=now(), **fields)


class TestTheList:
    def test_shows_the_sort_of_an_error_and_not_its_text(self, staff):
        effect("one", attempts=3, last_error="ConnectionError: the 7D is away")
        page = staff.get(reverse(LIST)).content.decode()
        assert "ConnectionError" in page
        assert "7D" not in page

    def test_filters_by_how_they_stand(self, staff):
        effect("first-owed")
        effect("second-dead", dead_at=now())
        effect("third-done", done_at=now())
        for standing, name in (("owed", "first"), ("dead", "second"), ("done", "third")):
            page = staff.get(reverse(LIST), {"standing": standing}).content.decode()
            shown = [each for each in ("first", "second", "third") if f"{each}-" in page]
            assert shown == [name]

    def test_sends_again_what_was_given_up_and_nothing_that_is_done(self, staff):
        dead = effect("dead", dead_at=now(), attempts=10)
        done = effect("done", done_at=now(), attempts=1)
        chosen = {"action": "send_again", "_selected_action": [dead.pk, done.pk]}
        page = staff.post(reverse(LIST), chosen, follow=True).content.decode()
        assert "1 effect is sent again." in page
        dead.refresh_from_db()
        done.refresh_from_db()
        assert (dead.dead_at, dead.attempts) == (None, 0)
        assert (done.done_at is not None, done.attempts) == (True, 1)

    def test_offers_nothing_to_add_change_or_delete(self, staff):
        row = effect("one")
        page = staff.get(reverse("admin:scopa_site_effect_change", args=[row.pk]))
        assert page.status_code == 200
        assert staff.get(reverse("admin:scopa_site_effect_add")).status_code == 403
        delete = reverse("admin:scopa_site_effect_delete", args=[row.pk])
        assert staff.post(delete, {"post": "yes"}).status_code == 403
        assert Effect.objects.filter(pk=row.pk).exists()
