"""Players in the admin: looked up and shut out, their secrets never shown."""

import pytest
from django.core.management import call_command
from django.urls import reverse

from players.models import Player, Token
from tests.players.accounts import PASSWORD, call, signed_up

pytestmark = pytest.mark.django_db


@pytest.fixture
def admin(client):
    root = Player.objects.create_superuser("root-of-all", password=PASSWORD)
    client.force_login(root)
    return client


class TestCreateSuperuser:
    def test_makes_a_player_who_may_come_in(self, client, monkeypatch):
        monkeypatch.setenv("DJANGO_SUPERUSER_PASSWORD", PASSWORD)
        call_command("createsuperuser", username="Boss", email="b@example.com", interactive=False)
        boss = Player.objects.get()
        assert boss.is_superuser
        assert boss.display_name == "Boss"
        address = reverse("admin:login")
        client.post(address, {"username": "bOSS", "password": PASSWORD})
        assert client.get(reverse("admin:index")).status_code == 200


class TestLogin:
    @pytest.fixture(autouse=True)
    def _root(self, one_window):
        Player.objects.create_superuser("root-of-all", password=PASSWORD)

    @staticmethod
    def log_in(client, username="root-of-all", password=PASSWORD, **headers):
        body = {"username": username, "password": password}
        return client.post(reverse("admin:login"), body, headers=headers)

    @pytest.mark.parametrize(
        ("language", "words"), [("en", "Too many attempts."), ("it", "Troppi tentativi.")]
    )
    def test_is_limited_for_each_account(self, client, language, words):
        for username in ("root-of-all", "Root-of-all", "ROOT-OF-ALL", "root-of-all", "root-of-all"):
            page = self.log_in(client, username, "x", **{"accept-language": language})
            assert words not in page.content.decode()
        page = self.log_in(client, **{"accept-language": language})
        assert page.status_code == 200
        assert words in page.content.decode()
        assert client.get(reverse("admin:index")).status_code == 302

    def test_is_limited_for_each_address(self, client):
        for number in range(20):
            self.log_in(client, f"nobody{number}", "x")
        assert "Too many attempts." in self.log_in(client).content.decode()

    def test_counts_with_the_log_in_of_the_api(self, client):
        signed_up("anna")
        for _attempt in range(3):
            self.log_in(client, "anna", "x")
        body = {"username": "anna", "password": PASSWORD}
        statuses = [call(client, "POST", "/auth/login", body).status_code for _attempt in range(3)]
        assert statuses == [200, 200, 429]

    def test_lets_the_right_password_in_before_the_limit(self, client):
        for _attempt in range(4):
            self.log_in(client, password="x")
        assert self.log_in(client).status_code == 302
        assert client.get(reverse("admin:index")).status_code == 200

    def test_is_open_to_others_when_one_address_has_used_it_up(self, client):
        for _attempt in range(6):
            self.log_in(client, password="x")
        client.defaults["REMOTE_ADDR"] = "10.0.0.2"
        assert self.log_in(client).status_code == 302

    def test_counts_nothing_when_a_field_is_empty(self, client):
        for _attempt in range(30):
            assert self.log_in(client, password="").status_code == 200
        assert self.log_in(client).status_code == 302


class TestPlayerAdmin:
    def test_lists_and_finds_players(self, admin):
        anna = signed_up("anna", email="anna@example.com").player
        for words in ("", "anna", "example.com", str(anna.public_id)):
            page = admin.get(reverse("admin:players_player_changelist"), {"q": words})
            assert page.status_code == 200
            assert "anna" in page.content.decode()
        page = admin.get(reverse("admin:players_player_changelist"), {"q": "nobody"})
        assert reverse("admin:players_player_change", args=[anna.pk]) not in page.content.decode()

    def test_shows_a_player_without_tokens_or_hash(self, admin):
        session = signed_up("anna")
        page = admin.get(reverse("admin:players_player_change", args=[session.player.pk]))
        text = page.content.decode()
        assert page.status_code == 200
        assert session.player.password not in text
        assert Token.objects.get().digest not in text
        assert session.token not in text

    def test_has_no_pages_for_tokens(self, admin):
        assert "/token/" not in admin.get(reverse("admin:index")).content.decode()

    def test_adds_a_player_with_a_hashed_password(self, admin):
        admin.post(
            reverse("admin:players_player_add"),
            {
                "username": "bruno",
                "display_name": "Bruno",
                "email": "",
                "usable_password": "true",
                "password1": PASSWORD,
                "password2": PASSWORD,
            },
        )
        bruno = Player.objects.named("bruno").get()
        assert bruno.check_password(PASSWORD)
        assert PASSWORD not in bruno.password

    @pytest.mark.parametrize("username", ["ANNA", "1anna", "x"])
    def test_adds_no_player_that_could_not_sign_up(self, admin, username):
        signed_up("anna")
        page = admin.post(
            reverse("admin:players_player_add"),
            {
                "username": username,
                "display_name": "x",
                "usable_password": "true",
                "password1": PASSWORD,
                "password2": PASSWORD,
            },
        )
        assert page.status_code == 200
        assert Player.objects.count() == 2

    def test_shuts_a_player_out(self, admin, client):
        session = signed_up("anna")
        anna = session.player
        admin.post(
            reverse("admin:players_player_change", args=[anna.pk]),
            {
                "username": anna.username,
                "display_name": anna.display_name,
                "email": "",
                "language": "it",
                "time_zone": "Europe/Rome",
            },
        )
        anna.refresh_from_db()
        assert not anna.is_active
        assert anna.language == "it"

    def test_sets_a_password_without_knowing_the_old_one(self, admin):
        anna = signed_up("anna").player
        address = reverse("admin:auth_user_password_change", args=[anna.pk])
        assert admin.get(address).status_code == 200
        new = "primiera di denari"
        admin.post(
            address,
            {"usable_password": "true", "password1": new, "password2": new, "set-password": "1"},
        )
        anna.refresh_from_db()
        assert anna.check_password(new)

    def test_speaks_italian(self, admin):
        page = admin.get(
            reverse("admin:players_player_changelist"), headers={"accept-language": "it"}
        )
        assert "giocatori" in page.content.decode().lower()

    def test_lets_no_player_in(self, client):
        client.force_login(signed_up("anna").player)
        response = client.get(reverse("admin:players_player_changelist"))
        assert response.status_code == 302
