"""Offers: what is agreed on, reasons to refuse, the time they last, and codes for a seat."""

from datetime import timedelta

import pytest
from django.apps import apps
from django.utils import timezone

from games import errors, services
from games.set_phrases import DECLINE_REASONS
from players.queries import player_by_username
from tests.api.callers import (
    GREEDY,
    LINK,
    ME,
    OPEN,
    Caller,
    block,
    faults,
    good,
    guest,
    guests,
    invited,
    refused,
)

pytestmark = pytest.mark.django_db


def later(**delta):
    return timezone.now() + timedelta(**delta)


def pk_of(caller):
    return player_by_username(caller.username).pk


class TestTerms:
    def test_are_shown_with_the_match(self):
        me, other = guests(2)
        match = me.create(
            seats=[ME, invited(other)],
            clock="veloce",
            clock_rules={"on_timeout": "claim"},
            rated=True,
            auto_play_forced=False,
            talk="silent",
        )
        assert (match["clock"]["slug"], match["rated"], match["talk"]) == ("veloce", True, "silent")
        assert match["auto_play_forced"] is False
        (item,) = other.matches(clock="veloce")["items"]
        assert (item["clock"], item["rated"]) == ("veloce", True)

    def test_are_refused_with_a_clock_that_does_not_exist(self):
        body = {"preset": "scopa_classica", "seats": [ME, OPEN], "clock": "lampo"}
        refused(guest().post("/matches", body), 422, "unknown_clock")

    def test_are_refused_with_a_clock_that_cannot_run(self):
        rules = {"refill_s": -1, "cap_s": "much"}
        body = {"preset": "scopa_classica", "seats": [ME, OPEN], "clock_rules": rules}
        found = faults(guest().post("/matches", body), 422, "invalid_clock")
        assert {pointer for pointer, _code in found} == {
            "/clock_rules/refill_s",
            "/clock_rules/cap_s",
        }

    def test_cannot_be_rated_without_a_limit_or_against_the_computer(self):
        me = guest()
        body = {"preset": "scopa_classica", "seats": [ME, OPEN], "clock": "libera", "rated": True}
        assert faults(me.post("/matches", body), 422, "cannot_be_rated") == [
            ("/clock", "unlimited")
        ]
        body |= {"clock": "normale", "seats": [ME, GREEDY]}
        assert faults(me.post("/matches", body), 422, "cannot_be_rated") == [
            ("/seats/1/type", "computer")
        ]
        assert me.matches()["items"] == []

    def test_let_a_bigger_table_play_on_when_somebody_is_away(self):
        match = guest().create("scopa_in_tre", seats=[ME, OPEN, OPEN])
        assert match["clock"]["rules"]["on_timeout"] == "ai"
        rules = {"on_timeout": "claim"}
        match = guest().create("scopa_in_tre", seats=[ME, OPEN, OPEN], clock_rules=rules)
        assert match["clock"]["rules"]["on_timeout"] == "claim"


class TestARefusal:
    def test_tells_the_table_why(self):
        me, other = guests(2)
        match = me.create(seats=[ME, invited(other)])
        view = good(other.post(f"/matches/{match['id']}/decline", {"reason": "clock_too_slow"}))
        assert (view["status"], view["closed_because"]) == ("cancelled", "declined")
        kind, data = me.events()[-1]
        assert (kind, data["seat"], data["reason"]) == ("match.declined", 1, "clock_too_slow")

    def test_needs_no_reason_but_a_known_one(self):
        me, other = guests(2)
        match = me.create(seats=[ME, invited(other)])
        path = f"/matches/{match['id']}/decline"
        assert faults(other.post(path, {"reason": "bored"}), 400, "invalid_request") == [
            ("/reason", "invalid_choice")
        ]
        good(other.post(path, {}))
        assert me.events()[-1][1]["reason"] is None

    def test_of_an_open_seat_lets_others_take_it(self):
        me, other, third = guests(3)
        match = me.create("scopa_in_tre", seats=[ME, OPEN, OPEN])
        other.join(match["id"])
        good(other.post(f"/matches/{match['id']}/decline", {}))
        assert [kind for kind, _data in other.events()] == ["match.joined", "match.declined"]
        assert third.join(match["id"])["you"]["seat"] == 1

    def test_can_choose_from_a_list_in_two_languages(self):
        nobody = Caller()
        for language in ("it", "en"):
            answer = good(nobody.get("/decline-reasons", accept_language=language))
            assert {item["slug"]: item["label"] for item in answer["items"]} == {
                slug: phrase.label[language] for slug, phrase in DECLINE_REASONS.items()
            }


