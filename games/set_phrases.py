"""What may be said at a table and why an invitation may be refused: closed lists, in two languages.

No phrase can tell a partner anything about a hand; each is said to the other side alone.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

__all__ = ["DECLINE_REASONS", "REACTIONS", "Phrase"]


@dataclass(frozen=True, slots=True)
class Phrase:
    """A phrase and its name; `label` is by language, "it" and "en"."""

    slug: str
    label: Mapping[str, str]


def _list(*rows: tuple[str, str, str]) -> Mapping[str, Phrase]:
    return MappingProxyType(
        {
            slug: Phrase(slug, MappingProxyType({"it": italian, "en": english}))
            for slug, italian, english in rows
        }
    )


REACTIONS: Final = _list(
    ("hello", "Ciao!", "Hello!"),
    ("good_luck", "Buona fortuna!", "Good luck!"),
    ("well_played", "Bella giocata!", "Well played!"),
    ("what_a_scopa", "Che scopa!", "What a scopa!"),
    ("ouch", "Ahi!", "Ouch!"),
    ("oh_no", "Accidenti!", "Oh no!"),
    ("wow", "Caspita!", "Wow!"),
    ("lucky", "Che fortuna!", "How lucky!"),
    ("thinking", "Ci sto pensando.", "I am thinking."),
    ("back_later", "Torno più tardi.", "I will be back later."),
    ("sorry_to_be_late", "Scusa l'attesa.", "Sorry for the wait."),
    ("no_hurry", "Fai con calma.", "Take your time."),
    ("thanks", "Grazie!", "Thank you!"),
    ("good_game", "Bella partita!", "Good game!"),
    ("another_one", "Ne facciamo un'altra?", "Another one?"),
    ("goodbye", "A presto!", "See you!"),
)

DECLINE_REASONS: Final = _list(
    ("not_now", "Non è un buon momento.", "This is not a good time."),
    ("too_many_matches", "Ho già troppe partite.", "I have too many matches already."),
    ("clock_too_fast", "Il tempo è troppo poco.", "The clock is too fast."),
    ("clock_too_slow", "Il tempo è troppo.", "The clock is too slow."),
    ("other_rules", "Preferisco altre regole.", "I prefer other rules."),
    ("other_players", "Preferisco un altro tavolo.", "I prefer another table."),
    ("only_rated", "Gioco solo partite che contano.", "I play rated matches only."),
    ("only_unrated", "Gioco solo partite amichevoli.", "I play unrated matches only."),
    ("other", "Un altro motivo.", "Another reason."),
)
