"""`allowed_actions` tells the truth: each action is tried, in many situations, by everybody."""

from datetime import timedelta

import pytest
from django.db import transaction
from django.utils import timezone

from games import queries, services
from games.actions import ACTIONS, allowed_actions
from games.models import Match, Seat
from games.set_phrases import REACTIONS
from tests.api.callers import GREEDY, ME, OPEN, good, guests, invited
from tests.api.playing import steps, table_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("limits_lifted")]

HOUR = timedelta(hours=1)


def call(caller, match_id, action, view):
    """Make the call that an action names, with a body that is right if the action is allowed."""
    path = f"/matches/{match_id}"
    if action == "move":
        legal = [*view["legal_moves"], {"card": "1D"}]
        return caller.post(f"{path}/moves", {"ply": view["ply"], **legal[0]})
    if action == "plan":
        hand = [*(view["deal"] or {"hand": []})["hand"], "1D"]
        return caller.send("PUT", f"{path}/plans", body={"items": [{"card": hand[0]}]})
    address, body = {
        "resign": ("resign", {}),
        "abort": ("abort", {}),
        "claim_timeout": ("timeout-claims", {"outcome": "ai"}),
        "return": ("return", {}),
        "ask_pause": ("pause-requests", {"seconds": 60}),
        "accept_pause": ("pause-requests/accept", {}),
        "refuse_pause": ("pause-requests/refuse", {}),
        "resume": ("resume", {}),
        "join": ("join", {}),
        "decline": ("decline", {}),
        "cancel": ("cancel", {}),
        "rematch": ("rematch", {}),
        "react": ("reactions", {"phrase": next(iter(REACTIONS))}),
        "message": ("messages", {"text": "ciao"}),
    }[action]
    return caller.post(f"{path}/{address}", body)


def untruths(caller, match_id):
    """Try every action and take it back; return where the answer is not what was foretold."""
    view = caller.look(match_id)
    foretold = {each["action"]: each for each in view["allowed_actions"]}
    assert tuple(foretold) == ACTIONS
    found = []
    for action, told in foretold.items():
        before = transaction.savepoint()
        response = call(caller, match_id, action, view)
        transaction.savepoint_rollback(before)
        happened = None if response.status_code < 300 else response.json()["code"]
        assert told["allowed"] == (told["reason"] is None)
        if happened != told["reason"]:
            found.append((action, told["reason"], happened))
    return found


# Situations: each returns a match and those who look at it


def offered():
    host, guest = guests(2)
    view = host.create(seats=[ME, invited(guest)])
    return view["id"], [host, guest]


def offered_to_anyone():
    organiser, player, stranger = guests(3)
    view = organiser.create("scopa_in_tre", seats=[invited(player), OPEN, GREEDY])
    player.join(view["id"])
    return view["id"], [organiser, player, stranger]


def offered_and_over():
    match_id, callers = offered()
    Match.objects.update(offer_expires_at=timezone.now() - HOUR)
    return match_id, callers


def expired():
    match_id, callers = offered_and_over()
    services.sweep_offers(now=timezone.now())
    return match_id, callers


def cancelled():
    match_id, callers = offered()
    good(callers[0].post(f"/matches/{match_id}/cancel"))
    return match_id, callers


def begun():
    match_id, callers = offered()
    callers[1].join(match_id)
    return match_id, callers


def watched():
    organiser, *players = guests(3)
    view = organiser.create(seats=[invited(player) for player in players])
    for player in players:
        player.join(view["id"])
    return view["id"], [organiser, *players]


def begun_in_silence():
    match_id, callers = begun()
    Match.objects.update(talk="silent")
    return match_id, callers


def played_on():
    match_id, callers = begun()
    table = table_of(callers[0].look(match_id), callers)
    next(view for view in steps(table) if view["ply"] >= 5)
    return match_id, callers


def asked_for_a_pause():
    match_id, callers = begun()
    good(callers[0].post(f"/matches/{match_id}/pause-requests", {"seconds": 3600}))
    return match_id, callers