class TestAnInvitation:
    def test_is_told_to_those_invited_and_to_nobody_else(self):
        me, other, stranger = guests(3)
        match = me.create(seats=[ME, invited(other)])
        assert other.events() == [("match.invited", {"version": match["version"], "seat": 1})]
        assert [kind for kind, _data in me.events()] == ["match.joined"]
        assert stranger.events() == []

    def test_does_not_reach_somebody_with_whom_there_is_a_block(self):
        me, other = guests(2)
        block(other, me)
        for one, another in ((me, other), (other, me)):
            body = {"preset": "scopa_classica", "seats": [ME, invited(another)]}
            assert faults(one.post("/matches", body), 422, "invalid_seats") == [
                ("/seats/1/username", "cannot_be_invited")
            ]


class TestAnOffer:
    def test_lasts_as_long_as_it_is_told_to(self):
        me, other = guests(2)
        match = me.create(seats=[ME, OPEN], offer_seconds=3600)
        assert services.sweep_offers(now=later(minutes=59)) == 0
        assert services.sweep_offers(now=later(minutes=61)) == 1
        assert services.sweep_offers(now=later(minutes=61)) == 0
        view = me.look(match["id"])
        assert (view["status"], view["closed_because"]) == ("expired", "expired")
        assert me.events()[-1][0] == "match.expired"
        assert me.matches(status="expired")["items"][0]["id"] == match["id"]
        refused(other.post(f"/matches/{match['id']}/join"), 409, "offer_expired")
        refused(me.post(f"/matches/{match['id']}/cancel"), 409, "offer_expired")

    def test_is_over_on_time_even_if_the_sweep_is_late(self):
        me, other = guests(2)
        match = me.create(seats=[ME, invited(other)])
        with pytest.raises(errors.OfferExpired):
            services.join_match(
                match_id=match["id"], player_id=pk_of(other), now=later(days=7, seconds=1)
            )
        assert other.join(match["id"])["status"] == "active"

    def test_is_never_swept_once_it_was_dealt(self):
        me = guest()
        match = me.create(seats=[ME, GREEDY])
        assert services.sweep_offers(now=later(days=400)) == 0
        assert me.look(match["id"])["status"] == "active"

    def test_can_be_found_by_preset_and_clock(self):
        me, other = guests(2)
        me.create(seats=[ME, OPEN], clock="veloce")
        me.create("scopa_breve", seats=[ME, OPEN])
        found = other.matches(joinable="true", preset="scopa_classica")["items"]
        assert [item["clock"] for item in found] == ["veloce"]
        found = other.matches(joinable="true", clock="normale")["items"]
        assert [item["preset"] for item in found] == ["scopa_breve"]
        assert other.matches(joinable="true", preset="briscola")["items"] == []


