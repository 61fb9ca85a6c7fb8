"""A world of one's own: it meets nobody, its bots answer at once, and its clock is moved."""

from datetime import datetime, timedelta
from uuid import uuid4

import pytest
from django.utils import timezone

from games import services
from games.models import AiTurn, Match
from players.models import FeedEvent, World
from players.services.worlds import MOST_WORLDS, move_clock_to
from scopa_site.idempotency.models import IdempotencyRecord
from tests.api.callers import GREEDY, ME, OPEN, Caller, good, guest, invited, refused


def opened(owner):
    """Open a sandbox; return who calls from it."""
    body = good(owner.post("/sandbox"), 201)
    return Caller(body["token"], body["player"]), body["sandbox"]


def added(inside):
    body = good(inside.post("/sandbox/players"), 201)
    return Caller(body["token"], body["player"])


def instant(text):
    return datetime.fromisoformat(text)


def moved(inside, status=200, **how):
    return good(inside.post("/sandbox/clock", how), status)


@pytest.mark.django_db
class TestAWorldOfItsOwn:
    def test_gives_the_token_of_its_first_player(self):
        inside, sandbox = opened(guest())
        assert good(inside.get("/me"))["username"] == inside.username
        assert sandbox["id"]

    def test_lists_the_sandboxes_of_their_owner_alone(self):
        owner, other = guest(), guest()
        _inside, sandbox = opened(owner)
        assert [each["id"] for each in good(owner.get("/sandbox"))["items"]] == [sandbox["id"]]
        assert good(other.get("/sandbox"))["items"] == []

    def test_refuses_one_within_another(self):
        inside, _sandbox = opened(guest())
        refused(inside.post("/sandbox"), 409, "sandbox_in_sandbox")

    def test_refuses_more_than_anyone_may_have(self):
        owner = guest()
        for _each in range(MOST_WORLDS):
            opened(owner)
        refused(owner.post("/sandbox"), 409, "sandboxes_full")

    def test_is_closed_with_its_tokens(self):
        owner = guest()
        inside, sandbox = opened(owner)
        assert owner.send("DELETE", f"/sandbox/{sandbox['id']}").status_code == 204
        refused(inside.get("/me"), 401, "invalid_token")
        assert good(owner.get("/sandbox"))["items"] == []

    @pytest.mark.parametrize("who", ["stranger", "inside"])
    def test_is_closed_by_its_owner_alone(self, who):
        inside, sandbox = opened(guest())
        caller = inside if who == "inside" else guest()
        answer = caller.send("DELETE", f"/sandbox/{sandbox['id']}")
        none = caller.send("DELETE", f"/sandbox/{uuid4()}")
        refused(answer, 404, "sandbox_not_found")
        assert answer.json().keys() == none.json().keys()
        assert good(inside.get("/me"))

    def test_has_no_players_from_the_real_world(self):
        refused(guest().post("/sandbox/players"), 409, "not_in_sandbox")


@pytest.mark.django_db
class TestAPlayerOfASandbox:
    @pytest.mark.parametrize(
        ("method", "path", "body"),
        [
            ("POST", "/auth/upgrade", {"username": "annina", "password": "briscola e tressette"}),
            ("POST", "/me/recovery-code", {}),
            ("PUT", "/me/email", {"email": "anna@example.com"}),
            ("DELETE", "/me/email", {}),
            (
                "POST",
                "/me/identities",
                {"provider": "apple", "identity_token": "none", "nonce": "0123456789abcdef"},
            ),
        ],
    )
    def test_gets_no_way_in_of_their_own(self, method, path, body):
        inside, _sandbox = opened(guest())
        refused(inside.send(method, path, body=body), 409, "real_world_only")
        assert good(inside.get("/me"))["is_guest"]


@pytest.mark.django_db
@pytest.mark.usefixtures("one_window")
class TestItsLimits:
    @pytest.mark.parametrize("scope", ["sandbox_per_player", "sandbox_day_per_player"])
    def test_count_every_new_player_for_the_owner(self, settings, scope):
        settings.SCOPA_LIMITS = {**settings.SCOPA_LIMITS, scope: (4, 86_400)}
        owner = guest()
        inside, sandbox = opened(owner)
        other = added(inside)
        added(other)
        assert owner.send("DELETE", f"/sandbox/{sandbox['id']}").status_code == 204
        inside, _sandbox = opened(owner)
        for caller, path in ((inside, "/sandbox/players"), (owner, "/sandbox")):
            assert refused(caller.post(path), 429, "too_many_requests")["scope"] == scope
        opened(guest())

    @pytest.mark.parametrize(
        ("scope", "ask"),
        [
            ("read_per_player", lambda caller: caller.get("/matches")),
            ("write_per_player", lambda caller: caller.send("PATCH", "/me", body={})),
            (
                "create_match_per_player",
                lambda caller: caller.post("/quick-match", {"preset": "x"}),
            ),
        ],
    )
    def test_hold_for_all_its_players_together(self, settings, scope, ask):
        owner = guest()
        inside, _sandbox = opened(owner)
        callers = [inside, added(inside), added(inside)]
        settings.SCOPA_LIMITS = {**settings.SCOPA_LIMITS, scope: (2, 86_400)}
        assert [ask(caller).status_code == 429 for caller in callers] == [False, False, True]
        other_world, _sandbox = opened(owner)
        assert [ask(caller).status_code == 429 for caller in (owner, other_world)] == [False] * 2


