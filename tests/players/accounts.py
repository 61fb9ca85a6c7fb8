"""Players to test with, and how they call."""

import json
from datetime import UTC, datetime
from uuid import uuid4

from players.services import sign_up

# The real one: what is asked over HTTP is answered by the clock, by which tokens are used and age.
NOW = datetime.now(UTC)
PASSWORD = "briscola e tressette"


def signed_up(username=None, **fields):
    """Make an account and return its session."""
    username = username or f"anna-{uuid4().hex[:12]}"
    return sign_up(username=username, password=PASSWORD, now=NOW, **fields)


def call(client, method, path, body=None, token=None, **headers):
    """Send a request with a JSON body to a path under /api/v1."""
    if token is not None:
        headers.setdefault("authorization", f"Bearer {token}")
    return client.generic(
        method,
        f"/api/v1{path}",
        b"" if body is None else json.dumps(body),
        content_type="application/json",
        headers={name.replace("_", "-"): value for name, value in headers.items()},
    )


def assert_problem(response, status, code):
    """Hold a refusal against what every problem has; return the document."""
    assert response.status_code == status, response.content
    assert response["Content-Type"] == "application/problem+json"
    assert response["Cache-Control"] == "no-store"
    problem = response.json()
    assert problem["code"] == code
    assert problem["status"] == status
    assert problem["type"] == f"urn:scopa:problem:{code}"
    assert problem["title"]
    assert problem["detail"]
    return problem


def faults(problem):
    """Return the (pointer, code) pairs of a problem."""
    return {(error["pointer"], error["code"]) for error in problem["errors"]}
