"""The public card of a player, over HTTP."""

import re
from datetime import timedelta
from uuid import UUID, uuid4
from xml.etree import ElementTree as ET

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.models import Encounter, Tally
from players.models import Player, RatedResult, Rating, RatingChange, World
from players.queries import player_by_username
from tests.api.callers import block, good, guest, guests, refused
from tests.api.tables import two_players

pytestmark = pytest.mark.django_db

SUM = ["3D", "4C", "9B", "10D"]
NOW = timezone.now()


def player(caller):
    return player_by_username(caller.username)


def card(viewer, other):
    return good(viewer.get(f"/players/{other.id}"))


def chart(viewer, other, **headers):
    return viewer.get(f"/players/{other.id}/chart.svg", **headers)


def tally(caller, preset="scopa_classica", **columns):
    return Tally.objects.create(player=player(caller), preset=preset, **columns)


def rated(caller, family="duel", rating=1612.4, deviation=60.0, changes=(), settled=True):
    now = timezone.now()
    row = Rating.objects.create(
        player=player(caller), family=family, rating=rating, deviation=deviation,
        volatility=0.06, results=len(changes) or 3, rated_at=now,
        settled_until=now + timedelta(days=100) if settled else None,
    )  # fmt: skip
    for number, (before, after) in enumerate(zip([1500.0, *changes], changes, strict=False)):
        result = RatedResult.objects.create(
            match=uuid4(), family=family, system="glicko2", finished_at=NOW
        )
        RatingChange.objects.create(
            result=result, rating=row, at=NOW + timedelta(hours=number),
            rating_before=before, deviation_before=90, volatility_before=0.06,
            rating_after=after, deviation_after=80, volatility_after=0.06,
        )  # fmt: skip
    return row


class TestACard:
    def test_of_a_newcomer_says_that_nothing_is_known(self):
        me, other = guests(2)
        shown = card(me, other)
        assert shown["username"] == other.username
        assert shown["since"].endswith("Z")
        assert shown["friendship"] is None
        assert shown["ratings"] == shown["presets"] == []
        assert shown["reliability"] == {"matches": 0, "finished": None}
        assert shown["reply_seconds"] is None
        assert shown["head_to_head"] == {"won": 0, "drawn": 0, "lost": 0}
        assert shown["statistics"]["scope_per_deal"] is None
        assert "email" not in shown

    def test_tells_of_a_match_that_was_just_given_up(self):
        table = two_players(["7S"], table=SUM)
        one, other = table.callers
        good(one.post(f"/matches/{table.id}/resign", {}))
        assert card(other, one)["reliability"] == {"matches": 1, "finished": 0.0}
        assert card(other, one)["head_to_head"] == {"won": 1, "drawn": 0, "lost": 0}
        assert card(one, other)["head_to_head"] == {"won": 0, "drawn": 0, "lost": 1}
        assert card(one, other)["reliability"]["finished"] == 1.0

    def test_adds_up_the_presets_and_lists_what_was_played_most_first(self):
        me, other = guests(2)
        tally(other, "scopone", matches=1, lost=1, left=1, deals=2, scope=3)
        tally(other, matches=3, won=2, drawn=1, deals=8, scope=6, settebelli=4, primiere=5)
        shown = card(me, other)
        assert [each["preset"] for each in shown["presets"]] == ["scopa_classica", "scopone"]
        assert shown["presets"][1]["scope_per_deal"] == 1.5
        assert shown["statistics"] == {
            "matches": 4, "won": 2, "drawn": 1, "lost": 1, "deals": 10,
            "scope_per_deal": 0.9, "settebelli_per_deal": 0.4, "primiere_per_deal": 0.5,
        }  # fmt: skip
        assert shown["reliability"] == {"matches": 4, "finished": 0.75}

    @pytest.mark.parametrize(
        ("replies", "seconds"),
        [
            ([9], None),
            ([10], 60),
            ([5, 5], 60),
            ([4, 6], 120),
            ([0, 0, 0, 0, 7, 3], 960),
            ([0] * 15 + [10], 60 * 2**15),
        ],
    )
    def test_tells_within_which_time_half_the_replies_come(self, replies, seconds):
        me, other = guests(2)
        tally(other, replies=replies)
        assert card(me, other)["reply_seconds"] == seconds

    def test_shows_ratings_by_family_with_their_uncertainty(self):
        me, other = guests(2)
        rated(other, "alone", rating=1500.6, deviation=180.2)
        rated(other)
        rated(other, "duel_fifteen", deviation=111, settled=False)
        ratings = card(me, other)["ratings"]
        assert [each["family"] for each in ratings] == ["duel_fifteen", "duel", "alone"]
        assert [each["provisional"] for each in ratings] == [True, False, False]
        assert ratings[1]["label"]["it"] == "In due"
        assert (ratings[1]["rating"], ratings[1]["deviation"]) == (1612, 60)
        assert ratings[2]["rating"] == 1501

    def test_of_oneself_has_no_head_to_head(self):
        me = guest()
        shown = card(me, me)
        assert (shown["head_to_head"], shown["friendship"]) == (None, None)

    def test_tells_how_one_stands_with_a_friend(self):
        me, other = guests(2)
        good(me.send("PUT", f"/me/friends/{other.id}"))
        assert card(me, other)["friendship"] == "asked"
        assert card(other, me)["friendship"] == "asking"

    def test_tells_nothing_of_a_block(self):
        me, other = guests(2)
        before = card(me, other)
        block(other, me)
        assert card(me, other) == before

    @pytest.mark.parametrize("who", ["nobody", str(UUID(int=1)), "1"])
    def test_of_nobody_is_refused(self, who):
        me = guest()
        for path in (f"/players/{who}", f"/players/{who}/chart.svg"):
            refused(me.get(path), 404, "player_not_found")

    def test_of_who_has_left_or_lives_in_another_world_is_that_of_nobody(self):
        me, gone, elsewhere = guests(3)
        Player.objects.filter(pk=player(gone).pk).update(is_active=False)
        world = World.objects.create(created_at=NOW)
        Player.objects.filter(pk=player(elsewhere).pk).update(world=world)
        nobody = me.get(f"/players/{UUID(int=1)}").json()
        for each in (gone, elsewhere):
            problem = refused(me.get(f"/players/{each.id}"), 404, "player_not_found")
            assert problem | {"request_id": ""} == nobody | {"request_id": ""}
            refused(me.get("/players", {"username": each.username}), 404, "player_not_found")
        refused(elsewhere.get(f"/players/{me.id}"), 404, "player_not_found")


