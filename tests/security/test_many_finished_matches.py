"""No query of a hot path grows with what its player has finished: 10 matches or 10,000.

Statements are counted everywhere. On PostgreSQL each is explained as well, and the rows that its
plan touches are held against one another.
"""

import uuid

import pytest
from django.db import connection, transaction

from games.models import Match, Seat
from tests.api.callers import GREEDY, ME, OPEN, guest, guests, invited

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("limits_lifted")]

FEW, MANY = 10, 10_000
# Rows that a plan may touch more often among many: pages of an index are not filled to the row.
SLACK = 60
_EXPLAIN = "EXPLAIN (ANALYZE, FORMAT JSON, TIMING OFF) "


class Played:
    """Somebody with one match in play, one offered to them, and many that are over."""

    def __init__(self, finished):
        self.me, self.other = guests(2)
        seats = [invited(self.me), invited(self.other)]
        rules = {"deal.first_dealer": "seat_0"}  # the other is on turn
        self.match_id = guest().create(seats=seats, rules=rules)["id"]
        for caller in (self.me, self.other):
            caller.join(self.match_id)
        self.me.send("POST", f"/matches/{self.me.create(seats=[ME, GREEDY])['id']}/resign", body={})
        self.other.create(seats=[ME, OPEN])
        self.offered = self.other.create(seats=[ME, invited(self.me)])["id"]
        self._copy(Match.objects.get(status="finished"), finished)
        self.me.get("/me")

    def _copy(self, match, count):
        """Store so many more of a finished match, each older than any that runs."""
        seats = list(match.seats.order_by("index"))
        copies = [_again(Match, match, public_id=uuid.uuid4()) for _copy in range(count)]
        Match.objects.bulk_create(copies, batch_size=500)
        rows = [_again(Seat, seat, match=copy) for copy in copies for seat in seats]
        Seat.objects.bulk_create(rows, batch_size=500)
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("ANALYZE games_match, games_seat")

    @property
    def hot_paths(self):
        """The calls that an app makes again and again."""
        move = {"ply": 0, "card": "7D"}
        return {
            "a look": lambda: self.me.get(f"/matches/{self.match_id}"),
            "a move": lambda: self.other.play(self.match_id, **self._first_move()),
            "a move out of turn": lambda: self.me.play(self.match_id, **move),
            "the list that waits": lambda: self.me.get("/matches", {"awaiting": "me"}),
            "a page of all": lambda: self.me.get("/matches", {"limit": "5"}),
            "a page of what is over": lambda: self.me.get(
                "/matches", {"status": "finished", "limit": "5"}
            ),
            "the running ones": lambda: self.me.get("/matches", {"status": "active"}),
            "the offers": lambda: self.me.get("/matches", {"joinable": "true"}),
            "the badge": lambda: self.me.get("/me/summary"),
            "coming back": lambda: self.me.get("/sync"),
            "what changed": lambda: self.me.get("/sync", {"cursor": "1"}),
            "events": lambda: self.me.get("/events", {"cursor": "0"}),
            "the profile": lambda: self.me.get("/me"),
            "a new match": lambda: self.me.post(
                "/matches",
                {
                    "preset": "scopa_classica",
                    "seats": [ME, GREEDY],
                    "rules": {"deal.first_dealer": "seat_0"},  # a computer's turn is one row more
                },
            ),
            "a quick match": lambda: self.me.post("/quick-match", {"preset": "scopa_breve"}),
            "a seat": lambda: self.me.post(f"/matches/{self.offered}/join", {}),
        }

    def _first_move(self):
        view = self.other.look(self.match_id)
        return {"ply": view["ply"], **view["legal_moves"][0]}


def _again(model, row, **changes):
    kept = {field.attname: getattr(row, field.attname) for field in model._meta.concrete_fields}
    del kept["id"]
    if "match" in changes:
        del kept["match_id"]
    return model(**(kept | {"open_deal_id": None} if model is Match else kept) | changes)


class Watched:
    """The statements of a block, with the rows that each plan touches on PostgreSQL."""

    def __enter__(self):
        self.statements, self.rows = [], 0
        self._wrapper = connection.execute_wrapper(self._execute)
        self._wrapper.__enter__()
        return self

    def __exit__(self, *error):
        self._wrapper.__exit__(*error)

    def _execute(self, execute, sql, params, many, context):
        if sql.startswith(("SAVEPOINT", "RELEASE", "ROLLBACK")):
            return execute(sql, params, many, context)
        self.statements.append(sql)
        if connection.vendor == "postgresql" and sql.startswith(("SELECT", "WITH", "(SELECT")):
            execute(_EXPLAIN + sql, params, many, context)
            ((plan,),) = context["cursor"].fetchall()
            self.rows += _touched(plan[0]["Plan"])
        return execute(sql, params, many, context)


def _touched(plan):
    """Return the rows that a plan read, those that it threw away among them."""
    removed = sum(
        plan.get(name, 0) for name in ("Rows Removed by Filter", "Rows Removed by Index Recheck")
    )
    own = (plan["Actual Rows"] + removed) * plan["Actual Loops"]
    return own + sum(_touched(inner) for inner in plan.get("Plans", ()))


def measured(finished):
    """Return (number of statements, rows touched) of each hot path; what they do is undone."""
    found, outer = {}, transaction.savepoint()
    played = Played(finished)
    for name, call in played.hot_paths.items():
        point = transaction.savepoint()
        with Watched() as watched:
            answer = call()
        assert answer.status_code < 500, name
        found[name] = (len(watched.statements), watched.rows)
        transaction.savepoint_rollback(point)
    transaction.savepoint_rollback(outer)
    return found


def test_no_hot_path_grows_with_the_matches_that_are_over():
    few, many = measured(FEW), measured(MANY)
    counts = {name: (few[name][0], many[name][0]) for name in few}
    assert {name: each for name, each in counts.items() if each[0] != each[1]} == {}
    rows = {name: (few[name][1], many[name][1]) for name in few}
    grown = {name: (one, other) for name, (one, other) in rows.items() if other > one + SLACK}
    assert grown == {}


@pytest.mark.postgres
def test_a_query_that_grows_is_seen():
    with Watched() as one:
        list(Match.objects.filter(rated=True))
    Played(200)
    with Watched() as other:
        list(Match.objects.filter(rated=True))
    assert other.rows > one.rows + SLACK
