"""What is to be done again and again is in the schedule, and the schedule names what there is."""

import importlib

from django.conf import settings

from scopa_site import celery_app

OURS = ("games.", "notifications.", "players.", "scopa_site.")
PERIODIC = ("sweep", "forget", "trim")

for app in ("games", "players", "players.notifications", "scopa_site"):
    importlib.import_module(f"{app}.tasks")


def scheduled():
    return {entry["task"]: entry for entry in settings.CELERY_BEAT_SCHEDULE.values()}


class TestTheSchedule:
    def test_names_only_tasks_that_there_are(self):
        assert set(scheduled()) - set(celery_app.tasks) == set()

    def test_holds_every_sweep(self):
        sweeps = {
            name
            for name in celery_app.tasks
            if name.startswith(OURS) and any(word in name for word in PERIODIC)
        }
        assert len(sweeps) >= 5
        assert sweeps - set(scheduled()) == set()

    def test_lets_nothing_pile_up(self):
        for entry in scheduled().values():
            assert entry["options"]["expires"] <= 2 * entry["schedule"]
            assert entry["options"]["queue"] == "sweeps"

    def test_sweeps_effects_every_five_seconds(self):
        assert scheduled()["scopa_site.sweep_effects"]["schedule"] == 5
