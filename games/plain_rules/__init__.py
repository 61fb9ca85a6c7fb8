"""A rule set in plain words, Italian and English, made from its fields alone.

No variant is known here by name: whatever changes a field changes what is said.
"""

from collections.abc import Mapping
from functools import lru_cache

from games.engine import RuleSet
from games.plain_rules.both import Both, joined
from games.plain_rules.capturing import capturing_told
from games.plain_rules.dealing import dealing_told
from games.plain_rules.ending import ending_told
from games.plain_rules.field_text import FieldText
from games.plain_rules.field_texts import FIELD_TEXTS, GROUP_TEXTS
from games.plain_rules.idle import idle_told
from games.plain_rules.scoring import scoring_told
from games.plain_rules.value_labels import value_label

__all__ = ["FIELD_TEXTS", "GROUP_TEXTS", "Both", "FieldText", "summary", "value_label"]


@lru_cache(maxsize=1 << 8)
def summary(rules: RuleSet) -> Mapping[str, str]:
    """Tell the rules in sentences, by language, "it" and "en".

    >>> from games.engine import resolve
    >>> summary(resolve("scopa_classica"))["it"][:53]
    'Si gioca in due, tre carte a testa, quattro in tavola'
    """
    sentences = [
        *dealing_told(rules),
        *capturing_told(rules),
        *scoring_told(rules),
        *ending_told(rules),
        *idle_told(rules),
    ]
    return joined(sentences, Both(" ", " ")).by_language
