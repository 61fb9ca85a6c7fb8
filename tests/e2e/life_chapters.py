"""What happens in days of play beside the cards: holiday, pause, plan, timeout, return."""

import time
from datetime import datetime, timedelta

from tests.e2e.app_client import PATIENCE_SECONDS, check

_HOUR = 3600
_HOLIDAY = timedelta(days=5)
_CLOSE = timedelta(milliseconds=5)  # instants are written to the millisecond
_SOON = timedelta(seconds=90)  # what a request may take on a busy machine
_TRIES = 15


def holiday(table):
    """Whoever is on turn goes away; the other sees it and waits, and nothing runs out."""
    ada, bea = table.people
    before = table.play_until(ada)
    deadline = _instant(before["turn"]["deadline_at"])
    was = ada.get("/me/holiday")["balance_seconds"]
    ends = _instant(before["server_time"]) + _HOLIDAY
    account = ada.put("/me/holiday", {"to": ends.isoformat()})
    gained = _instant(account["to"]) - _instant(account["from"])
    for person in table.people:
        heard = table.ear(person).hears("match.clock_changed", table.match, because="holiday")
        _check_close(heard["deadline_at"], deadline + gained, "the deadline in a holiday")
    seen = bea.view(table.match)
    _check_close(seen["seats"][0]["away_until"], ends, "the end of the holiday, as others see it")
    check(seen["seats"][1]["away_until"] is None, "who stays at home is shown as away")
    if table.clock.can_move("a deadline passes in a holiday, and in a match that knows none"):
        _sleep_through(table, before)

    account = ada.delete("/me/holiday")
    heard = table.ear(bea).hears("match.clock_changed", table.match, because="holiday")
    used = _instant(heard["deadline_at"]) - deadline
    spent = timedelta(seconds=was - account["balance_seconds"])
    check(abs(spent - used) < timedelta(seconds=2), f"away for {used}, and charged {spent}")
    check(bea.view(table.match)["seats"][0]["away_until"] is None, "still shown as away")
    ada.play(view := ada.view(table.match), table.choose(view))
    return f"the deadline moved by {used}"


def _sleep_through(table, before):
    """Pass the old deadline. A match without holidays runs out meanwhile, and an offer expires."""
    ada, bea = table.people
    seats = [{"type": "me"}, {"type": "player", "username": bea.username}]
    other = {"preset": "smazzata_singola", "clock": "veloce", "seats": seats}
    control = ada.post("/matches", other).data["id"]
    bea.post(f"/matches/{control}/join")
    late = ada.view(control)["turn"]["seat"]
    # Swept more seldom than deadlines: it is looked for when the books are compared.
    table.untaken = ada.post("/matches", {**other, "offer_seconds": 300}).data["id"]
    table.clock.forward_to(before["turn"]["deadline_at"], before["server_time"], plus=_HOUR)
    for person in table.people:
        heard = table.ear(person).hears("match.timed_out", control)
        check(heard["seat"] == late, f"seat {late} was on turn, and {heard} ran out")
        table.ear(person).hears("match.finished", control, termination="timeout")
        check(not table.ear(person).heard_of(table.match, "match.timed_out"), "holidays ran out")
    view = bea.view(table.match)
    check(view["turn"]["seat"] == 0, f"somebody played in a holiday: {view['turn']}")
    check(view["ply"] == before["ply"], f"ply {view['ply']} came in a holiday")


def pause(table):
    """A pause is asked for, agreed on, and ended before its time."""
    ada, bea = table.people
    before = table.play_until(bea)
    deadline = _instant(before["turn"]["deadline_at"])
    path = f"/matches/{table.match}/pause-requests"
    ada.refused(path, {"seconds": 999 * 24 * _HOUR}, code="invalid_pause")
    asked = ada.post(path, {"seconds": 24 * _HOUR}, lost=1).data
    check(asked["clock"]["paused_until"] is None, "paused before anybody agreed")
    table.ear(bea).hears("match.pause_requested", table.match, seat=0, seconds=24 * _HOUR)
    ada.refused(f"{path}/accept", code="already_agreed")
    bea.post(f"{path}/accept")
    for person in table.people:
        heard = table.ear(person).hears("match.paused", table.match, seat=0)
        _check_close(heard["deadline_at"], deadline + timedelta(days=1), "the paused deadline")
    left = [seat["pauses_left"] for seat in bea.view(table.match)["seats"]]
    check(left[0] == left[1] - 1, f"of the pauses are left {left}")

    rested = timedelta()
    if table.clock.can_move("six hours of a pause pass"):
        table.clock.forward(6 * _HOUR)
        rested = timedelta(hours=6)
    bea.post(f"/matches/{table.match}/resume")
    for person in table.people:
        heard = table.ear(person).hears("match.resumed", table.match)
        moved = _instant(heard["deadline_at"]) - deadline
        check(rested <= moved < rested + _SOON, f"rested for {rested}, and was given {moved}")
    ada.refused(f"/matches/{table.match}/resume", code="not_paused")
    bea.play(view := bea.view(table.match), table.choose(view))
    return f"the deadline moved by {moved}"


