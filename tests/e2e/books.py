"""Compare what was heard with what is: events, turns, changes, summary, and what nobody may see."""

import json

from tests.e2e.app_client import check
from tests.e2e.hidden_cards import Truth, leaks

_SUMMARY_BYTES = 1024
_MOST_UNREAD = 100


def check_books(table):
    """Compare all of it, for both."""
    told = []
    for person in table.people:
        ear = table.ear(person)
        if table.untaken:
            ear.hears("match.expired", table.untaken)
        ear.catch_up()
        _check_events(person, ear)
        _check_turns(table, person, ear)
        _check_changes(table, person, ear)
        _check_summary(person, ear)
        counts = ", ".join(f"{count} {what}" for what, count in person.counts.items())
        told.append(f"{person.name} heard {len(ear.items)} events ({counts})")
    for what in table.people[0].counts:
        check(any(person.counts[what] for person in table.people), f"nothing was {what}")
    check(table.ears[1].reconnected > 0, "the stream was cut, and nobody came back")
    _check_sources(table)
    _check_secrecy(table)
    return "; ".join(told)


def _check_events(person, ear):
    """No gap, none twice, and the same as in pages, however they were heard."""
    numbers = [int(item["id"]) for item in ear.items]
    wanted = list(range(int(ear.start) + 1, int(ear.cursor) + 1))
    check(numbers == wanted, f"{person.name} heard the events {numbers}, not {wanted}")
    pages, cursor = [], ear.start
    while page := person.get(f"/events?cursor={cursor}&limit=7")["items"]:
        pages, cursor = [*pages, *page], page[-1]["id"]
    check(pages == ear.items, f"{person.name} heard other events than the pages hold")


def _check_turns(table, person, ear):
    """One your_turn for each decision of one's own, and none without."""
    moves = person.pages(f"/matches/{table.match}/moves")
    seat = table.seat(person)
    turns = [item["data"]["ply"] for item in ear.heard_of(table.match, "match.your_turn")]
    decided = {
        move["ply"]
        for move in moves
        if move["seat"] == seat and (move["source"] == "person" or move["ply"] in table.timed_out)
    }
    check(len(turns) == len(set(turns)), f"{person.name} was asked twice: {sorted(turns)}")
    check(set(turns) == decided, f"{person.name} was asked at {set(turns) ^ decided} in vain")
    heard = [play for item in ear.heard_of(table.match) for play in item["data"].get("plays", [])]
    shown = [(move["ply"], move["card"], move["capture"]) for move in moves]
    check(
        [(play["ply"], play["card"], play["capture"]) for play in heard] == shown,
        f"{person.name} heard other cards than were played",
    )


def _check_changes(table, person, ear):
    """Everything heard of is told by /sync, as it is now; without a cursor, what is not over."""
    since = person.get(f"/sync?cursor={ear.start}")
    heard = {item["match"] for item in ear.items if item["match"] is not None}
    check(not since["full"] and since["gone"] == [] and not since["more"], f"/sync: {since}")
    check({each["id"] for each in since["matches"]} == heard, f"heard of {heard}, synced {since}")
    check(since["cursor"] == ear.cursor, f"heard up to {ear.cursor}, synced {since['cursor']}")
    for summary in since["matches"]:
        view = person.view(summary["id"])
        told = [
            item["data"]["version"]
            for item in ear.heard_of(summary["id"])
            if "version" in item["data"]
        ]
        versions = {summary["version"], view["version"], told[-1]}
        check(len(versions) == 1, f"of {summary['id']} there are the versions {versions}")
        check(told == sorted(told), f"the versions of {summary['id']} were told as {told}")
        check(
            summary["status"] == view["status"], f"{summary['status']} in /sync, {view['status']}"
        )
    nothing = person.get(f"/sync?cursor={ear.cursor}")
    check(nothing["matches"] == [], f"nothing happened, and {nothing} changed")
    live = person.get("/sync")
    check(live["full"] and [each["id"] for each in live["matches"]] == [table.rematch],
          f"only the rematch goes on, and /sync says {live}")  # fmt: skip


def _check_summary(person, ear):
    """The badge counts what the lists hold."""
    summary = person.get("/me/summary")
    size = len(json.dumps(summary))
    check(size < _SUMMARY_BYTES, f"the summary has {size} bytes")
    waiting = person.pages("/matches?awaiting=me")
    deadlines = [each["deadline_at"] for each in waiting]
    counted = (summary["awaiting"], summary["next_deadline_at"], summary["invitations"])
    wanted = (len(waiting), min(deadlines, default=None), 0)
    check(counted == wanted, f"the summary says {counted}, the lists {wanted}")
    unread = min(len(ear.items), _MOST_UNREAD)
    check(summary["unread"] == unread, f"{unread} events are unread, not {summary['unread']}")
    read = person.post("/events/read", {"cursor": ear.cursor}).data
    check(read["unread"] == 0, f"all was read, and there is {read}")
    check(person.get("/me/summary")["unread"] == 0, "what was read counts as unread")


def _check_sources(table):
    """Forced cards are shown as such to both, in the moves and in the events."""
    for person in table.people:
        moves = person.pages(f"/matches/{table.match}/moves")
        forced = {move["ply"] for move in moves if move["source"] == "forced"}
        heard = {
            play["ply"]
            for item in table.ear(person).heard_of(table.match)
            for play in item["data"].get("plays", [])
            if play["source"] == "forced"
        }
        check(forced, "no card played itself in the whole match")
        check(forced == heard, f"{person.name} heard of {heard}, and the moves show {forced}")


def _check_secrecy(table):
    """Nobody received a card that they could not know; the same search finds them elsewhere."""
    moves = table.people[0].pages(f"/matches/{table.match}/moves")
    truth = Truth(moves, seats=len(table.people), hand_size=table.hand_size)
    for person in table.people:
        found = leaks(person.heard, table.match, table.seat(person), truth)
        check(not found, f"{person.name} received hidden cards {len(found)} times: {found[:1]}")
        # What one may see of the own hand is hidden from the other: there the search must find it.
        other = leaks(table.other(person).heard, table.match, table.seat(person), truth)
        check(len(other) > len(moves) / 10, f"the search for hidden cards is blind: {len(other)}")
