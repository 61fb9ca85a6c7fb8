"""What changed for an app that comes back, and what a badge shows."""

from datetime import timedelta

import pytest
from django.utils import timezone

from players.services import trim_feeds
from tests.api.callers import GREEDY, ME, OPEN, good, guest, guests, invited, refused

pytestmark = pytest.mark.django_db


def sync(caller, **query):
    return good(caller.get("/sync", query))


def ids(answer):
    return [match["id"] for match in answer["matches"]]


def summary(caller):
    return good(caller.get("/me/summary"))


class TestTheFirstSync:
    def test_is_everything_that_is_not_over(self):
        me, other = guests(2)
        offered = me.create(seats=[ME, OPEN])
        running = me.create(seats=[ME, GREEDY])
        over = me.create(seats=[ME, GREEDY])
        good(me.post(f"/matches/{over['id']}/resign"))
        asked = other.create(seats=[ME, invited(me)])
        other.create(seats=[ME, OPEN])
        answer = sync(me)
        assert ids(answer) == [asked["id"], running["id"], offered["id"]]
        assert (answer["full"], answer["gone"], answer["more"]) == (True, [], False)

    def test_comes_in_pages(self):
        me = guest()
        made = [me.create(seats=[ME, OPEN])["id"] for _ in range(5)]
        found, answer = [], sync(me, limit=2)
        found += ids(answer)
        while answer["more"]:
            assert answer["full"]
            answer = sync(me, limit=2, cursor=answer["cursor"])
            found += ids(answer)
        assert found == made[::-1]
        after = sync(me, cursor=answer["cursor"])
        assert (after["full"], after["matches"], after["more"]) == (False, [], False)

    def test_loses_nothing_that_happens_between_its_pages(self):
        me, other = guests(2)
        made = [me.create(seats=[ME, OPEN])["id"] for _ in range(3)]
        answer = sync(me, limit=2)
        other.join(made[2])  # was on the page before
        answer = sync(me, limit=2, cursor=answer["cursor"])
        assert ids(answer) == [made[0]]
        (changed,) = sync(me, cursor=answer["cursor"])["matches"]
        assert (changed["id"], changed["status"]) == (made[2], "active")


class TestALaterSync:
    def test_has_what_changed_as_it_is_now(self):
        me, other = guests(2)
        match = me.create(seats=[ME, invited(other)])
        me.create(seats=[ME, GREEDY])
        cursor = sync(me)["cursor"]
        other.join(match["id"])
        good(other.post(f"/matches/{match['id']}/resign"))
        answer = sync(me, cursor=cursor)
        (changed,) = answer["matches"]
        assert (changed["id"], changed["status"]) == (match["id"], "finished")
        assert (answer["full"], answer["gone"]) == (False, [])
        assert sync(me, cursor=answer["cursor"])["matches"] == []

    def test_tells_which_matches_are_gone(self):
        me, other = guests(2)
        match = me.create("scopa_in_tre", seats=[ME, OPEN, OPEN])
        cursor = sync(other)["cursor"]
        other.join(match["id"])
        joined = sync(other, cursor=cursor)
        assert ids(joined) == [match["id"]]
        good(other.post(f"/matches/{match['id']}/decline", {}))
        left = sync(other, cursor=joined["cursor"])
        assert (left["matches"], left["gone"]) == ([], [match["id"]])

    def test_is_whole_in_pages(self):
        me, other = guests(2)
        cursor = sync(me)["cursor"]
        made = [other.create(seats=[ME, invited(me)])["id"] for _ in range(5)]
        found, more = [], True
        while more:
            answer = sync(me, limit=2, cursor=cursor)
            assert not answer["full"]
            found, cursor, more = [*found, *ids(answer)], answer["cursor"], answer["more"]
        assert sorted(found) == sorted(made)

    def test_takes_the_cursor_of_an_event_and_gives_one_for_events(self):
        me, other = guests(2)
        other.create(seats=[ME, invited(me)])
        event = good(me.get("/events", {"cursor": "0"}))["items"][-1]
        answer = sync(me, cursor=event["id"])
        assert (answer["full"], answer["matches"]) == (False, [])
        assert good(me.get("/events", {"cursor": answer["cursor"]}))["items"] == []

    def test_is_full_when_the_cursor_is_too_old_where_events_are_refused(self):
        me, other = guests(2)
        cursor = sync(me)["cursor"]
        match = other.create(seats=[ME, invited(me)])
        trim_feeds(now=timezone.now() + timedelta(days=15))
        refused(me.get("/events", {"cursor": cursor}), 410, "cursor_expired")
        answer = sync(me, cursor=cursor)
        assert (answer["full"], ids(answer)) == (True, [match["id"]])

    @pytest.mark.parametrize("cursor", ["", "x", "-1", "01", "999", "0~x", "0~", "~", "1.5"])
    def test_refuses_a_cursor_that_nobody_gave_out(self, cursor):
        refused(guest().get("/sync", {"cursor": cursor}), 400, "cursor_unknown")

    def test_refuses_the_page_of_somebody_else(self):
        me, other = guests(2)
        for _ in range(2):
            me.create(seats=[ME, OPEN])
        refused(other.get("/sync", {"cursor": sync(me, limit=1)["cursor"]}), 400, "cursor_unknown")

    def test_is_not_sent_again_to_who_has_it(self):
        me = guest()
        me.create(seats=[ME, OPEN])
        first = me.get("/sync")
        again = me.get("/sync", if_none_match=first.headers["ETag"])
        assert (again.status_code, again.content) == (304, b"")
        me.create(seats=[ME, OPEN])
        assert me.get("/sync", if_none_match=first.headers["ETag"]).status_code == 200


class TestTheSummary:
    def test_of_somebody_new_is_nothing(self):
        answer = summary(guest())
        assert {**answer, "server_time": None} == {
            "awaiting": 0,
            "next_deadline_at": None,
            "invitations": 0,
            "unread": 0,
            "server_time": None,
        }

    def test_counts_what_waits(self):
        me, other = guests(2)
        for clock in ("veloce", "normale", "libera"):
            match = me.create(
                seats=[ME, invited(other)],
                clock=clock,
                rules={"deal.first_dealer": "seat_0"},  # so that the other seat begins
            )
            other.join(match["id"])
        me.create(seats=[ME, invited(other)])
        asked = me.create(seats=[ME, invited(other)])
        good(other.post(f"/matches/{asked['id']}/decline", {}))
        mine, theirs = summary(me), summary(other)
        assert (mine["awaiting"], mine["next_deadline_at"], mine["invitations"]) == (0, None, 0)
        assert (theirs["awaiting"], theirs["invitations"]) == (3, 1)
        deadlines = [item["deadline_at"] for item in other.matches(awaiting="me")["items"]]
        assert theirs["next_deadline_at"] == min(each for each in deadlines if each)

    def test_counts_what_was_not_read_up_to_a_hundred(self):
        me, other = guests(2)
        other.create(seats=[ME, invited(me)])
        assert summary(me)["unread"] == 1
        good(me.post("/events/read", {"cursor": sync(me)["cursor"]}))
        assert summary(me)["unread"] == 0

    def test_is_less_than_a_kilobyte(self):
        me, other = guests(2)
        for _ in range(4):
            other.create(seats=[ME, invited(me)])
        assert len(me.get("/me/summary").content) < 256

    def test_is_not_sent_again_to_who_has_it(self):
        me = guest()
        tag = me.get("/me/summary").headers["ETag"]
        assert me.get("/me/summary", if_none_match=tag).status_code == 304
