"""A request sent again under its Idempotency-Key has one effect and one answer."""

import json
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.models import Match, Move
from players.models import Player
from scopa_site.idempotency.records import KEPT, forget_replies
from scopa_site.idempotency.references import collapsed, expanded
from scopa_site.models import IdempotencyRecord
from scopa_site.time import now
from tests.api.callers import GREEDY, ME, OPEN, good, guest, guests, invited, refused
from tests.api.tables import two_players

pytestmark = pytest.mark.django_db(transaction=True)

SUM = ["3D", "4C", "9B", "10D"]
TABLE = {"preset": "scopa_classica", "seats": [ME, OPEN]}


def post(caller, path="/matches", body=TABLE, *, key="k-1", **headers):
    return caller.post(path, body, idempotency_key=key, **headers)


class TestTheSameRequestAgain:
    def test_has_one_effect_and_the_same_answer_to_the_byte(self):
        me = guest()
        first, second, third = post(me), post(me), post(me)
        assert first.status_code == second.status_code == 201
        assert first.content == second.content == third.content
        assert "Idempotency-Replayed" not in first
        assert second["Idempotency-Replayed"] == third["Idempotency-Replayed"] == "true"
        assert Match.objects.count() == 1

    def test_is_the_same_whatever_the_order_of_its_members(self):
        me = guest()
        first = post(me)
        body = json.dumps(dict(reversed(TABLE.items())), indent=2).encode()
        again = me.send("POST", "/matches", raw=body, idempotency_key="k-1")
        assert again.content == first.content
        assert Match.objects.count() == 1

    def test_answers_a_move_as_it_was_answered_first_also_when_the_match_went_on(self):
        table = two_players(["7S"], table=SUM)
        mover, path = table.callers[1], f"/matches/{table.id}/moves"
        move = {"ply": 0, "card": "7S", "capture": ["3D", "4C"]}
        first = post(mover, path, move)
        legal = table.view(0)["legal_moves"][0]
        good(table.play(0, ply=1, **legal), 201)
        again = post(mover, path, move)
        assert (again.status_code, again.content) == (201, first.content)
        assert again.json()["ply"] == 1
        assert Move.objects.count() == 2

    @pytest.mark.usefixtures("one_window")
    def test_counts_once_against_a_limit(self, settings):
        settings.SCOPA_LIMITS = {**settings.SCOPA_LIMITS, "create_match_per_player": (1, 60)}
        me = guest()
        assert [post(me).status_code for _ in range(3)] == [201] * 3
        refused(post(me, key="k-2"), 429, "too_many_requests")

    def test_of_another_player_is_another_request(self):
        me, other = guests(2)
        assert post(me).json()["id"] != post(other).json()["id"]


class TestAnotherRequestUnderTheKey:
    def test_is_refused_and_changes_nothing(self):
        me = guest()
        id_ = post(me).json()["id"]
        refused(post(me, body=TABLE | {"seats": [ME, GREEDY]}), 422, "idempotency_key_reused")
        refused(post(me, f"/matches/{id_}/cancel", {}), 422, "idempotency_key_reused")
        assert Match.objects.get().status == "offered"


class TestARefusal:
    def test_is_not_kept(self):
        me = guest()
        refused(post(me, body=TABLE | {"preset": "none"}), 422, "unknown_preset")
        refused(post(me, body={"preset": 3}), 400, "invalid_request")
        assert IdempotencyRecord.objects.count() == 0
        assert post(me).status_code == 201

    def test_of_a_service_leaves_nothing_of_it(self):
        table = two_players(["7S"], table=SUM)
        path = f"/matches/{table.id}/moves"
        answer = post(table.callers[1], path, {"ply": 0, "card": "7S", "capture": ["9B"]})
        assert answer.status_code == 422
        assert (Move.objects.count(), IdempotencyRecord.objects.count()) == (0, 0)


class TestAKey:
    @pytest.mark.parametrize("key", ["", "x" * 65, "a b", "è", "\t"])
    def test_is_of_visible_ascii_and_not_too_long(self, key):
        refused(post(guest(), key=key), 400, "invalid_idempotency_key")
        assert Match.objects.count() == 0

    @pytest.mark.parametrize("key", ["x" * 64, '"quoted"', "~!"])
    def test_may_be_anything_else(self, key):
        assert post(guest(), key=key).status_code == 201

    def test_of_somebody_without_a_token_is_not_looked_at(self):
        me = guest()
        me.token = None
        refused(post(me, key=""), 401, "not_authenticated")
        body = {"preset": "scopa_classica"}
        assert good(post(me, "/rules/validate", body, key=""))["valid"]
        assert IdempotencyRecord.objects.count() == 0

    def test_means_nothing_to_a_call_that_only_looks(self):
        assert guest().get("/matches", idempotency_key="").status_code == 200


class TestAKeptReply:
    def test_holds_ids_and_no_names(self):
        me, other = guests(2)
        view = post(me, body=TABLE | {"seats": [ME, invited(other)]}).json()
        kept = IdempotencyRecord.objects.get()
        assert kept.owner_id == Player.objects.get(public_id=me.id).pk
        for player in (me, other):
            assert player.username not in kept.reply
            assert player.id in kept.reply
        assert view["seats"][1]["player"]["username"] == other.username

    def test_shows_names_as_they_are_now_in_one_query(self):
        me, other = guests(2)
        body = TABLE | {"seats": [ME, invited(other)]}
        first = post(me, body=body).json()
        Player.objects.filter(public_id=other.id).update(display_name="Rinominata")
        with CaptureQueriesContext(connection) as queries:
            again = post(me, body=body).json()
        assert again["seats"][1]["player"]["display_name"] == "Rinominata"
        again["seats"][1]["player"]["display_name"] = first["seats"][1]["player"]["display_name"]
        assert again == first
        # who calls, the key, the reply, the players, and two for the transaction
        assert len(queries) <= 6

    def test_shows_nobody_in_place_of_an_account_that_is_gone(self):
        gone = {"$player": "0b2c4d6e-8f10-4a2b-8c3d-5e6f70819203"}
        assert expanded({"seats": [{"player": gone, "n": 1}]}) == {
            "seats": [{"player": None, "n": 1}]
        }

    def test_leaves_alone_what_is_no_player(self):
        data = {"a": [1, None, {"$other": "x"}], "id": "x", "username": "y"}
        assert expanded(collapsed(data)) == data

    def test_is_forgotten_after_three_days(self):
        me = guest()
        post(me)
        made = IdempotencyRecord.objects.get().created_at
        assert forget_replies(now=made + KEPT) == 0
        assert forget_replies(now=made + KEPT + timedelta(seconds=1)) == 1
        assert forget_replies(now=made + KEPT + timedelta(seconds=1)) == 0
        assert post(me).status_code == 201
        assert Match.objects.count() == 2


class TestWhatItCosts:
    def test_is_at_most_three_statements_for_a_move(self):
        move = {"ply": 0, "card": "7S", "capture": ["3D", "4C"]}
        counts = []
        for key in (None, "k-1"):
            table = two_players(["7S"], table=SUM)
            headers = {} if key is None else {"idempotency_key": key}
            with CaptureQueriesContext(connection) as queries:
                answer = table.callers[1].post(f"/matches/{table.id}/moves", move, **headers)
            good(answer, 201)
            counts.append(len(queries))
        assert counts[0] < counts[1] <= counts[0] + 3

    def test_is_no_time_of_its_own_for_the_record(self):
        before = now()
        post(guest())
        assert before <= IdempotencyRecord.objects.get().created_at <= now()
