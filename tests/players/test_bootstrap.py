"""`manage.py bootstrap` makes the first administrator, once, and tells nobody the password."""

import io
import logging
from functools import partial

import pytest
from allauth.account.models import EmailAddress
from django.core.management import CommandError, call_command
from django.urls import reverse
from django.utils import timezone

from players.models import AuditEntry, Player
from players.services.bootstrap import make_administrator
from players.staff_errors import AlreadyDone
from tests.concurrency.crowd import all_at_once
from tests.players.accounts import PASSWORD, signed_up

pytestmark = pytest.mark.django_db


@pytest.fixture
def bootstrap(tmp_path):
    """Run the command with a password in a file; return what it printed."""

    def run(username="boss", password=PASSWORD, email="", **more):
        path = tmp_path / "password"
        path.write_text(f"{password}\n")
        out = io.StringIO()
        options = {"username": username, "email": email, "password_file": path} | more
        call_command("bootstrap", stdout=out, stderr=out, **options)
        return out.getvalue()

    return run


class TestTheFirst:
    def test_may_come_into_the_admin(self, client, bootstrap):
        assert "“Boss” has been made" in bootstrap("Boss")
        boss = Player.objects.get()
        assert (boss.is_superuser, boss.is_staff, boss.display_name) == (True, True, "Boss")
        client.post(reverse("admin:login"), {"username": "bOSS", "password": PASSWORD})
        assert client.get(reverse("admin:index")).status_code == 200

    def test_may_have_a_name_that_nobody_else_may(self, bootstrap):
        bootstrap("admin")
        assert Player.objects.get().username == "admin"

    def test_has_no_session_and_is_on_record(self, bootstrap):
        bootstrap()
        boss = Player.objects.get()
        assert not boss.tokens.exists()
        entry = AuditEntry.objects.get()
        assert (entry.action, entry.actor, entry.subject_id) == (
            "bootstrap",
            None,
            str(boss.public_id),
        )

    def test_has_an_address_that_counts_as_verified(self, bootstrap):
        bootstrap(email="Boss@example.com")
        address = EmailAddress.objects.get()
        assert (address.email, address.verified, address.primary) == (
            "boss@example.com",
            True,
            True,
        )
        assert Player.objects.get().email == "boss@example.com"

    def test_leaves_the_password_nowhere(self, bootstrap, caplog):
        with caplog.at_level(logging.DEBUG):
            told = bootstrap()
        assert PASSWORD not in told + caplog.text
        assert PASSWORD not in str(AuditEntry.objects.values())
        assert PASSWORD not in Player.objects.get().password

    def test_may_be_given_by_a_pipe(self, monkeypatch):
        monkeypatch.setattr("sys.stdin", io.StringIO(f"{PASSWORD}\nmore\n"))
        call_command("bootstrap", username="boss", email="", password_stdin=True)
        assert Player.objects.get().check_password(PASSWORD)

    def test_may_be_typed_and_is_typed_twice(self, monkeypatch):
        class Terminal(io.StringIO):
            def isatty(self):
                return True

        monkeypatch.setattr("sys.stdin", Terminal("boss\n\n"))
        typed = iter([PASSWORD, "another", PASSWORD, PASSWORD])
        monkeypatch.setattr("getpass.getpass", lambda prompt: next(typed))
        with pytest.raises(CommandError, match="not the same"):
            call_command("bootstrap")
        monkeypatch.setattr("sys.stdin", Terminal("boss\n\n"))
        call_command("bootstrap")
        assert Player.objects.get().check_password(PASSWORD)

    def test_cannot_be_asked_for_where_nobody_sits(self, monkeypatch):
        monkeypatch.setattr("sys.stdin", io.StringIO())
        for options in ({}, {"username": "boss", "email": ""}):
            with pytest.raises(CommandError, match="Nobody can be asked"):
                call_command("bootstrap", **options)


class TestTheSecond:
    def test_is_refused_with_a_hint(self, bootstrap):
        bootstrap()
        with pytest.raises(CommandError, match="--another"):
            bootstrap("other")
        assert Player.objects.get().username == "boss"

    def test_is_made_where_it_is_asked_for(self, bootstrap):
        bootstrap()
        bootstrap("other", another=True)
        assert Player.objects.filter(is_superuser=True).count() == 2

    def test_is_the_first_again_once_there_is_none(self, bootstrap):
        bootstrap()
        Player.objects.update(is_superuser=False)
        bootstrap("other")
        assert Player.objects.get(is_superuser=True).username == "other"

    @pytest.mark.postgres
    @pytest.mark.django_db(transaction=True)
    def test_of_two_at_once_is_not_made(self):
        def make(name):
            return make_administrator(username=name, password=PASSWORD, now=timezone.now())

        answers = all_at_once([partial(make, "boss"), partial(make, "other")])
        assert [type(answer) for answer in answers].count(AlreadyDone) <= 1
        assert Player.objects.filter(is_superuser=True).count() == 1
        assert Player.objects.count() == 1


class TestWhatIsRefused:
    @pytest.mark.parametrize(
        ("fields", "words"),
        [
            ({"username": "1x"}, "beginning with a letter"),
            ({"password": "short"}, "at least"),
            ({"password": "password1234"}, "common"),
            ({"email": "nowhere"}, "valid email"),
        ],
    )
    def test_is_said_in_words_and_leaves_nothing(self, bootstrap, fields, words):
        with pytest.raises(CommandError, match=words):
            bootstrap(**fields)
        assert not Player.objects.exists()
        assert not AuditEntry.objects.exists()

    def test_is_a_username_or_an_address_of_somebody(self, bootstrap):
        anna = signed_up("anna").player
        EmailAddress.objects.create(user=anna, email="anna@example.com", verified=True)
        with pytest.raises(CommandError, match="taken"):
            bootstrap("ANNA")
        with pytest.raises(CommandError):
            bootstrap(email="anna@example.com")
        assert Player.objects.get() == anna
