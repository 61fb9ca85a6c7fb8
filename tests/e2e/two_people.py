"""Two people, each with an app of their own, play one match of Scopa over days, over HTTP alone.

    python tests/e2e/two_people.py --base http://127.0.0.1:8000
    python tests/e2e/two_people.py --base ... --clock-file FILE   # FILE is its CLOCK_OFFSET_FILE

From the offer to the rematch: a refusal, a holiday, a pause, a plan, forced cards, a timeout that
the computer fills, the return, reactions, messages; then the books are compared. Needs only
Python's standard library. Without the file of a clock that can be moved, the chapters that take
days are left out, and it says which. Ends with 0, or with 1 and a sentence.
"""

import argparse
import sys
import time
from datetime import datetime
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.e2e.app_client import App, ContractBroken, Refused, check
from tests.e2e.books import check_books
from tests.e2e.ears import PollingEar, StreamingEar
from tests.e2e.life_chapters import holiday, pause, plan, return_to_seat, timeout
from tests.e2e.table import Table

PRESET, HAND_SIZE = "scopa_classica", 3


class MovableClock:
    """The clock of a service that has a CLOCK_OFFSET_FILE, or one that stays as it is."""

    def __init__(self, path):
        self.path = path
        is_moved = path is not None and path.exists()
        self.offset = float(path.read_text()) if is_moved else 0.0
        self.left_out = []

    def can_move(self, chapter):
        """Tell whether time can be moved; if not, note that the chapter is left out."""
        if self.path is None:
            self.left_out.append(chapter)
            print(f"  LEFT OUT, no --clock-file to move the clock: {chapter}", flush=True)
        return self.path is not None

    def forward(self, seconds):
        """Let so much time pass at once."""
        self.offset += seconds
        new = self.path.with_suffix(".new")
        new.write_text(str(self.offset))
        new.replace(self.path)  # whoever reads it sees the old or the new, never a half

    def forward_to(self, instant, server_time, *, plus):
        """Let time pass until some seconds after an instant."""
        ahead = datetime.fromisoformat(instant) - datetime.fromisoformat(server_time)
        self.forward(ahead.total_seconds() + plus)


# Chapters


def offers(table):
    """One invitation is refused with a reason; another one is taken."""
    ada, bea = table.people
    asked = {
        "preset": PRESET,
        "clock": "normale",
        "clock_rules": {"on_timeout": "ai"},
        "seats": [{"type": "me"}, {"type": "player", "username": bea.username}],
    }
    first = ada.post("/matches", asked, key="first-offer", lost=1).data
    table.ear(bea).hears("match.invited", first["id"], seat=1)
    check(bea.get("/me/summary")["invitations"] == 1, "the summary counts no invitation")
    again = ada.post("/matches", asked, key="first-offer")
    check(again.is_replayed and again.data == first, "the same key brought another answer")
    ada.refused("/matches", {**asked, "talk": "silent"}, key="first-offer",
                code="idempotency_key_reused")  # fmt: skip
    reasons = [each["slug"] for each in bea.get("/decline-reasons")["items"]]
    check("not_now" in reasons, f"no reason not_now among {reasons}")
    bea.post(f"/matches/{first['id']}/decline", {"reason": "not_now"})
    heard = table.ear(ada).hears("match.declined", first["id"])
    check(heard["reason"] == "not_now", f"refused, and the inviter heard {heard}")
    check(ada.view(first["id"])["closed_because"] == "declined", "a refused offer still stands")

    offer = ada.post("/matches", asked).data
    ada.refused(f"/matches/{offer['id']}/moves", {"ply": 0, "card": "7D"}, code="match_not_started")
    table.ear(bea).hears("match.invited", offer["id"])
    table.sit_down(offer["id"])
    begun = bea.post(f"/matches/{offer['id']}/join", lost=1).data
    check(begun["status"] == "active", f"both sit, and it is {begun['status']}")
    for person in table.people:
        table.ear(person).hears("match.started", table.match)


def talk_before(table):
    """Phrases of the list are heard; a free text is refused while cards are hidden."""
    ada, bea = table.people
    ada.refused(f"/matches/{table.match}/messages", {"text": "I hold it"}, code="talk_not_now")
    ada.refused(
        f"/matches/{table.match}/reactions", {"phrase": "I hold it"}, code="invalid_request"
    )
    for person, phrase in ((bea, "good_luck"), (ada, "hello")):
        person.post(f"/matches/{table.match}/reactions", {"phrase": phrase}, lost=1)
        for ear in table.ears:
            ear.hears("match.reaction", table.match, phrase=phrase, seat=table.seat(person))
    said = table.ear(ada).heard_of(table.match, "match.reaction")
    check(len(said) == 2, f"two phrases were said, and {len(said)} heard: {said}")


