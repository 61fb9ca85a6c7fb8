"""The checker finds each broken promise in a history. Each is planted in one that is sound."""

import pytest

from chaos.checker import Window, compare
from chaos.history import Attempt, History, Operation, operations_in
from chaos.stored import Card, Stored

ANNA, BRUNO, MATCH = "anna", "bruno", "match"


def attempt(outcome, *, at=1.0, status=None, code="", **reply):
    usual = {"ok": 201, "fail": 409, "info": 0}[outcome]
    return Attempt(at, at + 0.1, outcome, usual if status is None else status, code, reply)


def operation(kind, *attempts, player=ANNA, match=MATCH, key=None, **body):
    return Operation(1, kind, player, f"/{kind}", "POST", key, match, body, list(attempts))


def move(*attempts, ply=0, card="7D", **more):
    return operation("move", *attempts, ply=ply, card=card, capture=["7S"], **more)


def stored(**columns):
    laid = {(MATCH, 0): Card(ANNA, "7D", "7S", "person")}
    return Stored(**{"moves": laid, **columns})


def broken(operations, held, windows=()):
    """Return the kinds of what is broken."""
    return [line.split(":")[0] for line in compare(operations, held, windows)]


class TestAMove:
    @pytest.mark.parametrize(
        "attempts",
        [
            [attempt("ok")],
            [attempt("info"), attempt("ok", at=2)],
            [attempt("fail", code="request_in_progress"), attempt("ok", at=2)],
            [attempt("info")],
        ],
    )
    def test_may_have_happened(self, attempts):
        assert broken([move(*attempts)], stored()) == []

    @pytest.mark.parametrize("attempts", [[attempt("fail")], [attempt("info")], []])
    def test_may_not_have_happened(self, attempts):
        assert broken([move(*attempts)], stored(moves={})) == []

    @pytest.mark.parametrize(
        "there",
        [
            {},
            {(MATCH, 0): Card(ANNA, "7D", "", "person")},
            {(MATCH, 0): Card(BRUNO, "7D", "7S", "person")},
            {(MATCH, 0): Card(ANNA, "7D", "7S", "ai")},
            {(MATCH, 1): Card(ANNA, "7D", "7S", "person")},
        ],
    )
    def test_is_lost_when_it_was_acknowledged(self, there):
        assert "LOST" in broken([move(attempt("info"), attempt("ok", at=2))], stored(moves=there))

    def test_is_never_done_when_it_was_refused(self):
        assert broken([move(attempt("fail"))], stored()) == ["REFUSED AND DONE"]

    def test_is_never_refused_when_it_was_done(self):
        asked = move(attempt("info"), attempt("fail", at=2, code="stale_position"))
        assert broken([asked], stored()) == ["DONE AND THEN REFUSED"]

    def test_comes_from_somebody(self):
        assert broken([], stored()) == ["OUT OF NOTHING"]

    def test_is_shown_ever_after(self):
        played = move(attempt("ok", at=1))
        looks = [operation("view", attempt("ok", at=at, ply=0)) for at in (0.5, 1.05, 2.0)]
        assert broken([played, *looks], stored()) == ["GONE BACK"]


class TestAMatch:
    def created(self, *attempts):
        return operation("create", *attempts, key="key")

    def test_is_there_once_when_it_was_acknowledged(self):
        asked = [self.created(attempt("info"), attempt("ok", at=2, id="new"))]
        assert broken(asked, Stored(matches={"new": ANNA})) == []
        assert broken(asked, Stored()) == ["LOST", "DOUBLED OR LOST"]
        assert broken(asked, Stored(matches={"new": ANNA, "other": ANNA})) == ["DOUBLED OR LOST"]

    def test_is_there_or_not_when_nobody_answered(self):
        asked = [self.created(attempt("info"))]
        assert broken(asked, Stored()) == []
        assert broken(asked, Stored(matches={"new": ANNA})) == []
        assert broken(asked, Stored(matches={"new": ANNA, "x": ANNA})) == ["DOUBLED OR LOST"]

    def test_answers_one_creation(self):
        asked = [self.created(attempt("ok", id="new")) for _ in range(2)]
        assert "SHARED" in broken(asked, Stored(matches={"new": ANNA, "x": ANNA}))


class TestOtherEffects:
    @pytest.mark.parametrize(("kind", "column"), [("join", "seats"), ("resign", "resigned")])
    def test_are_there_when_acknowledged_and_not_when_refused(self, kind, column):
        done, refused = operation(kind, attempt("ok")), operation(kind, attempt("fail"))
        there, away = Stored(**{column: {(MATCH, ANNA)}}), Stored()
        assert broken([done], there) == broken([refused], away) == []
        assert broken([done], away) == ["LOST"]
        assert broken([refused], there) == ["REFUSED AND DONE"]

    def test_are_said_once(self):
        said = [operation("react", attempt("ok"), attempt("ok", at=2))]
        assert broken(said, Stored(remarks={(MATCH, ANNA): 1})) == []
        assert broken(said, Stored(remarks={(MATCH, ANNA): 2})) == ["DOUBLED OR LOST"]
        assert broken(said, Stored()) == ["DOUBLED OR LOST"]


class TestReplies:
    def test_to_one_key_are_the_same(self):
        asked = [operation("plan", attempt("ok", sha="a"), attempt("ok", sha="b"), key="key")]
        assert broken(asked, Stored()) == ["TWO ANSWERS"]

    def test_fail_only_while_something_is_broken(self):
        asked = [operation("plan", attempt("info", status=500, at=5))]
        window = Window("fault", began=4, mended=6, stops_ai=False, spares_moves=False)
        assert broken(asked, Stored()) == ["500 WITHOUT A FAULT"]
        assert broken(asked, Stored(), [window]) == []


class TestEvents:
    @pytest.mark.parametrize(
        "pages", [[["1", "2"], ["3"]], [["1"], [], ["2", "3"]], [["1", "2", "3"]]]
    )
    def test_are_told_each_once_and_in_order(self, pages):
        assert broken(self.read(pages), Stored(events={ANNA: 3})) == []

    @pytest.mark.parametrize("pages", [[["1"], ["3"]], [["1", "2"], ["2", "3"]], [["2", "1"]]])
    def test_are_neither_passed_by_nor_told_twice(self, pages):
        assert broken(self.read(pages), Stored(events={ANNA: 3})) == ["EVENTS OUT OF ORDER"]

    def test_are_those_that_there_are(self):
        assert broken(self.read([["1", "2"]]), Stored(events={ANNA: 1})) == ["EVENTS OUT OF ORDER"]

    def read(self, pages):
        return [operation("events", attempt("ok", ids=ids)) for ids in pages]


class TestAHistory:
    def test_is_read_as_it_was_written(self, tmp_path):
        history = History(tmp_path / "history")
        number = history.new_id()
        told = {"kind": "move", "player": ANNA, "path": "/", "method": "POST", "key": None}
        for count in range(2):
            history.write("invoke", op=number, attempt=count, match=MATCH, body={"ply": 0}, **told)
        history.write("ok", op=number, attempt=1, status=201, code="", reply={"ply": 1})
        history.close()
        (read,) = operations_in(history.path)
        assert (read.kind, read.match, read.body) == ("move", MATCH, {"ply": 0})
        # The one that never ended may have happened.
        assert [each.outcome for each in read.attempts] == ["ok", "info"]
        assert read.outcome == "ok"
