"""Players in the admin: looked up, their secrets never shown, nothing edited in place."""

from uuid import uuid4

import pytest
from allauth.account.models import EmailAddress
from django.urls import NoReverseMatch, reverse

from players.models import Player, Token
from players.services import log_in
from tests.players.accounts import NOW, PASSWORD, call, signed_up

pytestmark = pytest.mark.django_db


@pytest.fixture
def admin(client):
    root = Player.objects.create_superuser("root-of-all", password=PASSWORD)
    client.force_login(root)
    return client


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


class TestTheOwnPassword:
    def test_is_changed_against_the_old_one_and_ends_every_token(self, admin):
        session = log_in(username="root-of-all", password=PASSWORD, now=NOW)
        address, new = reverse("admin:password_change"), "primiera di denari"
        for old, tokens in (("wrong", 1), (PASSWORD, 0)):
            body = {"old_password": old, "new_password1": new, "new_password2": new}
            admin.post(address, body)
            assert session.player.tokens.count() == tokens
        assert Player.objects.get().check_password(new)
        assert admin.get(reverse("admin:index")).status_code == 200

    @pytest.mark.parametrize("new", ["short", "password1234", "root-of-all"])
    def test_obeys_the_rules_of_all_passwords(self, admin, new):
        body = {"old_password": PASSWORD, "new_password1": new, "new_password2": new}
        page = admin.post(reverse("admin:password_change"), body)
        assert page.context["form"].errors
        assert Player.objects.get().check_password(PASSWORD)

    @pytest.mark.usefixtures("one_window")
    def test_limits_how_often_the_old_one_is_guessed(self, admin, settings):
        settings.SCOPA_LIMITS = {**settings.SCOPA_LIMITS, "password_per_player": (2, 3600)}
        new = "primiera di denari"
        for old in ("wrong", "wrong", PASSWORD):
            body = {"old_password": old, "new_password1": new, "new_password2": new}
            page = admin.post(reverse("admin:password_change"), body)
        assert "Too many attempts." in page.content.decode()
        assert Player.objects.get().check_password(PASSWORD)


class TestInItalian:
    ITALIAN = {"accept-language": "it"}

    def test_welcomes_whoever_comes(self, client):
        text = client.get(reverse("admin:login"), headers=self.ITALIAN).content.decode()
        assert "Bentornato su" in text
        assert "Nome utente" in text

    def test_leads_to_the_own_password_and_out(self, admin):
        text = admin.get(reverse("admin:index"), headers=self.ITALIAN).content.decode()
        assert reverse("admin:password_change") in text
        assert "Cambia la password" in text
        assert "Log out" not in text

    def test_says_since_when_a_player_is_there(self, admin):
        address = reverse("admin:players_player_changelist")
        text = admin.get(address, headers=self.ITALIAN).content.decode()
        assert "scritto" in text.lower()
        assert "seduto" not in text.lower()


class TestPlayerAdmin:
    def test_lists_and_finds_players(self, admin):
        anna = signed_up("anna").player
        for words in ("", "anna", str(anna.public_id), anna.public_id.hex):
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

    def test_finds_a_player_by_a_verified_address_alone(self, admin):
        anna = signed_up("anna").player
        EmailAddress.objects.create(user=anna, email="anna@example.com", verified=False)
        address = reverse("admin:players_player_changelist")
        for verified, found in ((False, set()), (True, {anna})):
            EmailAddress.objects.update(verified=verified)
            page = admin.get(address, {"q": "anna@example.com"})
            assert set(page.context["cl"].result_list) == found

    def test_makes_nobody_and_deletes_nobody(self, admin):
        anna = signed_up("anna").player
        assert admin.get(reverse("admin:players_player_add")).status_code == 403
        page = reverse("admin:players_player_delete", args=[anna.pk])
        assert admin.post(page, {"post": "yes"}).status_code == 403
        assert Player.objects.filter(pk=anna.pk).exists()

    def test_edits_nothing_in_place(self, admin):
        anna = signed_up("anna").player
        page = reverse("admin:players_player_change", args=[anna.pk])
        fields = {"username": "other", "email": "other@example.com", "is_staff": "on"}
        assert admin.post(page, fields).status_code == 403
        anna.refresh_from_db()
        assert (anna.username, anna.email, anna.is_staff) == ("anna", "", False)

    def test_has_no_page_that_sets_a_players_password(self, admin):
        anna = signed_up("anna").player
        with pytest.raises(NoReverseMatch):
            reverse("admin:auth_user_password_change", args=[anna.pk])
        change = reverse("admin:players_player_change", args=[anna.pk])
        for page in (change, change.replace("change", "password"), f"../{anna.pk}/password/"):
            answer = admin.post(page, {"password1": "x" * 20, "password2": "x" * 20}, follow=True)
            assert 'type="password"' not in answer.content.decode()
        before = anna.password
        anna.refresh_from_db()
        assert anna.password == before

    @pytest.mark.parametrize(
        "query",
        ["password__startswith=argon2", "email__contains=a", "tokens__digest__startswith=a"],
    )
    def test_holds_secrets_against_questions_by_filter(self, admin, query):
        signed_up("anna")
        page = reverse("admin:players_player_changelist")
        assert admin.get(f"{page}?{query}").status_code == 400

    @pytest.mark.parametrize(
        ("query", "names"),
        [
            ("is_guest__exact=1", {"guest"}),
            ("is_active__exact=0", {"shut-out", "deleted"}),
            ("erased_at__isempty=0", {"deleted"}),
            ("is_staff__exact=1", {"root-of-all"}),
        ],
    )
    def test_filters_guests_the_erased_and_the_deactivated(self, admin, query, names):
        Player.objects.create_user("guest", is_guest=True)
        Player.objects.create_user("shut-out", is_active=False)
        Player.objects.create_user("deleted", is_active=False, erased_at=NOW)
        page = admin.get(f"{reverse('admin:players_player_changelist')}?{query}")
        assert {player.username for player in page.context["cl"].result_list} == names

    def test_takes_the_same_queries_for_one_player_and_for_many(
        self, admin, django_assert_max_num_queries
    ):
        for _number in range(30):
            Player.objects.create_user(f"player-{uuid4().hex[:8]}")
        with django_assert_max_num_queries(8):
            admin.get(reverse("admin:players_player_changelist"))

    def test_speaks_italian(self, admin):
        page = admin.get(
            reverse("admin:players_player_changelist"), headers={"accept-language": "it"}
        )
        assert "giocatori" in page.content.decode().lower()

    def test_lets_no_player_in(self, client):
        client.force_login(signed_up("anna").player)
        response = client.get(reverse("admin:players_player_changelist"))
        assert response.status_code == 302
