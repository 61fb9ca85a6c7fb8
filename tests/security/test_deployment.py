"""The settings of a deployment leave nothing open that `check --deploy` knows of."""

import os
import subprocess
import sys

import pytest

from scopa_site.env import BASE_DIR

# Nothing of these is contacted.
DEPLOYMENT = {
    "SECRET_KEY": "long-and-random-0123456789-abcdefghijklmnopqrstuvwxyz-ABCDEFGHIJ",
    "DATABASE_URL": "postgres://nobody@localhost/none",
    "REDIS_URL": "redis://localhost/0",
    "ALLOWED_HOSTS": "scopa.example",
    "BEHIND_PROXY": "1",
    "NUM_PROXIES": "1",
    "EMAIL_URL": "submission://user:password@mail.example:587",
    "PUBLIC_URL": "https://scopa.example",
    "VAPID_SUBJECT": "mailto:push@scopa.example",
    "VAPID_PRIVATE_KEY": "A" * 42 + "E",
}


def checked(tmp_path, **more):
    """Run the deploy check as a deployment does."""
    env = {"PATH": os.environ["PATH"], "SCOPA_DATA_DIR": str(tmp_path), **DEPLOYMENT, **more}
    return subprocess.run(
        [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "WARNING"],
        cwd=BASE_DIR, env=env, capture_output=True, text=True, check=False,
    )  # fmt: skip


class TestTheDeployCheck:
    def test_has_nothing_to_say(self, tmp_path):
        done = checked(tmp_path)
        assert done.returncode == 0, done.stderr
        assert "no issues" in done.stdout + done.stderr

    @pytest.mark.parametrize(
        ("name", "value", "warning"),
        [
            ("LIMITS_LIFTED", "true", "scopa_site.W001"),
            ("EMAIL_URL", "", "scopa_site.W003"),
            ("PUBLIC_URL", "", "scopa_site.W005"),
            ("PUBLIC_URL", "http://scopa.example", "scopa_site.W005"),
            ("FCM_CREDENTIALS", "/nowhere/account.json", "notifications.W001"),
            ("APNS_KEY", "/nowhere/key.p8", "notifications.W002"),
            ("VAPID_SUBJECT", "push@scopa.example", "notifications.W003"),
            ("STAFF_TWO_FACTOR", "false", "scopa_site.E004"),
            ("TLS", "false", "security.W"),
            ("DEBUG", "true", "security.W018"),
            ("SECRET_KEY", "short", "security.W009"),
        ],
    )
    def test_fails_for_each_that_is_open(self, name, value, warning, tmp_path):
        done = checked(tmp_path, **{name: value})
        assert done.returncode == 1
        assert warning in done.stderr

    def test_fails_where_nobody_is_pushed_to(self, tmp_path):
        done = checked(tmp_path, VAPID_PRIVATE_KEY="", VAPID_SUBJECT="")
        assert "notifications.W004" in done.stderr
