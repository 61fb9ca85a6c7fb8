"""Play one match over HTTP from signing up to the result, with nothing but the API.

    python tests/e2e/play_match.py --base http://127.0.0.1:8000 --preset scopa_classica --ai greedy
    python tests/e2e/play_match.py --preset all

Needs only Python's standard library. The other seats are held by AIs. Prints the result and ends
with 0; ends with 1 and a sentence where the service does not do as its contract says.
"""

import argparse
import http.client
import json
import random
import secrets
import sys
import time
from dataclasses import dataclass
from urllib.parse import urlsplit

# An answer to a move is allowed this long, with every AI in between.
TURN_SECONDS = 30.0
POLL_SECONDS = 0.02


class ContractBroken(Exception):
    """The service did not do what its contract says."""


@dataclass
class Api:
    """A kept connection to the service, and the token once there is one."""

    base: str
    token: str = ""

    def __post_init__(self):
        address = urlsplit(self.base)
        self.connection = http.client.HTTPConnection(address.hostname, address.port, timeout=30)

    def call(self, method, path, body=None, *, expect):
        """Send one request; return the body of an answer with the expected status."""
        headers = {"Content-Type": "application/json"} if body is not None else {}
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        text = None if body is None else json.dumps(body)
        try:
            self.connection.request(method, f"/api/v1{path}", text, headers)
            answer = self.connection.getresponse()
            content = answer.read()
        except (OSError, http.client.HTTPException) as error:
            raise ContractBroken(
                f"{method} {path}: no answer from {self.base} ({error})"
            ) from error
        if answer.status != expect:
            shown = content.decode(errors="replace")[:500]
            raise ContractBroken(f"{method} {path}: {answer.status} instead of {expect}: {shown}")
        return json.loads(content)


def sign_up(api):
    """Make an account under a new name, and act as it from here on."""
    name = f"e2e-{secrets.token_hex(6)}"
    body = {"username": name, "password": secrets.token_urlsafe(12)}
    api.token = api.call("POST", "/auth/signup", body, expect=201)["token"]
    return name


def presets_on_offer(api):
    """Return the presets by their slugs."""
    return {each["slug"]: each for each in api.call("GET", "/rules/presets", expect=200)["items"]}


def create(api, preset, level):
    """Create a match with AIs in all seats but the first."""
    presets = presets_on_offer(api)
    if preset not in presets:
        raise ContractBroken(f"no preset {preset!r}; on offer: {', '.join(sorted(presets))}")
    others = presets[preset]["rules"]["table"]["players"] - 1
    seats = [{"type": "me"}] + [{"type": "ai", "level": level}] * others
    return api.call("POST", "/matches", {"preset": preset, "seats": seats}, expect=201)


def my_turn_or_end(api, view):
    """Ask until it is our turn or the match is over."""
    until = time.monotonic() + TURN_SECONDS
    while view["status"] == "active" and view["turn"]["seat"] != view["you"]["seat"]:
        if time.monotonic() > until:
            raise ContractBroken(
                f"seat {view['turn']['seat']} has not played ply {view['ply']}"
                f" within {TURN_SECONDS:.0f} s"
            )
        time.sleep(POLL_SECONDS)
        view = api.call("GET", f"/matches/{view['id']}", expect=200)
    return view


def play(api, view, dice):
    """Play a legal move."""
    if not view["legal_moves"]:
        raise ContractBroken(f"our turn at ply {view['ply']}, and no legal move")
    move = dice.choice(view["legal_moves"])
    body = {"ply": view["ply"], **move}
    return api.call("POST", f"/matches/{view['id']}/moves", body, expect=201)


def check_log(api, view):
    """Read the whole log page by page: it holds each ply once, in order."""
    plies, after = [], -1
    while True:
        page = api.call(
            "GET", f"/matches/{view['id']}/moves?after_ply={after}&limit=50", expect=200
        )
        if not page["items"]:
            break
        plies += [move["ply"] for move in page["items"]]
        after = plies[-1]
    if plies != list(range(view["ply"])):
        raise ContractBroken(f"{view['ply']} moves were played, and the log has the plies {plies}")


def check_result(view):
    """The match ended as matches end."""
    result = view["result"]
    if view["status"] != "finished" or result is None or result["termination"] != "completed":
        raise ContractBroken(f"ended as {view['status']} with the result {result}")
    if result["score"] != view["score"]:
        raise ContractBroken(f"the result says {result['score']}, the match {view['score']}")


def check_record(api, view):
    """The record tells every deal with its pack, every move, and the result."""
    record = api.call("GET", f"/matches/{view['id']}/record", expect=200)
    deals = record["deals"]
    if sum(len(deal["moves"]) for deal in deals) != view["ply"]:
        raise ContractBroken(f"the record has not the {view['ply']} moves of the match")
    if any(deal["pack"] is None for deal in deals):
        raise ContractBroken("the match is over, and its record lacks a pack")
    if record["result"]["score"] != view["score"]:
        raise ContractBroken(f"the record says {record['result']}, the match {view['score']}")


def play_match(base, preset, level, seed):
    """Play a match to its end and return the last view."""
    api = Api(base)
    name = sign_up(api)
    view = create(api, preset, level)
    print(f"{name} plays {preset} against {level}: match {view['id']}")
    dice = random.Random(seed)
    while (view := my_turn_or_end(api, view))["status"] == "active":
        view = play(api, view, dice)
    check_result(view)
    check_log(api, view)
    check_record(api, view)
    return view


def main():
    """Read the command line, play, and print the result."""
    parser = argparse.ArgumentParser(description="Play one match of Scopa over HTTP.")
    parser.add_argument("--base", default="http://127.0.0.1:8000")
    parser.add_argument("--preset", default="scopa_classica", help="a slug, or: all")
    parser.add_argument("--ai", default="greedy", help="the level in the other seats")
    parser.add_argument("--seed", type=int, default=None, help="to choose the same moves again")
    options = parser.parse_args()
    try:
        for preset in chosen(options.base, options.preset):
            tell(play_match(options.base, preset, options.ai, options.seed))
    except ContractBroken as error:
        print(f"FAILED: {error}", file=sys.stderr)
        return 1
    return 0


def chosen(base, preset):
    """Return the presets to play: the one named, or all there are."""
    return list(presets_on_offer(Api(base))) if preset == "all" else [preset]


def tell(view):
    """Print the result."""
    result, own = view["result"], view["you"]["side"]
    winner = {None: "nobody", own: "we"}.get(result["winner_side"], f"side {result['winner_side']}")
    print(
        f"finished after {view['ply']} moves in {len(view['deals'])} deals:"
        f" {result['score']}, {winner} won"
    )


if __name__ == "__main__":
    sys.exit(main())
