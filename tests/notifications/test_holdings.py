"""What a copy of the data says of notifications: all of it, and no key to anything."""

import json
from datetime import UTC, datetime, time

import pytest

from players.notifications.models import Device, Webhook
from players.notifications.queries import holdings
from players.registries import exporters, paged_exporters
from scopa_site.api.rendering import render_json
from tests.notifications.rows import a_notice, everything, preferences
from tests.players.accounts import signed_up

pytestmark = pytest.mark.django_db
NOW = datetime(2026, 3, 2, 12, tzinfo=UTC)
ALONE = ("devices", "webhooks", "notification_preferences", "muted_matches")


@pytest.fixture
def anna():
    return signed_up("anna").player


def copied(player):
    """Return what stands in the copy, read as the one who opens it reads it."""
    held = {name: exporters[name](player.pk) for name in ALONE}
    held["notifications"] = paged_exporters["notifications"](player.pk, 0)[0]
    return json.loads(render_json(held))


class TestACopy:
    def test_holds_each_way_and_each_wish(self, anna):
        everything(anna, now=NOW, url="https://bot.example/in?key=7", name="il mio")
        copy = copied(anna)
        assert [each["name"] for each in copy["devices"]] == ["il mio"]
        assert [each["url"] for each in copy["webhooks"]] == ["https://bot.example/in?key=7"]
        assert copy["notification_preferences"]["choices"] == {"reminder": {"mail": "off"}}
        assert len(copy["muted_matches"]) == 1

    def test_holds_each_notification_with_what_became_of_it(self, anna):
        notice = everything(anna, now=NOW)
        first, second = copied(anna)["notifications"]
        assert (first["id"], first["type"]) == (str(notice.public_id), "your_turn")
        assert [(each["channel"], each["status"]) for each in first["deliveries"]] == [
            ("push", "sent"),
            ("webhook", "sending"),
        ]
        assert [each["name"] for each in first["deliveries"][0]["targets"]] == ["telefono"]
        assert [each["by"] for each in first["deliveries"][0]["targets"]] == ["fcm"]
        assert second["deliveries"][0]["reason"] == "summary"

    def test_holds_no_token_and_no_secret(self, anna):
        everything(anna, now=NOW, token="zx-token", secret="zx-secret")
        text = json.dumps(copied(anna))
        device, webhook = Device.objects.get(), Webhook.objects.get()
        secret = {"zx-token", "zx-secret", device.token_sealed, device.token_digest}
        assert [word for word in secret | {webhook.secret_sealed} if word in text] == []

    def test_writes_the_hours_of_quiet(self, anna):
        preferences(anna, quiet_from=time(22), quiet_until=time(7, 30))
        shown = copied(anna)["notification_preferences"]
        assert (shown["quiet_from"], shown["quiet_until"]) == ("22:00", "07:30")

    def test_is_read_page_by_page_without_a_gap(self, anna, monkeypatch):
        monkeypatch.setattr(holdings, "_PAGE", 2)
        keys = [a_notice(anna, now=NOW, dedupe_key=str(number)).public_id for number in range(5)]
        read, after = [], 0
        while after is not None:
            rows, after = holdings.notifications_of(anna.pk, after)
            read += [row["id"] for row in rows]
        assert read == keys

    def test_is_of_one_player(self, anna):
        everything(anna, now=NOW)
        assert copied(signed_up("bruno").player) == {
            "devices": [],
            "webhooks": [],
            "notification_preferences": None,
            "muted_matches": [],
            "notifications": [],
        }
