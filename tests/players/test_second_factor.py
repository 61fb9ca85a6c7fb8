"""The second factor of the staff: nothing opens without it, and no code opens anything twice."""

import base64
import re
from datetime import timedelta
from functools import partial
from uuid import uuid4

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value
from cryptography.fernet import InvalidToken
from django.contrib.sessions.models import Session
from django.db import connection
from django.test import Client
from django.urls import reverse

from players.factor_adapter import FactorAdapter
from players.models import AuditEntry, Player
from players.services import second_factor
from players.services.staff import Mandate
from players.staff_errors import AlreadyThus, NotOnYourself, OutOfReach, WrongFactorCode
from scopa_site import time
from tests.concurrency.crowd import all_at_once, unlocked
from tests.players.accounts import PASSWORD

NAME = "boss"


@pytest.fixture(autouse=True)
def clock(settings, monkeypatch):
    """Turn the second factor on, and hold the clock of the codes: by hand, in periods."""
    settings.STAFF_TWO_FACTOR = True
    held = [60_000_000]
    wide = settings.MFA_TOTP_TOLERANCE
    monkeypatch.setattr(
        second_factor,
        "yield_hotp_counters_from_time",
        lambda: range(held[0] - wide, held[0] + wide + 1),
    )
    return held


@pytest.fixture
def boss(db):
    return Player.objects.create_superuser(NAME, password=PASSWORD)


@pytest.fixture
def enrolled(boss, clock):
    """Boss with a factor whose app is at hand: returns the secret, and the recovery codes."""
    secret = second_factor.new_secret()
    done = second_factor.enrol(
        player_id=boss.pk, secret=secret, code=code_of(secret, clock[0]), now=time.now()
    )
    clock[0] += 10
    return secret, done.codes


def code_of(secret, counter):
    return format_hotp_value(hotp_value(secret, counter))


def by_password(client, name=NAME, password=PASSWORD, **more):
    body = {"username": name, "password": password} | more
    return client.post(reverse("admin:login"), body)


def by_code(client, code, **more):
    return client.post(reverse("admin:second_factor"), {"code": code}, **more)


def is_in(client):
    return client.get(reverse("admin:index")).status_code == 200


def secret_shown(page):
    shown = re.search(r'class="scopa-codes">([A-Z2-7 ]+)</code>', page.content.decode())
    return shown[1].replace(" ", "")


