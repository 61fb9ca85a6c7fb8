"""The language of an answer is the one that the client likes best of those we speak."""

import pytest

from scopa_site.api.languages import accepted_language


class TestAcceptedLanguage:
    @pytest.mark.parametrize(
        ("header", "language"),
        [
            ("it", "it"),
            ("en", "en"),
            ("IT", "it"),
            ("it-IT", "it"),
            ("it-IT,it;q=0.9", "it"),
            ("it-IT,it;q=0.9,en-US;q=0.8,en;q=0.7", "it"),
            ("en-GB,en;q=0.9,it;q=0.8", "en"),
            ("de-DE,de;q=0.9,it;q=0.3", "it"),
            ("it;q=0.4, en;q=0.6", "en"),
            ("it;q=0.5,en;q=0.5", "it"),
            ("en;q=0.5,it;q=0.5", "en"),
            (" it ; q=0.9 ", "it"),
            ("en;q=0.5,it;Q=0.9", "it"),
            ("it;q=0,en;q=0.1", "en"),
            ("it;q=0", None),
            ("fr,de", None),
            ("*", None),
            ("*,it;q=0.1", "it"),
            ("", None),
            (";;;q=,,=", None),
            ("it;q=many", None),
            ("it;q=nan", None),
            ("it;level=1", None),
            ("italian", None),
            ("x" * 10_000 + ",it", None),
        ],
    )
    def test_picks_the_best_of_italian_and_english(self, header, language):
        assert accepted_language(header) == language
