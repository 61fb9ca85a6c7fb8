"""What may be said at a table, and who hears it."""

import pytest

from games.set_phrases import REACTIONS
from tests.api.callers import (
    GREEDY,
    ME,
    OPEN,
    Caller,
    block,
    faults,
    good,
    guest,
    guests,
    invited,
    mute,
    refused,
)

pytestmark = pytest.mark.django_db


def seated(*callers, preset="scopa_classica", **more):
    view = callers[0].create(
        preset, seats=[ME, *(invited(caller) for caller in callers[1:])], **more
    )
    for caller in callers[1:]:
        caller.join(view["id"])
    return view["id"]


def over(match_id, *leavers):
    for caller in leavers:
        good(caller.post(f"/matches/{match_id}/resign"))


def say(caller, match_id, phrase="well_played"):
    return good(caller.post(f"/matches/{match_id}/reactions", {"phrase": phrase}), 201)


def write(caller, match_id, text="Bella partita!"):
    return good(caller.post(f"/matches/{match_id}/messages", {"text": text}), 201)


def heard(caller):
    return [data for kind, data in caller.events() if kind == "match.reaction"]


def read(caller, match_id):
    return [item["text"] for item in good(caller.get(f"/matches/{match_id}/messages"))["items"]]


class TestAReaction:
    def test_reaches_the_other_side_and_not_the_partner(self):
        callers = guests(4)
        match_id = seated(*callers, preset="scopone")
        said = say(callers[0], match_id)
        assert (said["seat"], said["phrase"]) == (0, "well_played")
        for caller in (callers[0], callers[1], callers[3]):
            assert heard(caller) == [{"seat": 0, "phrase": "well_played"}]
        assert heard(callers[2]) == []

    def test_reaches_the_partner_once_the_match_is_over(self):
        callers = guests(4)
        match_id = seated(*callers, preset="scopone")
        over(match_id, callers[1], callers[3])
        say(callers[0], match_id, "good_game")
        assert heard(callers[2]) == [{"seat": 0, "phrase": "good_game"}]

    def test_reaches_all_the_others_where_each_plays_for_themselves(self):
        callers = guests(3)
        match_id = seated(*callers, preset="scopa_in_tre")
        say(callers[1], match_id, "ouch")
        assert [len(heard(caller)) for caller in callers] == [1, 1, 1]

    def test_does_not_reach_who_muted_the_speaker_and_does_not_say_so(self):
        one, other, third = guests(3)
        match_id = seated(one, other, third, preset="scopa_in_tre")
        before = say(one, match_id)
        mute(other, one)
        after = say(one, match_id)
        assert (len(heard(other)), len(heard(third))) == (1, 2)
        assert before.keys() == after.keys()
        say(other, match_id)
        assert len(heard(one)) == 3

    def test_goes_neither_way_where_there_is_a_block(self):
        one, other = guests(2)
        match_id = seated(one, other)
        block(other, one)
        say(one, match_id)
        say(other, match_id)
        assert [len(heard(one)), len(heard(other))] == [1, 1]  # each only what they said

    def test_is_one_from_the_list(self):
        one, other = guests(2)
        match_id = seated(one, other)
        found = faults(
            one.post(f"/matches/{match_id}/reactions", {"phrase": "settebello"}),
            400,
            "invalid_request",
        )
        assert found == [("/phrase", "invalid_choice")]
        for language in ("it", "en"):
            answer = good(Caller().get("/reactions", accept_language=language))
            assert {item["slug"]: item["label"] for item in answer["items"]} == {
                slug: phrase.label[language] for slug, phrase in REACTIONS.items()
            }

    def test_is_not_said_at_a_silent_table_before_the_end(self):
        one, other = guests(2)
        match_id = seated(one, other, talk="silent")
        path = f"/matches/{match_id}/reactions"
        refused(one.post(path, {"phrase": "ouch"}), 409, "table_is_silent")
        over(match_id, other)
        say(one, match_id)

    def test_is_said_at_the_table_by_those_who_sit_there(self):
        one, other, organiser = guests(3)
        view = organiser.create(seats=[invited(one), invited(other)])
        one.join(view["id"])
        path = f"/matches/{view['id']}/reactions"
        refused(one.post(path, {"phrase": "hello"}), 409, "match_not_started")
        refused(organiser.post(path, {"phrase": "hello"}), 422, "not_seated")
        good(organiser.post(f"/matches/{view['id']}/cancel"))
        refused(one.post(path, {"phrase": "hello"}), 409, "match_cancelled")

    @pytest.mark.usefixtures("one_window")
    def test_is_not_said_more_than_twenty_times_a_minute(self):
        one, other = guests(2)
        match_id = seated(one, other)
        for _ in range(20):
            say(one, match_id)
        path = f"/matches/{match_id}/reactions"
        refused(one.post(path, {"phrase": "ouch"}), 429, "too_many_requests")


