"""The modules that the tests of the API share explain themselves when they fail, as tests do."""

import pytest

pytest.register_assert_rewrite(
    *(
        f"tests.api.{name}"
        for name in (
            "callers",
            "contract",
            "documents",
            "playing",
            "routes",
            "scenes",
            "tables",
            "walking",
        )
    )
)
