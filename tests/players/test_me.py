"""GET and PATCH /me."""

import pytest

from players.models import Player
from players.services import update_profile
from tests.players.accounts import NOW, assert_problem, call, faults, signed_up

pytestmark = pytest.mark.django_db

# Characters that show nothing by themselves, of whatever category.
INVISIBLE = "\u3164\u2800\u115f\u1160\uffa0\u034f\u200b\u00ad\ufe0f\u0301\ue000"


@pytest.fixture
def anna():
    return signed_up("anna", email="anna@example.com")


def change(client, session, body, **headers):
    return call(client, "PATCH", "/me", body, token=session.token, **headers)


class TestGetMe:
    def test_shows_players_to_themselves(self, client, anna):
        response = call(client, "GET", "/me", token=anna.token)
        assert response.status_code == 200
        assert response.json() == {
            "id": str(anna.player.public_id),
            "username": "anna",
            "is_guest": False,
            "display_name": "anna",
            "language": "en",
            "time_zone": "UTC",
            "email": "anna@example.com",
            "deletion_due_at": None,
        }

    def test_answers_head_without_a_body(self, client, anna):
        response = call(client, "HEAD", "/me", token=anna.token)
        assert response.status_code == 200
        assert response.content == b""

    @pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS"])
    def test_is_read_or_changed_and_nothing_else(self, client, anna, method):
        response = call(client, method, "/me", token=anna.token)
        assert_problem(response, 405, "method_not_allowed")
        assert response["Allow"] == "GET, PATCH, HEAD"


class TestPatchMe:
    def test_changes_what_is_named_and_nothing_else(self, client, anna):
        response = change(client, anna, {"display_name": "Anna B."})
        assert response.status_code == 200
        before = call(client, "GET", "/me", token=anna.token).json()
        assert response.json() == before
        assert before["display_name"] == "Anna B."
        assert before["language"] == "en"

    def test_changes_everything_at_once(self, client, anna):
        changes = {"display_name": "Ànna ♠", "language": "it", "time_zone": "Europe/Rome"}
        answer = change(client, anna, changes).json()
        assert {name: answer[name] for name in changes} == changes

    @pytest.mark.parametrize(
        "name", ["x", "é", "e\u0301", "♠\ufe0f", "한국", "⠁", "李", "👩\u200d🎤"]
    )
    def test_takes_a_name_that_shows_something(self, client, anna, name):
        assert change(client, anna, {"display_name": name}).json()["display_name"] == name

    def test_changes_nothing_when_nothing_is_named(self, client, anna):
        assert change(client, anna, {}).status_code == 200
        assert change(client, anna, None).status_code == 200

    def test_changes_only_that_player(self, client, anna):
        bruno = signed_up("bruno").player
        change(client, anna, {"language": "it"})
        bruno.refresh_from_db()
        assert bruno.language == "en"

    def test_changes_the_language_of_answers(self, client, anna):
        change(client, anna, {"language": "it"})
        problem = change(client, anna, {"time_zone": "x"}).json()
        assert problem["title"] == "Questo profilo non si può salvare"

    @pytest.mark.parametrize(
        ("name", "value", "code"),
        [
            ("display_name", "", "blank"),
            ("display_name", "   ", "blank"),
            *[("display_name", f"{blank} {blank}", "blank") for blank in INVISIBLE],
            ("display_name", "x" * 41, "max_length"),
            ("display_name", "a\nb", "control_character"),
            ("display_name", "a\u202eb", "control_character"),
            ("display_name", "a\u061cb", "control_character"),
            ("display_name", "a\u200fb", "control_character"),
            ("language", "", "blank"),
            ("language", "IT", "invalid_choice"),
            ("language", "de", "invalid_choice"),
            ("language", "it-IT", "invalid_choice"),
            ("time_zone", "", "blank"),
            ("time_zone", "europe/rome", "unknown_time_zone"),
            ("time_zone", "Europe/Romeo", "unknown_time_zone"),
            ("time_zone", "+01:00", "unknown_time_zone"),
            ("time_zone", "Factory", "unknown_time_zone"),
            ("time_zone", "localtime", "unknown_time_zone"),
            ("time_zone", "../../etc/passwd", "unknown_time_zone"),
            ("time_zone", "x" * 10_000, "unknown_time_zone"),
        ],
    )
    def test_refuses_values_against_the_rules(self, client, anna, name, value, code):
        response = change(client, anna, {"display_name": "Anna B.", name: value})
        problem = assert_problem(response, 422, "invalid_profile")
        assert (f"/{name}", code) in faults(problem)
        assert Player.objects.get().display_name == "anna"

    @pytest.mark.parametrize(
        ("reader", "said"), [("en", "those known here: en, it."), ("it", "conosciuti qui: en, it.")]
    )
    def test_says_which_languages_there_are(self, client, anna, reader, said):
        change(client, anna, {"language": reader})
        problem = assert_problem(change(client, anna, {"language": "de"}), 422, "invalid_profile")
        assert problem["errors"][0]["detail"].endswith(said)

    @pytest.mark.parametrize("name", ["display_name", "language", "time_zone"])
    @pytest.mark.parametrize(
        ("value", "code"),
        [(None, "null"), (7, "wrong_type"), (True, "wrong_type"), ([], "wrong_type")],
    )
    def test_refuses_values_of_another_type(self, client, anna, name, value, code):
        problem = assert_problem(change(client, anna, {name: value}), 400, "invalid_request")
        assert faults(problem) == {(f"/{name}", code)}

    def test_changes_no_other_field_of_the_model(self, client, anna):
        allowed = {"display_name", "language", "time_zone"}
        before = Player.objects.values().get()
        for field in {field.name for field in Player._meta.get_fields()} - allowed:
            response = change(client, anna, {field: "x", "display_name": "Anna B."})
            problem = assert_problem(response, 400, "invalid_request")
            assert faults(problem) == {(f"/{field}", "unknown_field")}
        assert Player.objects.values().get() == before


class TestUpdateProfile:
    def test_refuses_to_be_used_for_other_fields(self, anna):
        with pytest.raises(ValueError, match="is_staff"):
            update_profile(player_id=anna.player.pk, changes={"is_staff": "yes"}, now=NOW)
        assert not Player.objects.get().is_staff

    def test_writes_only_what_it_changes(self, anna):
        Player.objects.update(time_zone="Europe/Rome")
        player = update_profile(player_id=anna.player.pk, changes={"language": "it"}, now=NOW)
        assert (player.language, player.time_zone) == ("it", "Europe/Rome")