class TestTheLogIn:
    def test_opens_nothing_by_the_password_alone(self, client, enrolled):
        answer = by_password(client)
        assert answer["Location"] == reverse("admin:second_factor")
        assert not is_in(client)
        for name in ("admin:players_player_changelist", "admin:recovery_codes"):
            assert "/admin/login/" in client.get(reverse(name))["Location"]
        assert "_auth_user_id" not in client.session
        boss = Player.objects.get()
        assert boss.last_login is None

    def test_opens_by_a_code_of_the_app(self, client, enrolled, clock):
        by_password(client)
        answer = by_code(client, f" {code_of(enrolled[0], clock[0])} ")
        assert answer["Location"] == reverse("admin:index")
        assert is_in(client)

    def test_leads_where_it_was_to_lead(self, client, enrolled, clock):
        wanted = reverse("admin:players_player_changelist")
        client.post(
            f"{reverse('admin:login')}?next={wanted}", {"username": NAME, "password": PASSWORD}
        )
        assert by_code(client, code_of(enrolled[0], clock[0]))["Location"] == wanted

    def test_leads_to_no_other_site(self, client, enrolled, clock):
        by_password(client, next="https://elsewhere.example/")
        answer = by_code(client, code_of(enrolled[0], clock[0]))
        assert answer["Location"] == reverse("admin:index")

    @pytest.mark.parametrize("periods", [-1, 0, 1])
    def test_takes_the_codes_beside_the_present_one(self, client, enrolled, clock, periods):
        by_password(client)
        by_code(client, code_of(enrolled[0], clock[0] + periods))
        assert is_in(client)

    @pytest.mark.parametrize("periods", [-2, 2])
    def test_takes_none_that_is_older_or_newer(self, client, enrolled, clock, periods):
        by_password(client)
        answer = by_code(client, code_of(enrolled[0], clock[0] + periods))
        assert "The code is wrong" in answer.content.decode()
        assert not is_in(client)

    def test_takes_no_code_twice(self, enrolled, clock):
        code = code_of(enrolled[0], clock[0])
        for expected in (True, False):
            client = Client()
            by_password(client)
            by_code(client, code)
            assert is_in(client) is expected

    def test_takes_no_older_code_after_a_newer_one(self, client, enrolled, clock):
        second_factor.pass_second_factor(
            player_id=Player.objects.get().pk, code=code_of(enrolled[0], clock[0]), now=time.now()
        )
        by_password(client)
        by_code(client, code_of(enrolled[0], clock[0] - 1))
        assert not is_in(client)

    def test_takes_each_recovery_code_once(self, enrolled):
        _secret, codes = enrolled
        assert len(set(codes)) == 10
        for code, expected in ((codes[3], True), (codes[3], False), (codes[4], True)):
            client = Client()
            by_password(client)
            by_code(client, code)
            assert is_in(client) is expected

    @pytest.mark.parametrize("code", ["", "000000", "12345", "abcdef", "x" * 21, "０００００0"])
    def test_takes_nothing_else(self, client, enrolled, code):
        by_password(client)
        assert by_code(client, code).context["form"].errors
        assert not is_in(client)

    @pytest.mark.usefixtures("one_window")
    def test_limits_how_often_codes_are_tried_in_however_many_sessions(self, enrolled, clock):
        clients = [Client(), Client()]
        for client in clients:
            by_password(client)
        for _time in range(5):
            for client in clients:
                assert "The code is wrong" in by_code(client, "000000").content.decode()
        answer = by_code(client, code_of(enrolled[0], clock[0]))
        assert "Too many attempts." in answer.content.decode()
        assert not is_in(client)

    def test_is_noted_in_the_log_by_the_id_alone(self, client, enrolled, boss, caplog):
        by_password(client)
        by_code(client, "123456")
        assert (
            f"the second factor of player {boss.pk} was refused: wrong_factor_code" in caplog.text
        )
        assert "123456" not in caplog.text
        assert NAME not in caplog.text

    def test_ends_after_a_day_of_work(self, client, enrolled, clock):
        by_password(client)
        by_code(client, code_of(enrolled[0], clock[0]))
        assert client.cookies["sessionid"]["max-age"] == 12 * 3600

    def test_waits_ten_minutes_for_the_code(self, client, enrolled, clock, monkeypatch):
        by_password(client)
        later = time.now() + timedelta(minutes=11)
        monkeypatch.setattr("players.admin.staff_session.time.now", lambda: later)
        answer = by_code(client, code_of(enrolled[0], clock[0]))
        assert answer["Location"] == reverse("admin:login")
        assert not is_in(client)

    @pytest.mark.parametrize("change", ["password", "is_active", "is_staff"])
    def test_begins_anew_when_the_account_changed_meanwhile(
        self, client, enrolled, clock, change, boss
    ):
        by_password(client)
        boss.set_password("another " + PASSWORD) if change == "password" else setattr(
            boss, change, False
        )
        boss.save()
        answer = by_code(client, code_of(enrolled[0], clock[0]))
        assert answer["Location"] == reverse("admin:login")

    def test_needs_the_password_first(self, client, enrolled, clock):
        answer = by_code(client, code_of(enrolled[0], clock[0]))
        assert answer["Location"] == reverse("admin:login")
        assert not is_in(client)

    def test_is_not_answered_to_a_post_from_another_site(self, enrolled, clock):
        client = Client(enforce_csrf_checks=True)
        assert by_code(client, code_of(enrolled[0], clock[0])).status_code in {302, 403}
        assert not is_in(client)

    def test_asks_sessions_from_before_it_was_on(self, client, boss, enrolled, settings):
        settings.STAFF_TWO_FACTOR = False
        by_password(client)
        assert is_in(client)
        settings.STAFF_TWO_FACTOR = True
        assert not is_in(client)

    def test_changes_the_name_of_the_session_twice(self, client, enrolled, clock):
        client.get(reverse("admin:login"))
        by_password(client)
        first = client.session.session_key
        by_code(client, code_of(enrolled[0], clock[0]))
        assert client.session.session_key != first

    def test_speaks_italian(self, client, enrolled):
        by_password(client)
        page = client.get(reverse("admin:second_factor"), headers={"accept-language": "it"})
        assert "uno dei tuoi codici di riserva" in page.content.decode()

    def test_is_left_out_where_the_setting_says_so(self, client, boss, settings):
        settings.STAFF_TWO_FACTOR = False
        assert by_password(client)["Location"] == reverse("admin:index")
        assert is_in(client)


