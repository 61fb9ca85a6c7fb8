"""Choose the language of an answer from what the client accepts."""

from functools import lru_cache

from django.conf import settings
from django.utils import translation

__all__ = ["DEFAULT_LANGUAGE", "accepted_language", "active_language"]

DEFAULT_LANGUAGE = "en"

_MAX_LENGTH = 500  # a browser sends far less; Django caps its own reading alike


@lru_cache(maxsize=512)
def accepted_language(header: str) -> str | None:
    """Pick the language we speak that an Accept-Language header likes best; None if there is none.

    `it-IT,it;q=0.9` gives "it". A wildcard decides nothing, and what cannot be read is skipped.
    """
    known = {code for code, _name in settings.LANGUAGES}
    wanted = [_weighed(part) for part in header[:_MAX_LENGTH].split(",")]
    ours = [(quality, code) for quality, code in wanted if quality > 0 and code in known]
    # max keeps the first of equals, so the client's order decides between equal weights
    return max(ours, key=lambda pair: pair[0])[1] if ours else None


def active_language() -> str:
    """Return the language in which the request that runs is answered."""
    return translation.get_language() or DEFAULT_LANGUAGE


def _weighed(part: str) -> tuple[float, str]:
    tag, _, parameter = part.partition(";")
    language = tag.strip().lower().partition("-")[0]
    name, _, weight = parameter.partition("=")
    if not parameter.strip():
        return 1.0, language
    try:
        return (float(weight) if name.strip().lower() == "q" else 0.0), language
    except ValueError:
        return 0.0, language
