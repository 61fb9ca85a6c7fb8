"""Who calls the API: over the test client, every answer held against the OpenAPI document."""

import json

from django.test import Client

from tests.api import contract

API = "/api/v1"


class Caller:
    """A client of the API, with a player's token or without one."""

    def __init__(self, token=None, player=None):
        self.token = token
        self.player = player or {}
        self.client = Client()
        self.is_checked = True  # whether answers are held against the document

    @property
    def id(self):
        return self.player["id"]

    @property
    def username(self):
        return self.player["username"]

    def get(self, path, query=None, **headers):
        return self.send("GET", path, query=query, **headers)

    def post(self, path, body=None, **headers):
        return self.send("POST", path, body=body, **headers)

    def send(self, method, path, *, body=None, query=None, raw=None, **headers):
        """Send a request to a path under /api/v1; `raw` is a body as bytes, instead of JSON."""
        content = raw if raw is not None else b"" if body is None else json.dumps(body).encode()
        if self.token:
            headers.setdefault("authorization", f"Bearer {self.token}")
        response = self.client.generic(
            method,
            API + path,
            content,
            content_type=headers.pop("content_type", "application/json"),
            query_params=query,
            headers={name.replace("_", "-"): value for name, value in headers.items()},
        )
        if self.is_checked:
            contract.check(method, API + path, response)
        return response

    # The calls, each returning its good answer

    def create(self, preset="scopa_classica", *, seats, rules=None, **more):
        body = {"preset": preset, "seats": seats, **more}
        return good(self.post("/matches", body if rules is None else body | {"rules": rules}), 201)

    def look(self, match_id):
        return good(self.get(f"/matches/{match_id}"))

    def join(self, match_id, **body):
        return good(self.post(f"/matches/{match_id}/join", body))

    def play(self, match_id, **move):
        return self.post(f"/matches/{match_id}/moves", move)

    def moves(self, match_id, **query):
        return good(self.get(f"/matches/{match_id}/moves", query))

    def matches(self, **query):
        return good(self.get("/matches", query))

    def events(self, since="0"):
        """Return (type, data) of what the player was told, oldest first."""
        items = good(self.get("/events", {"cursor": since, "limit": "100"}))["items"]
        return [(item["type"], item["data"]) for item in items]


def good(response, status=200):
    """Return the body of an answer that must be good."""
    assert response.status_code == status, (response.status_code, response.content.decode())
    return response.json()


def refused(response, status, code):
    """Return the problem of an answer that must be a refusal."""
    assert response.headers["Content-Type"] == "application/problem+json", response.content
    problem = response.json()
    assert (response.status_code, problem["code"]) == (status, code), problem
    assert problem["status"] == status
    assert problem["type"] == f"urn:scopa:problem:{code}"
    return problem


def faults(response, status, code):
    """Return the pairs (pointer, code) of a refusal's errors."""
    return [
        (error["pointer"], error["code"]) for error in refused(response, status, code)["errors"]
    ]


def guest():
    """Become a new player."""
    session = good(Caller().post("/auth/guest", {}), 201)
    return Caller(session["token"], session["player"])


def guests(count):
    return [guest() for _ in range(count)]


def block(caller, other):
    """Let one player block another."""
    assert caller.send("PUT", f"/me/blocks/{other.id}").status_code == 204


def mute(caller, other):
    """Let one player not hear another."""
    assert caller.send("PUT", f"/me/mutes/{other.id}").status_code == 204


ME = {"type": "me"}
OPEN = {"type": "open"}
LINK = {"type": "link"}
GREEDY = {"type": "ai", "level": "greedy"}
RANDOM = {"type": "ai", "level": "random"}


def invited(caller):
    return {"type": "player", "username": caller.username}
