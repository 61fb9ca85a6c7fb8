"""A process that dies at any named point of telling and sending: nothing is lost, and what is sent
twice is the same message."""

import json
import os
import subprocess
import sys

import pytest

from scopa_site.env import BASE_DIR

KILLED = 137

# One process of the service. It tells something, delivers at an instant, and says what is there.
_SERVICE = """
import json, os, sys
from datetime import UTC, datetime, timedelta
os.environ["DJANGO_SETTINGS_MODULE"] = "scopa_site.settings"
import django
django.setup()
from django.core.management import call_command
from players.notifications import registry
from players.notifications.channels.letter import Sent
from players.notifications.registry import Channel, Mode, NoticeSource, NotificationType, Words
registry.register_type(NotificationType(
    slug="news", label="News", event="test.news", collapse="match",
    words=lambda notices: {each.id: Words("News", "") for each in notices},
    defaults={Channel.PUSH: Mode.ON},
    read=lambda event: NoticeSource(f"news:{event.data['number']}", dict(event.data)),
))
NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
book = sys.argv[2]


class Recorder:
    def send(self, letter, address):
        with open(book, "a") as lines:
            lines.write(json.dumps([str(letter.id), letter.collapse_id, address.token]) + chr(10))
        return Sent("there", 200)


def tell(number):
    from players.models import Player
    from players.services.feed import NewEvent, publish
    from scopa_site.transactions import one_transaction
    with one_transaction():
        publish([NewEvent(Player.objects.get().pk, "test.news", data={"number": number})], now=NOON)


def deliver(seconds):
    from players.notifications import delivering
    delivering.sweep(now=NOON + timedelta(seconds=seconds))
    now = NOON + timedelta(seconds=seconds)
    delivering.deliver("push", clock=lambda: now, transports=lambda provider: Recorder())


if sys.argv[1] == "prepare":
    call_command("migrate", verbosity=0)
    from players.models import Token
    from players.notifications.models import Device
    from players.notifications.sealed import digest_of, sealed
    from players.services import create_guest
    from scopa_site.time import now
    player = create_guest(now=now()).player
    for name in ("a", "b"):
        Device.objects.create(
            player_id=player.pk, installation_id=name, provider="fcm", token_sealed=sealed(name),
            token_digest=digest_of(name), session=Token.objects.get().public_id,
            created_at=NOON, updated_at=NOON,
        )
for step in sys.argv[3:]:
    name, _, argument = step.partition("=")
    {"tell": tell, "deliver": deliver}[name](int(argument))
from players.notifications.models import Delivery, Notification
print(json.dumps({
    "told": Notification.objects.count(),
    "stands": sorted(Delivery.objects.values_list("notification__dedupe_key", "status")),
}))
"""


@pytest.fixture(scope="module")
def prepared(tmp_path_factory):
    """Give the folder of a service with one player who has two devices."""
    folder = tmp_path_factory.mktemp("service")
    assert run(folder, folder / "none", mode="prepare").returncode == 0
    return folder


def run(folder, book, *steps, mode="go", crash_at=None):
    kept = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    env = {**kept, "SCOPA_DATA_DIR": str(folder), "LOG_LEVEL": "ERROR"}
    if crash_at is not None:
        env |= {"SCOPA_CRASH_POINTS": "1", "SCOPA_CRASH_AT": crash_at}
    return subprocess.run(
        [sys.executable, "-c", _SERVICE, mode, str(book), *steps],
        env=env, cwd=BASE_DIR, capture_output=True, text=True, check=False, timeout=120,
    )  # fmt: skip


def said(process):
    assert process.returncode == 0, process.stderr
    return json.loads(process.stdout)


def carried(book):
    return (
        [tuple(json.loads(line)) for line in book.read_text().splitlines()] if book.exists() else []
    )


class TestWhoeverTellsAndDies:
    @pytest.mark.parametrize(
        ("number", "point", "is_told"),
        [
            (1, "before_commit", False),
            (2, "after_commit", True),
            (3, "before_publish", True),
            (4, "after_publish", True),
        ],
    )
    def test_has_told_all_or_nothing_and_what_is_told_arrives_once(
        self, prepared, tmp_path, number, point, is_told
    ):
        book, key = tmp_path / "book", f"news:{number}"
        assert run(prepared, book, f"tell={number}", crash_at=point).returncode == KILLED
        after = said(run(prepared, book, "deliver=5"))
        assert ([key, "sent"] in after["stands"]) == is_told
        assert len(carried(book)) == (2 if is_told else 0)
        # Who was not answered asks again: it is not told twice.
        said(run(prepared, book, f"tell={number}", "deliver=5"))
        assert len(carried(book)) == 2


class TestWhoeverSendsAndDies:
    @pytest.mark.parametrize(
        ("number", "point", "times"),
        [
            (11, "after_claim", 1),
            (12, "before_send", 1),
            (13, "after_handle", 2),
            (14, "after_mark", 1),
        ],
    )
    def test_is_outlived_and_doubles_are_the_same_message(
        self, prepared, tmp_path, number, point, times
    ):
        book, key = tmp_path / "book", f"news:{number}"
        dying = run(prepared, book, f"tell={number}", "deliver=5", crash_at=point)
        assert dying.returncode == KILLED
        # Nobody takes it while the dead may still be alive.
        before = len(carried(book))
        said(run(prepared, book, "deliver=30"))
        assert len(carried(book)) == before
        after = said(run(prepared, book, "deliver=50", "deliver=51"))
        assert [key, "sent"] in after["stands"]
        messages = carried(book)
        assert sorted(token for _id, _collapse, token in messages) == sorted(["a", "b"] * times)
        assert len({(each[0], each[1]) for each in messages}) == 1