class TestACode:
    def test_takes_its_seat_once(self):
        me, other, third = guests(3)
        match = me.create("scopa_in_tre", seats=[ME, LINK, OPEN])
        link = good(me.post(f"/matches/{match['id']}/links", {}), 201)
        assert link["seat"] == 1
        view = good(other.post("/matches/join-by-code", {"code": link["code"]}))
        assert view["you"]["seat"] == 1
        refused(third.post("/matches/join-by-code", {"code": link["code"]}), 409, "link_used")
        again = good(other.post("/matches/join-by-code", {"code": link["code"]}))
        assert again["you"]["seat"] == 1

    def test_can_be_typed_in_any_way(self):
        me, other = guests(2)
        match = me.create(seats=[ME, LINK])
        code = good(me.post(f"/matches/{match['id']}/links", {}), 201)["code"]
        typed = f" {code.upper().replace('-', ' ')} "
        view = good(other.post("/matches/join-by-code", {"code": typed}))
        assert view["status"] == "active"

    def test_is_void_once_another_was_made(self):
        me, other = guests(2)
        match = me.create(seats=[ME, LINK])
        first, second = (
            good(me.post(f"/matches/{match['id']}/links", {}), 201)["code"] for _ in range(2)
        )
        refused(other.post("/matches/join-by-code", {"code": first}), 404, "link_unknown")
        good(other.post("/matches/join-by-code", {"code": second}))

    def test_lasts_no_longer_than_it_was_made_for(self):
        me, other = guests(2)
        match = me.create(seats=[ME, LINK])
        link = good(me.post(f"/matches/{match['id']}/links", {"seconds": 60}), 201)
        with pytest.raises(errors.LinkExpired):
            services.join_by_code(code=link["code"], player_id=pk_of(other), now=later(seconds=61))
        good(other.post("/matches/join-by-code", {"code": link["code"]}))

    def test_is_made_by_the_creator_for_a_seat_of_its_type(self):
        me, other = guests(2)
        match = me.create("scopa_in_tre", seats=[ME, LINK, OPEN])
        path = f"/matches/{match['id']}/links"
        refused(other.post(path, {}), 422, "not_creator")
        refused(me.post(path, {"seat": 2}), 422, "no_link_seat")
        refused(me.post(path, {"seat": 3}), 422, "no_such_seat")

    def test_says_nothing_of_itself_to_somebody_with_whom_there_is_a_block(self):
        me, other = guests(2)
        match = me.create(seats=[ME, LINK])
        code = good(me.post(f"/matches/{match['id']}/links", {}), 201)["code"]
        block(me, other)
        answers = [
            other.post("/matches/join-by-code", {"code": each}).json()
            for each in (code, "aaaa-bbbb-cccc")
        ]
        assert answers[0]["code"] == answers[1]["code"] == "link_unknown"

    @pytest.mark.usefixtures("one_window")
    def test_cannot_be_guessed_for_long(self):
        me = guest()
        for _ in range(20):
            refused(me.post("/matches/join-by-code", {"code": "x"}), 404, "link_unknown")
        refused(me.post("/matches/join-by-code", {"code": "x"}), 429, "too_many_requests")

    def test_is_nowhere_in_the_database(self):
        me = guest()
        match = me.create(seats=[ME, LINK])
        answer = me.post(f"/matches/{match['id']}/links", {}, idempotency_key="k-1")
        code = good(answer, 201)["code"]
        again = me.post(f"/matches/{match['id']}/links", {}, idempotency_key="k-1")
        assert (again.status_code, again.json()) == (201, answer.json())
        kept = [row for model in apps.get_models() for row in model.objects.values()]
        assert code not in str(kept)
        assert code.replace("-", "") not in str(kept)

    def test_seat_that_is_given_back_needs_a_new_one(self):
        me, other, third = guests(3)
        match = me.create("scopa_in_tre", seats=[ME, LINK, OPEN])
        path = f"/matches/{match['id']}/links"
        code = good(me.post(path, {}), 201)["code"]
        good(other.post("/matches/join-by-code", {"code": code}))
        good(other.post(f"/matches/{match['id']}/decline", {}))
        refused(third.post("/matches/join-by-code", {"code": code}), 409, "link_used")
        code = good(me.post(path, {}), 201)["code"]
        assert good(third.post("/matches/join-by-code", {"code": code}))["you"]["seat"] == 1


class TestABlock:
    def test_holds_against_an_invitation_that_stands(self):
        me, other = guests(2)
        match = me.create(seats=[ME, invited(other)])
        block(me, other)
        refused(other.post(f"/matches/{match['id']}/join"), 404, "match_not_found")
        assert me.look(match["id"])["status"] == "offered"


class TestTheLimitOfOpenMatches:
    def test_counts_those_that_computers_play_among_themselves(self, settings):
        settings.SCOPA_MAX_OPEN_MATCHES = 1
        me = guest()
        me.create(seats=[GREEDY, GREEDY])
        body = {"preset": "scopa_classica", "seats": [GREEDY, GREEDY]}
        refused(me.post("/matches", body), 409, "too_many_open_matches")