class TestSettingUp:
    def test_is_where_staff_without_a_factor_are_led_and_nothing_else_opens(self, client, boss):
        by_password(client)
        page = client.get(reverse("admin:second_factor"))
        assert "Set up your second factor" in page.content.decode()
        assert not is_in(client)
        assert not Authenticator.objects.exists()

    def test_shows_a_picture_of_its_own_and_the_secret(self, client, boss):
        by_password(client)
        page = client.get(reverse("admin:second_factor"))
        text = page.content.decode()
        drawn = re.search(r'src="data:image/svg\+xml;base64,([^"]+)"', text)[1]
        assert b"<svg" in base64.b64decode(drawn)
        assert secret_shown(page) == secret_shown(client.get(reverse("admin:second_factor")))
        assert "no-store" in page["Cache-Control"]
        assert "http://" not in re.sub(r"http://www\.w3\.org\S*", "", text)

    def test_ends_with_the_recovery_codes_shown_once(self, client, boss, clock):
        by_password(client)
        secret = secret_shown(client.get(reverse("admin:second_factor")))
        page = by_code(client, code_of(secret, clock[0]))
        codes = re.findall(r"<li>(\d{8})</li>", page.content.decode())
        assert len(codes) == 10
        assert "no-store" in page["Cache-Control"]
        assert is_in(client)
        for name in ("admin:index", "admin:second_factor", "admin:recovery_codes"):
            again = client.get(reverse(name), follow=True).content.decode()
            assert not any(code in again for code in codes)

    def test_gives_each_at_one_computer_a_secret_of_their_own(self, client, boss):
        Player.objects.create_superuser("colleague", password=PASSWORD)
        secrets = set()
        for name in (NAME, "colleague", NAME):
            by_password(client, name)
            secrets.add(secret_shown(client.get(reverse("admin:second_factor"))))
        assert len(secrets) == 3

    def test_needs_a_code_of_that_secret(self, client, boss, clock):
        by_password(client)
        client.get(reverse("admin:second_factor"))
        by_code(client, code_of(second_factor.new_secret(), clock[0]))
        assert not Authenticator.objects.exists()
        assert not is_in(client)

    def test_uses_up_the_code_that_proved_it(self, client, boss, clock):
        by_password(client)
        secret = secret_shown(client.get(reverse("admin:second_factor")))
        code = code_of(secret, clock[0])
        by_code(client, code)
        other = Client()
        by_password(other)
        by_code(other, code)
        assert not is_in(other)

    def test_takes_the_place_of_no_factor_that_is_there(self, client, boss, enrolled, clock):
        secret = second_factor.new_secret()
        with pytest.raises(AlreadyThus):
            second_factor.enrol(
                player_id=boss.pk, secret=secret, code=code_of(secret, clock[0]), now=time.now()
            )

    def test_names_no_address_in_the_picture(self, boss):
        boss.email = "boss@example.com"
        assert FactorAdapter().get_totp_label(boss) == NAME


