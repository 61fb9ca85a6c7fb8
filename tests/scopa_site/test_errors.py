"""Every error of the project has a stable code, a status and two languages."""

import re
from collections import Counter

import pytest
from django.utils import translation

from scopa_site.api.problems import HTTP_PROBLEMS, STATUS
from scopa_site.errors import DomainError, Kind
from tests.architecture.tree import import_errors


def _family(error):
    yield error
    for child in error.__subclasses__():
        yield from _family(child)


import_errors()
OURS = ("games.", "players.", "scopa_site.")
ERRORS = sorted(
    {error for error in _family(DomainError) if error.__module__.startswith(OURS)} - {DomainError},
    key=lambda error: error.__name__,
)


def texts(error, language):
    with translation.override(language):
        return str(error.title), str(error.message)


class TestEveryError:
    def test_is_found_in_all_three_packages(self):
        assert {error.__module__.split(".")[0] for error in ERRORS} >= {"players", "scopa_site"}
        assert len(ERRORS) >= 20

    def test_has_a_code_that_no_other_has(self):
        codes = Counter(error.code for error in ERRORS)
        codes.update(problem.code for problem in HTTP_PROBLEMS)
        assert [code for code, times in codes.items() if times > 1] == []

    @pytest.mark.parametrize("error", ERRORS)
    def test_has_a_snake_case_code(self, error):
        assert re.fullmatch(r"[a-z]+(_[a-z0-9]+)*", error.code)

    @pytest.mark.parametrize("error", ERRORS)
    def test_has_a_status(self, error):
        assert 400 <= STATUS[error.kind] < 600

    @pytest.mark.parametrize("error", ERRORS)
    def test_speaks_italian_and_english(self, error):
        english, italian = texts(error, "en"), texts(error, "it")
        assert english[0] != italian[0]
        assert english[1] != italian[1]

    @pytest.mark.parametrize("error", ERRORS)
    def test_fills_in_the_same_names_in_both_languages(self, error):
        names = [set(re.findall(r"%\((\w+)\)", texts(error, code)[1])) for code in ("en", "it")]
        assert names[0] == names[1]

    @pytest.mark.parametrize("error", ERRORS)
    def test_says_when_it_is_raised(self, error):
        assert error.__doc__

    @pytest.mark.parametrize("problem", HTTP_PROBLEMS, ids=lambda problem: problem.code)
    def test_of_http_alone_speaks_both_languages_too(self, problem):
        with translation.override("it"):
            italian = str(problem.title), str(problem.detail)
        with translation.override("en"):
            english = str(problem.title), str(problem.detail)
        assert english[0] != italian[0]
        assert english[1] != italian[1]


class TestKinds:
    def test_have_each_its_status(self):
        assert {kind: int(status) for kind, status in STATUS.items()} == {
            Kind.UNREADABLE: 400,
            Kind.UNAUTHENTICATED: 401,
            Kind.FORBIDDEN: 403,
            Kind.NOT_FOUND: 404,
            Kind.CONFLICT: 409,
            Kind.GONE: 410,
            Kind.TOO_LARGE: 413,
            Kind.NOT_JSON: 415,
            Kind.OUTDATED: 426,
            Kind.RULES: 422,
            Kind.TOO_MANY: 429,
            Kind.UNAVAILABLE: 503,
        }
        assert set(STATUS) == set(Kind)


class TestDomainError:
    class Overfull(DomainError):
        """Raised by these tests."""

        code = "overfull_of_these_tests"
        message = "%(count)s cards, 100%% full"

    def test_fills_in_its_parameters_when_read(self):
        error = self.Overfull(count=41)
        assert error.detail == "41 cards, 100% full"
        assert error.params == {"count": 41}
        assert str(error) == "overfull_of_these_tests: 41 cards, 100% full"

    def test_is_translated_when_read_not_when_made(self):
        with translation.override("en"):
            error = DomainError()
        with translation.override("it"):
            assert error.detail == "Non è possibile."

    def test_carries_nothing_more_unless_a_child_says_so(self):
        assert self.Overfull(count=41).members() == {}
        assert self.Overfull(count=41).errors == ()