@pytest.mark.django_db
class TestTheTwoWorlds:
    def test_see_no_offers_of_each_other(self):
        real, (inside, _sandbox) = guest(), opened(guest())
        there, here = inside.create(seats=[ME, OPEN]), real.create(seats=[ME, OPEN])
        for caller, hidden in ((real, there), (inside, here)):
            assert good(caller.get("/matches", {"joinable": "true"}))["items"] == []
            refused(caller.get(f"/matches/{hidden['id']}"), 404, "match_not_found")
            refused(caller.post(f"/matches/{hidden['id']}/join", {}), 404, "match_not_found")

    def test_see_their_own(self):
        inside, _sandbox = opened(guest())
        other, there = added(inside), inside.create(seats=[ME, OPEN])
        listed = good(other.get("/matches", {"joinable": "true"}))["items"]
        assert [each["id"] for each in listed] == [there["id"]]
        assert other.join(there["id"])["status"] == "active"

    def test_are_never_paired(self):
        real, (inside, _sandbox) = guest(), opened(guest())
        body = {"preset": "scopa_classica"}
        waiting = good(real.post("/quick-match", body), 201)
        apart = good(inside.post("/quick-match", body), 201)
        paired = good(added(inside).post("/quick-match", body), 200)
        assert waiting["id"] != apart["id"] == paired["id"]

    def test_cannot_invite_each_other(self):
        real, (inside, _sandbox) = guest(), opened(guest())
        for caller, other in ((real, inside), (inside, real)):
            body = {"preset": "scopa_classica", "seats": [ME, invited(other)]}
            problem = refused(caller.post("/matches", body), 422, "invalid_seats")
            assert [each["code"] for each in problem["errors"]] == ["unknown_player"]

    def test_cannot_take_a_seat_by_a_code_from_the_other(self):
        real, (inside, _sandbox) = guest(), opened(guest())
        match = real.create(seats=[ME, {"type": "link"}])
        code = good(real.post(f"/matches/{match['id']}/links", {}), 201)["code"]
        refused(inside.post("/matches/join-by-code", {"code": code}), 404, "link_unknown")

    def test_cannot_tie_each_other(self):
        real, (inside, _sandbox) = guest(), opened(guest())
        refused(inside.send("PUT", f"/me/mutes/{real.id}"), 404, "player_not_found")


@pytest.mark.django_db
class TestItsClock:
    def test_is_that_of_the_service_until_it_is_moved(self):
        inside, _sandbox = opened(guest())
        shown = instant(good(inside.get("/sandbox/clock"))["now"])
        assert abs(shown - timezone.now()) < timedelta(minutes=1)

    def test_goes_on_by_seconds(self):
        inside, _sandbox = opened(guest())
        before = instant(good(inside.get("/sandbox/clock"))["now"])
        after = moved(inside, seconds=3 * 86400)
        assert after["arrived"]
        passed = instant(after["now"]) - before
        assert timedelta(days=3) <= passed < timedelta(days=3, minutes=1)
        again = instant(good(inside.get("/sandbox/clock"))["now"])
        assert again - instant(after["now"]) < timedelta(minutes=1)

    def test_goes_on_to_an_instant(self):
        inside, _sandbox = opened(guest())
        to = (timezone.now() + timedelta(days=9)).replace(microsecond=0)
        assert instant(moved(inside, to=to.isoformat())["now"]) == to

    def test_is_of_one_world_alone(self):
        owner = guest()
        (inside, _one), (other, _two) = opened(owner), opened(owner)
        moved(inside, seconds=86400)
        shown = instant(good(other.get("/sandbox/clock"))["now"])
        assert shown - timezone.now() < timedelta(minutes=1)

    @pytest.mark.parametrize(
        ("body", "code"),
        [
            ({"to": "2020-01-01T00:00:00Z"}, "not_forward"),
            ({"seconds": 367 * 86400}, "too_far"),
        ],
    )
    def test_refuses_to_go_back_or_too_far(self, body, code):
        inside, _sandbox = opened(guest())
        problem = refused(inside.post("/sandbox/clock", body), 422, "invalid_clock_move")
        assert [each["code"] for each in problem["errors"]] == [code]
        assert World.objects.get().offset_ms == 0

    @pytest.mark.parametrize("body", [{}, {"seconds": 1, "to": "2030-01-01T00:00:00Z"}])
    def test_takes_one_of_two_ways_to_say_it(self, body):
        inside, _sandbox = opened(guest())
        problem = refused(inside.post("/sandbox/clock", body), 422, "invalid_clock_move")
        assert [each["code"] for each in problem["errors"]] == ["one_of_two"]

    def test_stands_still_in_the_real_world(self):
        refused(guest().post("/sandbox/clock", {"seconds": 60}), 409, "not_in_sandbox")
        refused(guest().get("/sandbox/clock"), 409, "not_in_sandbox")

    def test_never_goes_back_when_two_move_it_at_once(self):
        inside, _sandbox = opened(guest())
        moved(inside, seconds=7200)
        world, now = World.objects.get(), timezone.now()
        ahead = world.offset_ms
        move_clock_to(world=world, at=now + timedelta(hours=1), now=now)
        assert World.objects.get().offset_ms == ahead


