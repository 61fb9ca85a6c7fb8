"""What an erasure takes out of the records of the staff, and what it leaves."""

import json
from uuid import uuid4

import pytest
from allauth.account.models import EmailAddress
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.auth.models import Group
from django.contrib.contenttypes.models import ContentType

from games.models import Match, Seat
from players.models import AuditEntry, Player
from players.services import erase
from tests.players.accounts import NOW, signed_up

pytestmark = pytest.mark.django_db


@pytest.fixture
def mario():
    player = signed_up("mario.rossi").player
    Player.objects.filter(pk=player.pk).update(display_name="Mario R")
    EmailAddress.objects.create(user=player, email="mario@example.org", verified=True)
    return player


@pytest.fixture
def other():
    return signed_up("other").player


def entry(subject_type, subject_id, reason):
    return AuditEntry.objects.create(
        action="x",
        subject_type=subject_type,
        subject_id=str(subject_id),
        reason=reason,
        key=uuid4().hex,
        created_at=NOW,
    )


def logged(model, shown, message, object_id="1"):
    return LogEntry.objects.create(
        user=Player.objects.create_user(f"boss-{uuid4().hex[:8]}"),
        content_type=ContentType.objects.get_for_model(model),
        object_id=object_id,
        object_repr=shown,
        action_flag=CHANGE,
        change_message=message,
    )


def after_erasing(player, row):
    erase(player_id=player.pk, now=NOW)
    row.refresh_from_db()
    return row


class TestAReason:
    @pytest.mark.parametrize(
        ("written", "left"),
        [
            ("mario.rossi insulted three people", "… insulted three people"),
            ("see @mario.rossi, and MARIO.ROSSI.", "see @…, and …."),
            ("second account of (Mario R)", "second account of (…)"),
            ("wrote from mario@example.org.", "wrote from …."),
        ],
    )
    def test_of_an_act_on_somebody_else_loses_the_names(self, mario, other, written, left):
        row = entry("player", other.public_id, written)
        assert after_erasing(mario, row).reason == left

    @pytest.mark.parametrize("subject", ["report", "match", "group"])
    def test_of_any_act_loses_the_names(self, mario, subject):
        row = entry(subject, uuid4(), "mario.rossi again")
        assert after_erasing(mario, row).reason == "… again"

    @pytest.mark.parametrize(
        "written",
        ["mario.rossini", "mario.rossi.2", "x@mario.rossi.example", "a-mario.rossi", "mario"],
    )
    def test_keeps_the_names_of_others(self, mario, other, written):
        row = entry("player", other.public_id, written)
        assert after_erasing(mario, row).reason == written

    def test_of_an_act_on_the_player_goes_whole(self, mario):
        row = entry("player", mario.public_id, "insulted three people")
        assert after_erasing(mario, row).reason == "(erased)"

    def test_still_fits_however_often_it_holds_a_short_name(self, other):
        ed = signed_up("edo").player
        Player.objects.filter(pk=ed.pk).update(display_name="e")
        row = entry("player", other.public_id, "e " * 249 + "e!")
        assert after_erasing(ed, row).reason == "… " * 249 + "…!"


class TestTheLogOfTheAdmin:
    CHANGED = json.dumps([{"changed": {"fields": ["Permissions"]}}, {"added": {}}])

    @pytest.mark.parametrize("name", ["changed", "fields", "Permissions", "added", "Moderators"])
    def test_keeps_what_is_about_others_whatever_a_player_is_called(self, name):
        group = logged(Group, "Moderators", self.CHANGED)
        match = logged(Match, "scopa 1a2b", self.CHANGED)
        player = signed_up("carla").player
        Player.objects.filter(pk=player.pk).update(display_name=name)
        assert after_erasing(player, group).object_repr == "Moderators"
        match.refresh_from_db()
        assert group.change_message == match.change_message == self.CHANGED
        assert match.object_repr == "scopa 1a2b"

    def test_keeps_a_text_that_names_the_player_without_the_name(self, mario):
        row = logged(Match, "scopa 1a2b", "Looked at the hidden cards: mario.rossi cheats")
        row = after_erasing(mario, row)
        assert row.change_message == "Looked at the hidden cards: … cheats"
        assert row.object_repr == "scopa 1a2b"

    def test_loses_what_a_player_and_their_seats_were_shown_as(self, mario):
        told = [{"changed": {"name": "seat", "object": "2: mario.rossi", "fields": ["Level"]}}]
        row = logged(Seat, "2: mario.rossi", json.dumps(told))
        row = after_erasing(mario, row)
        assert row.object_repr == "2: …"
        told[0]["changed"]["object"] = "2: …"
        assert json.loads(row.change_message) == told

    @pytest.mark.parametrize("name", ["Zoë", 'the "Count"'])
    def test_finds_a_name_however_it_is_written_as_data(self, mario, name):
        Player.objects.filter(pk=mario.pk).update(display_name=name)
        row = logged(Match, "x", json.dumps([{"changed": {"object": name}}]))
        row = after_erasing(mario, row)
        assert json.loads(row.change_message) == [{"changed": {"object": "…"}}]

    def test_is_blank_about_the_player(self, mario):
        row = logged(Player, "Mario R", "a text", object_id=str(mario.pk))
        row = after_erasing(mario, row)
        assert (row.object_repr, row.change_message) == ("", "")