def lost_replies(table):
    """A move whose reply is lost is played once; what has not changed is not sent again."""
    person, other, view = table.on_turn()
    before, move = view["ply"], table.choose(view)
    after = person.play(view, move, lost=2)
    plays = person.pages(f"/matches/{table.match}/moves?after_ply={before - 1}")
    check(plays[0]["card"] == move["card"], f"{move} was sent, {plays[0]} was played")
    check(len(plays) == after["ply"] - before, f"sent three times, played as {plays}")
    late = {"ply": before, **move}
    other.refused(f"/matches/{table.match}/moves", late, code="stale_position")
    for path in (f"/matches/{table.match}", "/matches?status=active", "/me/summary"):
        first, known = other.get(path), other.counts["not modified"]
        check(other.get(path) == first, f"{path} changed though nothing happened")
        check(other.counts["not modified"] == known + 1, f"{path} came anew, though unchanged")


def end(table):
    """They play to the end, with a word now and then; then they may write."""
    ada, bea = table.people
    table.ear(bea).cut()
    deals = 0
    while (turn := table.on_turn()) is not None:
        person, _, view = turn
        if len(view["deals"]) > deals:
            deals = len(view["deals"])
            person.post(f"/matches/{table.match}/reactions", {"phrase": "wow"})
        person.play(view, table.choose(view), lost=table.dice.random() < 0.1)
    views = [person.view(table.match) for person in table.people]
    check(views[0]["result"] == views[1]["result"], "they do not agree on the result")
    check(views[0]["result"]["termination"] == "completed", f"it ended as {views[0]['result']}")
    for person in table.people:
        heard = table.ear(person).hears("match.finished", table.match, termination="completed")
        check(heard["winner_side"] == views[0]["result"]["winner_side"], f"heard {heard}")
    text = "Bella partita! The 7D was mine."
    ada.post(f"/matches/{table.match}/messages", {"text": text}, lost=1)
    heard = table.ear(bea).hears("match.message", table.match, seat=0)
    check(text not in str(heard), "the event holds the text")
    written = bea.pages(f"/matches/{table.match}/messages")
    check([each["text"] for each in written] == [text], f"written once, read as {written}")
    return f"{views[0]['score']} after {views[0]['ply']} cards in {len(views[0]['deals'])} deals"


def rematch(table):
    """Both ask for another one: it is the same, with the seats moved round."""
    ada, bea = table.people
    asked = [person.post(f"/matches/{table.match}/rematch", lost=1).data for person in (bea, ada)]
    again = bea.post(f"/matches/{table.match}/rematch").data
    ids = {view["id"] for view in (*asked, again)}
    check(len(ids) == 1, f"asked for three times, there are {len(ids)} rematches")
    (table.rematch,) = ids
    check(again["status"] == "active", f"both asked, and it is {again['status']}")
    holders = [seat["player"]["id"] for seat in again["seats"]]
    check(holders == [bea.player_id, ada.player_id], "the seats have not moved round")
    for person in table.people:
        table.ear(person).hears("match.rematch", table.match, rematch=table.rematch)
        table.ear(person).hears("match.started", table.rematch)


CHAPTERS = (
    offers, talk_before, lost_replies, holiday, pause, plan, timeout, return_to_seat, end, rematch,
    check_books,
)  # fmt: skip


def tell_story(base, events_base, clock, seed):
    """Play it all, chapter by chapter."""
    ada, bea = (App(base, name, events_base) for name in ("Ada", "Bea"))
    table = Table((ada, bea), (PollingEar(ada), StreamingEar(bea)), clock, seed, HAND_SIZE)
    try:
        for chapter in CHAPTERS:
            began = time.monotonic()
            told = chapter(table)
            took = time.monotonic() - began
            name = chapter.__name__.replace("_", " ")
            print(f"{name}: {told or 'as promised'} ({took:.1f} s)", flush=True)
    finally:
        for ear in table.ears:
            ear.stop()


def main():
    """Read the command line, play, and tell what was left out."""
    parser = argparse.ArgumentParser(description="Two people play a match of Scopa over HTTP.")
    parser.add_argument("--base", default="http://127.0.0.1:8000")
    parser.add_argument("--events-base", help="where events are served, if it is elsewhere")
    parser.add_argument("--clock-file", type=Path, help="the CLOCK_OFFSET_FILE of the service")
    parser.add_argument("--seed", type=int, default=None, help="to choose the same moves again")
    options = parser.parse_args()
    clock = MovableClock(options.clock_file)
    try:
        tell_story(options.base, options.events_base, clock, options.seed)
    except (ContractBroken, Refused, OSError) as error:
        print(f"FAILED: {error}", file=sys.stderr)
        return 1
    if clock.left_out:
        print(f"NOT ALL WAS TRIED. Left out: {'; '.join(clock.left_out)}", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
