"""What `make run` tells a newcomer, and where the links in its mails lead."""

import pytest

from scopa_site.management.commands import serve


class TestLinksInMails:
    @pytest.fixture(autouse=True)
    def _nothing_given(self, monkeypatch, settings):
        # Both are put back as they were.
        settings.PUBLIC_URL = "http://127.0.0.1:8000"
        settings.SCOPA_LIMITS_LIFTED = False
        for name in ("PUBLIC_URL", "ALLOWED_HOSTS", "LIMITS_LIFTED"):
            monkeypatch.delenv(name, raising=False)

    def test_lead_to_the_port_that_is_served(self, settings):
        serve._suit_newcomers("127.0.0.1", 8131)
        assert settings.PUBLIC_URL == "http://127.0.0.1:8131"
        assert settings.SCOPA_LIMITS_LIFTED

    @pytest.mark.parametrize(
        ("names", "link"),
        [("", "http://127.0.0.1:8131"), ("10.0.2.2,phone.local", "http://10.0.2.2:8131")],
    )
    def test_lead_to_a_name_by_which_it_is_called(self, names, link, monkeypatch, settings):
        monkeypatch.setenv("ALLOWED_HOSTS", names)
        serve._suit_newcomers("0.0.0.0", 8131)  # noqa: S104
        assert link == settings.PUBLIC_URL

    def test_lead_where_it_was_said(self, monkeypatch, settings):
        settings.PUBLIC_URL = "https://scopa.example"
        monkeypatch.setenv("PUBLIC_URL", "https://scopa.example")
        serve._suit_newcomers("127.0.0.1", 8131)
        assert settings.PUBLIC_URL == "https://scopa.example"


@pytest.mark.parametrize(
    ("backend", "said"),
    [
        ("console", "is printed here"),
        ("dummy", "is not sent"),
        ("smtp", "goes to mail.example:587"),
    ],
)
def test_says_where_mail_goes(backend, said, settings):
    settings.EMAIL_BACKEND = f"django.core.mail.backends.{backend}.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "mail.example", 587
    assert serve._where_mail_goes().startswith(said)
