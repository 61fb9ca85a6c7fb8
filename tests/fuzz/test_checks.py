"""The fuzzer's own rules for answers refuse what they are there to refuse."""

import json
from types import SimpleNamespace

import pytest

from fuzz.checks import keep_failure, listed_status, note_answer, problem_or_json

PATHS = {"/me": {"get": {}, "patch": {}}}
DOCUMENTED = {
    "200": {"content": {"application/json": {}}},
    "404": {"content": {"application/problem+json": {}}},
    "503": {"content": {"application/json": {}}},
    "default": {"content": {"application/problem+json": {}}},
}


def case(method="GET", body=None):
    operation = SimpleNamespace(
        path="/me",
        definition=SimpleNamespace(raw={"responses": DOCUMENTED}),
        schema=SimpleNamespace(raw_schema={"paths": PATHS}),
    )
    return SimpleNamespace(operation=operation, method=method, body=body)


def response(status, content=b"{}", media_type="application/json; charset=utf-8"):
    return SimpleNamespace(
        status_code=status, content=content, headers={"content-type": [media_type]}
    )


def problem(status, code="not_found", **more):
    content = json.dumps({"status": status, "code": code, **more}).encode()
    return response(status, content, "application/problem+json")


class TestAStatus:
    @pytest.mark.parametrize("status", [200, 404])
    def test_passes_when_the_document_names_it(self, status):
        listed_status(None, response(status), case())

    @pytest.mark.parametrize("status", [201, 302, 418, 500])
    def test_does_not_pass_by_the_default(self, status):
        with pytest.raises(AssertionError, match=f"{status} is not among"):
            listed_status(None, response(status), case())

    def test_may_be_405_for_a_method_that_is_not_described(self):
        listed_status(None, response(405), case("DELETE"))
        with pytest.raises(AssertionError):
            listed_status(None, response(405), case("PATCH"))


class TestABody:
    @pytest.mark.parametrize("answer", [response(200), problem(404), response(503)])
    def test_passes_as_it_is_described(self, answer):
        problem_or_json(None, answer, case())

    @pytest.mark.parametrize(
        "answer",
        [
            response(404),
            response(404, b"<h1>Not Found</h1>", "text/html"),
            response(404, b"", ""),
            response(500, b"{}", "application/json"),
        ],
    )
    def test_of_an_error_must_be_a_problem(self, answer):
        with pytest.raises(AssertionError, match="an error as"):
            problem_or_json(None, answer, case())

    def test_of_a_problem_must_tell_the_status_of_the_answer(self):
        answer = problem(404)
        answer.status_code = 400
        with pytest.raises(AssertionError, match="with status 404"):
            problem_or_json(None, answer, case())

    def test_that_says_it_is_json_must_be(self):
        with pytest.raises(ValueError, match="Expecting"):
            problem_or_json(None, response(200, b"{"), case())


class RejectedPositiveData:
    """Stands for the fuzzer's own class of this name."""


class TestAFailure:
    def test_is_kept_by_whatever_other_rule(self):
        assert keep_failure(None, AssertionError(), case(), problem(400, "invalid_cursor"))

    def test_of_a_sound_request_is_kept_for_a_reason_that_a_schema_could_tell(self):
        assert keep_failure(None, RejectedPositiveData(), case(), problem(400, "invalid_request"))
        assert keep_failure(None, RejectedPositiveData(), case(), response(400, b"no json"))

    @pytest.mark.parametrize(
        "answer",
        [
            problem(400, "too_deep"),
            problem(400, "invalid_request", errors=[{"code": "invalid_cursor"}]),
        ],
    )
    def test_of_a_sound_request_is_dropped_for_one_that_no_schema_tells(self, answer):
        assert not keep_failure(None, RejectedPositiveData(), case(), answer)

    @pytest.mark.parametrize("body", [{"ply": 7.0}, {"a": [{"b": -0.0}]}])
    def test_is_dropped_for_a_fraction_that_json_schema_calls_an_integer(self, body):
        answer = problem(400, "invalid_request")
        assert not keep_failure(None, RejectedPositiveData(), case(body=body), answer)
        assert keep_failure(None, RejectedPositiveData(), case(body={"ply": 7}), answer)


class EnsureResourceAvailability(AssertionError):
    pass


class TestSomethingMadeThatIsNotThere:
    def failed(self, made):
        gone = SimpleNamespace(path_parameters={"webhook_id": made}, body=None)
        return keep_failure(None, EnsureResourceAvailability(), gone, problem(404, "gone"))

    def test_is_a_failure(self):
        assert self.failed("0e3b")

    def test_is_none_where_a_kept_answer_told_of_it_again(self):
        content = json.dumps({"id": "7c1d"}).encode()
        note_answer(SimpleNamespace(headers={"Idempotency-Replayed": ["true"]}, content=content))
        assert not self.failed("7c1d")
        note_answer(SimpleNamespace(headers={}, content=json.dumps({"id": "9a2f"}).encode()))
        assert self.failed("9a2f")