@pytest.mark.django_db
class TestWhatFallsDue:
    def test_expires_offers_on_the_way(self):
        inside, _sandbox = opened(guest())
        match = inside.create(seats=[ME, OPEN], offer_seconds=3600)
        assert moved(inside, seconds=7200)["ended"] == 1
        assert inside.look(match["id"])["status"] == "expired"

    def test_lets_turns_run_out_when_they_are_due(self):
        inside, _sandbox = opened(guest())
        other, match = added(inside), inside.create(seats=[ME, OPEN], clock="veloce")
        deadline = instant(other.join(match["id"])["turn"]["deadline_at"])
        assert moved(inside, seconds=300 * 86400)["ended"] == 1
        view = inside.look(match["id"])
        assert view["result"]["termination"] == "timeout"
        ended = Match.objects.get().finished_at
        assert timedelta() < ended - deadline < timedelta(seconds=10)

    def test_reminds_by_its_own_clock_before_a_turn_runs_out(self):
        inside, _sandbox = opened(guest())
        other, match = added(inside), inside.create(seats=[ME, OPEN], clock="veloce")
        other.join(match["id"])
        deadline = Match.objects.get().deadline_at
        moved(inside, seconds=300 * 86400)
        told = FeedEvent.objects.filter(type__in=["match.reminder", "match.timed_out"])
        reminders = told.filter(type="match.reminder").order_by("seq")
        [late] = told.filter(type="match.timed_out", player=reminders[0].player)
        assert [each.data["rung"] for each in reminders] == ["half", "six_hours", "one_hour"]
        assert [deadline - each.created_at for each in reminders] == [
            timedelta(hours=24),
            timedelta(hours=6),
            timedelta(hours=1),
        ]
        assert all(each.seq < late.seq for each in reminders)

    def test_keeps_replies_no_longer_than_elsewhere(self):
        inside, _sandbox = opened(guest())
        moved(inside, seconds=30 * 86400)
        body = {"preset": "scopa_classica", "seats": [ME, OPEN]}
        good(inside.post("/matches", body, idempotency_key="once"), 201)
        kept = IdempotencyRecord.objects.get(key="once")
        assert abs(kept.created_at - timezone.now()) < timedelta(minutes=1)

    def test_leaves_what_is_not_due(self):
        inside, _sandbox = opened(guest())
        match = inside.create(seats=[ME, OPEN], offer_seconds=7200)
        assert moved(inside, seconds=3600)["ended"] == 0
        assert inside.look(match["id"])["status"] == "offered"

    def test_is_not_swept_by_the_clock_of_the_service(self):
        inside, _sandbox = opened(guest())
        match = inside.create(seats=[ME, OPEN], offer_seconds=3600)
        services.sweep_offers(now=timezone.now() + timedelta(days=3))
        services.sweep_deadlines(now=timezone.now() + timedelta(days=300))
        assert inside.look(match["id"])["status"] == "offered"

    def test_leaves_the_real_world_alone(self):
        real, (inside, _sandbox) = guest(), opened(guest())
        match = real.create(seats=[ME, OPEN], offer_seconds=3600)
        moved(inside, seconds=7200)
        assert real.look(match["id"])["status"] == "offered"


@pytest.mark.django_db(transaction=True)
class TestItsBots:
    def test_answer_at_once(self):
        inside, _sandbox = opened(guest())
        match = inside.create(seats=[ME, GREEDY])
        view = inside.look(match["id"])
        assert view["turn"]["seat"] == 0
        inside.play(match["id"], ply=view["ply"], **view["legal_moves"][0])
        after = inside.look(match["id"])
        assert after["ply"] >= view["ply"] + 2
        assert after["turn"]["seat"] == 0
        assert not AiTurn.objects.filter(done_at=None).exists()

    def test_play_by_the_clock_of_their_world(self):
        inside, _sandbox = opened(guest())
        moved(inside, seconds=100 * 86400)
        match = inside.create(seats=[ME, GREEDY])
        view = inside.look(match["id"])
        inside.play(match["id"], ply=view["ply"], **view["legal_moves"][0])
        played = Match.objects.get().updated_at - timezone.now()
        assert timedelta(days=99) < played < timedelta(days=101)

    def test_play_on_for_whoever_the_clock_leaves_behind(self):
        inside, _sandbox = opened(guest())
        other = added(inside)
        match = inside.create(seats=[ME, OPEN], clock="veloce", clock_rules={"on_timeout": "ai"})
        other.join(match["id"])
        assert moved(inside, seconds=30 * 86400)["ended"] >= 1
        seats = [seat["status"] for seat in inside.look(match["id"])["seats"]]
        assert "ai_substitute" in seats