def half_agreed_to_a_pause():
    callers = guests(3)
    view = callers[0].create("scopa_in_tre", seats=[ME, *map(invited, callers[1:])])
    for caller in callers[1:]:
        caller.join(view["id"])
    good(callers[0].post(f"/matches/{view['id']}/pause-requests", {"seconds": 3600}))
    good(callers[1].post(f"/matches/{view['id']}/pause-requests/accept"))
    return view["id"], callers


def paused():
    match_id, callers = asked_for_a_pause()
    good(callers[1].post(f"/matches/{match_id}/pause-requests/accept"))
    return match_id, callers


def without_pauses():
    match_id, callers = begun()
    Seat.objects.update(pauses_left=0)
    return match_id, callers


def late():
    match_id, callers = begun()
    Match.objects.update(deadline_at=timezone.now() - HOUR)
    return match_id, callers


def claimable():
    match_id, callers = begun()
    match = Match.objects.get()
    Match.objects.update(
        deadline_at=timezone.now() - HOUR, clock_spec={**match.clock_spec, "on_timeout": "claim"}
    )
    assert services.expire_turn(match_id=match.public_id, now=timezone.now())
    return match_id, callers


def substituted():
    match_id, callers = claimable()
    on_turn = callers[0].look(match_id)["turn"]["seat"]
    good(callers[1 - on_turn].post(f"/matches/{match_id}/timeout-claims", {"outcome": "ai"}))
    return match_id, callers


def substituted_for_a_while():
    match_id, callers = substituted()
    match = Match.objects.get()
    assert services.run_ai_turn(match_pk=match.pk, ply=match.ply, now=timezone.now())
    return match_id, callers


def resigned_beside_a_partner():
    callers = guests(4)
    view = callers[0].create("scopone", seats=[ME, *map(invited, callers[1:])])
    for caller in callers[1:]:
        caller.join(view["id"])
    good(callers[2].post(f"/matches/{view['id']}/resign"))
    return view["id"], callers


def against_the_computer():
    (player,) = guests(1)
    return player.create(seats=[ME, GREEDY])["id"], [player]


def finished():
    match_id, callers = watched()
    good(callers[1].post(f"/matches/{match_id}/resign"))
    return match_id, callers


def aborted():
    match_id, callers = begun()
    good(callers[1].post(f"/matches/{match_id}/abort"))
    return match_id, callers


SITUATIONS = [
    offered,
    offered_to_anyone,
    offered_and_over,
    expired,
    cancelled,
    begun,
    watched,
    begun_in_silence,
    played_on,
    asked_for_a_pause,
    half_agreed_to_a_pause,
    paused,
    without_pauses,
    late,
    claimable,
    substituted,
    substituted_for_a_while,
    resigned_beside_a_partner,
    against_the_computer,
    finished,
    aborted,
]


class TestAllowedActions:
    @pytest.mark.parametrize("situation", SITUATIONS, ids=lambda each: each.__name__)
    def test_foretell_what_each_call_answers(self, situation):
        match_id, callers = situation()
        assert [untruths(caller, match_id) for caller in callers] == [[] for _ in callers]

    def test_allow_and_refuse_every_action_somewhere(self):
        seen = set()
        for situation in SITUATIONS:
            before = transaction.savepoint()
            match_id, callers = situation()
            for caller in callers:
                for each in caller.look(match_id)["allowed_actions"]:
                    seen.add((each["action"], each["allowed"]))
            transaction.savepoint_rollback(before)
        assert seen == {(action, allowed) for action in ACTIONS for allowed in (True, False)}

    def test_are_read_without_a_query(self, django_assert_num_queries):
        match_id, _callers = begun()
        record = queries.record_of(Match.objects.get(public_id=match_id))
        with django_assert_num_queries(0):
            allowed_actions(record, record.seats[0].player_id, timezone.now())