class TestAMessage:
    def test_is_for_when_the_match_is_over(self):
        one, other = guests(2)
        match_id = seated(one, other)
        path = f"/matches/{match_id}/messages"
        refused(one.post(path, {"text": "Ho il settebello"}), 409, "talk_not_now")
        assert read(other, match_id) == []
        over(match_id, other)
        write(one, match_id, "  Grazie,\nalla prossima! 🂡 ")
        assert read(other, match_id) == ["Grazie,\nalla prossima! 🂡"]
        assert read(one, match_id) == read(other, match_id)

    def test_waits_until_no_other_match_of_the_same_people_is_played(self):
        one, other = guests(2)
        old, third = seated(one, other), guest()
        over(old, other)
        elsewhere = seated(one, third)
        write(one, old)
        new = seated(one, other)
        refused(one.post(f"/matches/{old}/messages", {"text": "Ho il sette"}), 409, "talk_not_now")
        assert {"action": "message", "allowed": False, "reason": "talk_not_now"} in one.look(old)[
            "allowed_actions"
        ]
        over(new, one)
        write(one, old)
        over(elsewhere, one)

    def test_is_told_without_its_text(self):
        one, other = guests(2)
        match_id = seated(one, other)
        over(match_id, other)
        write(one, match_id)
        assert other.events()[-1] == ("match.message", {"seat": 0})

    def test_is_not_shown_to_who_muted_the_writer_until_they_hear_them_again(self):
        one, other = guests(2)
        match_id = seated(one, other)
        over(match_id, other)
        mute(other, one)
        write(one, match_id)
        assert (read(other, match_id), read(one, match_id)) == ([], ["Bella partita!"])
        assert other.send("DELETE", f"/me/mutes/{one.id}").status_code == 204
        assert read(other, match_id) == ["Bella partita!"]

    @pytest.mark.parametrize(
        ("text", "code"),
        [
            ("", "blank"),
            (" \n\t ", "blank"),
            ("\u200b", "blank"),
            ("a\u202eb", "control_character"),
            ("a\x07b", "control_character"),
            ("x" * 501, "max_length"),
        ],
        ids=ascii,
    )
    def test_is_a_text_that_can_be_shown(self, text, code):
        one, other = guests(2)
        match_id = seated(one, other)
        over(match_id, other)
        response = one.post(f"/matches/{match_id}/messages", {"text": text})
        assert faults(response, 400, "invalid_request") == [("/text", code)]

    def test_is_only_for_those_who_sat_there(self):
        one, other, organiser = guests(3)
        view = organiser.create(seats=[invited(one), invited(other)])
        refused(organiser.get(f"/matches/{view['id']}/messages"), 422, "not_seated")

    def test_comes_in_pages_newest_first(self):
        one, other = guests(2)
        match_id = seated(one, other)
        over(match_id, other)
        for number in range(3):
            write(one, match_id, f"{number}")
        page = good(other.get(f"/matches/{match_id}/messages", {"limit": "2"}))
        assert [item["text"] for item in page["items"]] == ["2", "1"]
        rest = good(other.get(f"/matches/{match_id}/messages", {"cursor": page["next_cursor"]}))
        assert [item["text"] for item in rest["items"]] == ["0"]


class TestATableWithTheComputer:
    def test_hears_nothing_and_refuses_nothing(self):
        me = guest()
        view = me.create(seats=[ME, GREEDY])
        say(me, view["id"], "hello")
        assert me.create(seats=[ME, OPEN])["talk"] == "reactions"
