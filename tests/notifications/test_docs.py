"""docs/notifications.md says what is."""

import re

from players.notifications.models import DeliveryStatus
from players.notifications.registry import Channel, notification_types
from scopa_site.env import BASE_DIR

PAGE = (BASE_DIR / "docs" / "notifications.md").read_text(encoding="utf-8")
ROW = re.compile(r"^\| (?P<slugs>`[^|]+) \|[^|]+\| (\S+) \| (\S+) \| (\S+) \|$", re.MULTILINE)


def told():
    rows = {}
    for found in ROW.finditer(PAGE):
        modes = dict(zip(Channel, found.groups()[1:], strict=True))
        rows |= dict.fromkeys(re.findall(r"`(\w+)`", found["slugs"]), modes)
    return rows


def registered():
    return {
        slug: {way: str(kind.defaults.get(way, "–")) for way in Channel}
        for slug, kind in notification_types().items()
    }


def test_it_lists_every_type_with_its_defaults():
    assert told() == registered()


def test_it_names_every_status_of_a_delivery():
    section = PAGE.partition("## Why did I not get it?")[2].partition("\n## ")[0]
    assert set(DeliveryStatus.values) <= set(re.findall(r"`(\w+)`", section))