class TestWhatIsKept:
    def test_holds_no_secret_in_clear(self, client, boss, clock):
        by_password(client)
        secret = secret_shown(client.get(reverse("admin:second_factor")))
        kept = str([session.get_decoded() for session in Session.objects.all()])
        assert secret not in kept
        page = by_code(client, code_of(secret, clock[0]))
        codes = re.findall(r"<li>(\d{8})</li>", page.content.decode())
        stored = str(list(Authenticator.objects.values_list("data", flat=True)))
        assert secret not in stored
        assert not any(code in stored for code in codes)
        seed = Authenticator.objects.get(type="recovery_codes").data["seed"]
        assert len(FactorAdapter().decrypt(seed)) == 80

    def test_survives_a_change_of_the_secret_key(self, settings):
        kept = FactorAdapter().encrypt("a secret")
        settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]
        settings.SECRET_KEY = "another" * 10
        assert FactorAdapter().decrypt(kept) == "a secret"
        settings.SECRET_KEY_FALLBACKS = []
        with pytest.raises(InvalidToken):
            FactorAdapter().decrypt(kept)


class TestNewRecoveryCodes:
    def test_take_the_place_of_the_old_ones(self, client, enrolled, clock):
        secret, old = enrolled
        by_password(client)
        by_code(client, code_of(secret, clock[0]))
        address = reverse("admin:recovery_codes")
        assert client.get(address).status_code == 200
        page = client.post(address, {"code": code_of(secret, clock[0] + 1)})
        new = re.findall(r"<li>(\d{8})</li>", page.content.decode())
        assert len(new) == 10
        for code, expected in ((old[0], False), (new[0], True)):
            other = Client()
            by_password(other)
            by_code(other, code)
            assert is_in(other) is expected

    def test_need_a_code_of_the_app(self, client, enrolled, clock):
        secret, old = enrolled
        by_password(client)
        by_code(client, code_of(secret, clock[0]))
        page = client.post(reverse("admin:recovery_codes"), {"code": old[0]})
        assert page.context["form"].errors


class TestResetting:
    @pytest.fixture
    def root(self, boss):
        return Player.objects.create_superuser("root-of-all")

    @staticmethod
    def by(actor):
        return Mandate(actor.pk, "Lost the telephone.", uuid4().hex)

    def test_ends_the_sessions_and_begins_a_new_factor(self, client, boss, root, enrolled, clock):
        by_password(client)
        by_code(client, code_of(enrolled[0], clock[0]))
        assert is_in(client)
        second_factor.reset_second_factor(player_id=boss.pk, by=self.by(root), now=time.now())
        assert not is_in(client)
        assert not Authenticator.objects.exists()
        by_password(client)
        assert "Set up" in client.get(reverse("admin:second_factor")).content.decode()
        entry = AuditEntry.objects.get()
        assert (entry.action, entry.reason) == ("reset_second_factor", "Lost the telephone.")

    def test_is_for_superusers_and_not_for_oneself(self, boss, root, enrolled):
        helper = Player.objects.create_user("helper", is_staff=True)
        for actor, error in ((helper, OutOfReach), (boss, NotOnYourself)):
            with pytest.raises(error):
                second_factor.reset_second_factor(
                    player_id=boss.pk, by=self.by(actor), now=time.now()
                )
        assert Authenticator.objects.count() == 2

    def test_is_told_when_there_is_none(self, boss, root):
        with pytest.raises(AlreadyThus):
            second_factor.reset_second_factor(player_id=boss.pk, by=self.by(root), now=time.now())

    def test_ends_a_session_by_the_factor_itself(self, client, boss, enrolled, clock):
        by_password(client)
        by_code(client, code_of(enrolled[0], clock[0]))
        Authenticator.objects.all().delete()
        assert not is_in(client)


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
class TestOneCodeInManyHands:
    def tries(self, boss, code):
        def attempt():
            try:
                second_factor.pass_second_factor(player_id=boss.pk, code=code, now=time.now())
            except WrongFactorCode:
                return "refused"
            return "passed"

        return [partial(attempt)] * 6

    def test_opens_once(self, boss, enrolled, clock):
        for code in (code_of(enrolled[0], clock[0]), enrolled[1][0]):
            answers = all_at_once(self.tries(boss, code))
            assert sorted(answers) == ["passed", *["refused"] * 5]

    def test_would_open_for_all_without_the_lock(self, boss, enrolled, clock):
        answers = all_at_once(unlocked(self.tries(boss, code_of(enrolled[0], clock[0]))[:2]))
        assert answers == ["passed", "passed"]
        assert connection.vendor == "postgresql"