class TestFinding:
    def test_takes_the_whole_username_in_whatever_case(self):
        me, other = guests(2)
        found = good(me.get("/players", {"username": other.username.upper()}))
        assert (found["id"], found["username"]) == (other.id, other.username)
        found = me.get("/players", {"username": other.username[:-1]})
        assert "username" in refused(found, 404, "player_not_found")["detail"]
        found = me.get(f"/players/{uuid4()}")
        assert "this id" in refused(found, 404, "player_not_found")["detail"]

    def test_asks_for_a_username(self):
        assert guest().get("/players").status_code == 400


class TestTheChart:
    def test_says_what_it_draws(self):
        me, other = guests(2)
        tally(other, deals=10, scope=9, settebelli=4, primiere=5)
        rated(other, changes=[1510.0, 1480.0, 1612.4])
        response = chart(me, other)
        assert response["Content-Type"] == "image/svg+xml"
        root = ET.fromstring(response.content)  # noqa: S314 - of our own drawing
        told = root.find("{*}desc").text
        assert "1612 now, between 1480 and 1612" in told  # 1500 before the first
        assert "over 10: scope 0.90, settebello 0.40, primiera 0.50" in told
        assert root.get("aria-label") == told
        points = root.find(".//{*}polyline").get("points").split()
        assert len(points) == 4

    def test_begins_the_line_where_a_newcomer_stands(self):
        me, other = guests(2)
        rated(other, changes=[1338.0])
        root = ET.fromstring(chart(me, other).content)  # noqa: S314 - of our own drawing
        assert "1338 now, between 1338 and 1500" in root.find("{*}desc").text
        assert len(root.find(".//{*}polyline").get("points").split()) == 2

    def test_speaks_italian(self):
        me, other = guests(2)
        tally(other, deals=10, scope=9)
        text = chart(me, other, accept_language="it").content.decode()
        assert "Per smazzata, su 10: scope 0,90" in text

    def test_holds_no_name(self):
        me, other = guests(2)
        Player.objects.filter(pk=player(other).pk).update(display_name="Ermenegilda")
        tally(other, deals=1)
        text = chart(me, other).content.decode()
        assert "Ermenegilda" not in text
        assert other.username not in text

    def test_of_a_newcomer_is_a_picture_too(self):
        me = guest()
        assert "no rating and no deal to show" in chart(me, me).content.decode()

    def test_draws_the_last_fifty_changes_of_the_rating_that_rests_on_most(self):
        me, other = guests(2)
        rated(other, "alone")
        rated(other, changes=[1500.0 + number for number in range(60)])
        text = chart(me, other).content.decode()
        assert len(re.search(r'points="([^"]*)"', text)[1].split()) == 51
        assert "between 1509 and 1559" in text

    def test_is_sent_once(self):
        me, other = guests(2)
        tally(other, deals=1)
        tag = chart(me, other)["ETag"]
        assert chart(me, other, if_none_match=tag).status_code == 304
        Tally.objects.update(scope=1)
        assert chart(me, other, if_none_match=tag).status_code == 200


class TestTheCost:
    """Statements do not grow with what a player has played."""

    def statements(self, viewer, path):
        with CaptureQueriesContext(connection) as sent:
            viewer.get(path)
        return [query["sql"] for query in sent.captured_queries]

    @pytest.mark.parametrize(("path", "most"), [("", 6), ("/chart.svg", 5)])
    def test_is_the_same_after_many_matches(self, path, most):
        me, other = guests(2)
        few = self.statements(me, f"/players/{other.id}{path}")
        for preset in ("scopa_classica", "scopone", "cirulla"):
            tally(other, preset, matches=10_000, won=10_000, deals=50_000)
        Encounter.objects.create(player=player(me), other=player(other), won=900)
        rated(other, changes=[1500.0 + number for number in range(60)])
        many = self.statements(me, f"/players/{other.id}{path}")
        assert len(few) <= len(many) <= most, "\n".join(many)
        assert not any("games_match" in sql or "games_seat" in sql for sql in many)