def plan(table):
    """A plan is played together with the card that makes it its maker's turn."""
    ada, bea = table.people
    for tried in range(1, _TRIES + 1):
        view = table.play_until(bea)
        items = _planned(ada.view(table.match))
        kept = ada.put(f"/matches/{table.match}/plans", {"items": items})
        check(len(kept["items"]) == len(items), f"planned {items}, kept {kept}")
        bea.refused(f"/matches/{table.match}/plans", {"items": items}, method="PUT",
                    code="own_turn")  # fmt: skip
        check(bea.get(f"/matches/{table.match}/plans")["items"] == [], "a plan is seen by another")
        after = bea.play(view, table.choose(view))
        for person in table.people:
            table.ear(person).hears("match.moved", table.match, ply=after["ply"])
        ply = view["ply"] + 1
        move = ada.pages(f"/matches/{table.match}/moves?after_ply={view['ply']}")[:1]
        if move and move[0]["seat"] == 0:
            _check_plan_fired(table, move[0], ply, items)
            return f"fired at ply {ply}, the {tried}. that was made"
        table.ear(ada).hears("plan.dropped", table.match)
    check(False, f"of {_TRIES} plans none fired")
    return None


def _planned(view):
    """Plan a card for any table: one way if a card still lies there, the same if it does not."""
    card, lying = view["deal"]["hand"][0], view["deal"]["table"][:1]
    if not lying:
        return [{"card": card}]
    return [{"if": {name: lying}, "card": card} for name in ("table_has", "table_lacks")]


def _check_plan_fired(table, move, ply, items):
    bea = table.people[1]
    check(move["source"] == "plan", f"to whom it was, the plan is shown as {move}")
    check(move["card"] == items[0]["card"], f"planned {items}, played {move}")
    seen = bea.pages(f"/matches/{table.match}/moves?after_ply={ply - 1}")[0]
    check(seen["source"] == "person", f"to the other, the plan is shown as {seen}")
    for person in table.people:
        (event,) = [
            item["data"]
            for item in table.ear(person).heard_of(table.match, "match.moved")
            if any(play["ply"] == ply for play in item["data"]["plays"])
        ]
        plies = [play["ply"] for play in event["plays"]]
        check(plies[:2] == [ply - 1, ply], f"the plan did not fire with the card before: {plies}")
        check(all(play["source"] != "plan" for play in event["plays"]), f"betrayed by {event}")
    check(not table.ear(bea).heard_of(table.match, "plan.dropped"), "told of another's plan")


def timeout(table):
    """A turn runs out, and the computer takes the seat and plays on."""
    if not table.clock.can_move("a timeout that the computer fills"):
        return "left out"
    ada, bea = table.people
    before = table.play_until(bea)
    table.timed_out.add(before["ply"])
    body = {"ply": before["ply"], **table.choose(before)}
    table.clock.forward_to(before["turn"]["deadline_at"], before["server_time"], plus=0.5)
    bea.refused(f"/matches/{table.match}/moves", body, code=("turn_expired", "seat_handed_over"))
    table.clock.forward(10)
    for person in table.people:
        table.ear(person).hears("match.timed_out", table.match, seat=1, policy="ai")
        table.ear(person).hears("match.seat_changed", table.match, seat=1, status="ai_substitute")
    played = 0
    while played < 2:
        view = _wait_for_own_turn(table, ada)
        if bea.view(table.match)["seats"][1]["substitute"] and view["ply"] > before["ply"]:
            played += 1
        ada.play(view, table.choose(view))
    view = _wait_for_own_turn(table, ada)
    moves = ada.pages(f"/matches/{table.match}/moves?after_ply={before['ply'] - 1}")
    by_seat = [move["source"] for move in moves if move["seat"] == 1]
    check(set(by_seat) == {"ai"}, f"the computer's cards are shown as {by_seat}")
    check(bea.get("/me/summary")["awaiting"] == 0, "the computer's turn awaits the person")
    check(bea.get("/matches?awaiting=me")["items"] == [], "a match awaits who is not at the table")
    bea.refused(f"/matches/{table.match}/pause-requests", {"seconds": 60}, code="seat_handed_over")
    return f"the computer played {len(by_seat)} cards"


def return_to_seat(table):
    """Who was away takes the seat back, and is asked again."""
    ada, bea = table.people
    if table.clock.path is None:
        bea.refused(f"/matches/{table.match}/return", code="not_substituted")
        table.clock.can_move("the return to a seat that the computer had taken")
        return "left out"
    check(_allowed(bea.view(table.match), "return"), "who may return is not told so")
    back = bea.post(f"/matches/{table.match}/return", lost=1).data
    check(back["seats"][1]["status"] == "playing", f"came back, and is {back['seats'][1]}")
    check(back["seats"][1]["substitute"] is None, "the computer is still at the table")
    check(not _allowed(back, "return"), "who is back may return again")
    for person in table.people:
        table.ear(person).hears("match.seat_changed", table.match, seat=1, status="playing")
    bea.refused(f"/matches/{table.match}/return", code="not_substituted")
    ada.play(view := ada.view(table.match), table.choose(view))
    view = table.play_until(bea, cards=1)
    heard = table.ear(bea).hears("match.your_turn", table.match, ply=view["ply"])
    check(
        heard["deadline_at"] == view["turn"]["deadline_at"], f"told {heard}, shown {view['turn']}"
    )
    bea.play(view, table.choose(view))
    return None


def _wait_for_own_turn(table, person):
    """Look until the computer has played; what was heard of it is compared in the end."""
    until = time.monotonic() + PATIENCE_SECONDS
    while True:
        view = person.view(table.match)
        check(view["status"] == "active", "the match was over before the story was")
        if view["turn"]["seat"] == table.seat(person):
            return view
        check(time.monotonic() < until, f"the computer has not played at ply {view['ply']}")
        time.sleep(0.1)


def _allowed(view, action):
    (found,) = [each for each in view["allowed_actions"] if each["action"] == action]
    return found["allowed"]


def _instant(text):
    return datetime.fromisoformat(text)


def _check_close(text, expected, what):
    check(text is not None and abs(_instant(text) - expected) <= _CLOSE,
          f"{what} is {text} instead of {expected.isoformat()}")  # fmt: skip
