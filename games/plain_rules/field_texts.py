"""What each field of a rule set is called and means, for a form or a manual, in both languages.

Which values a field has is the engine's table to say; here a word among them gets a label.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from games.plain_rules.counting_texts import COUNTING_TEXTS
from games.plain_rules.field_text import FieldText, text
from games.plain_rules.playing_texts import PLAYING_TEXTS

__all__ = ["FIELD_TEXTS", "GROUP_TEXTS"]

FIELD_TEXTS: Final[Mapping[str, FieldText]] = MappingProxyType({**PLAYING_TEXTS, **COUNTING_TEXTS})

GROUP_TEXTS: Final[Mapping[str, FieldText]] = MappingProxyType(
    {
        "": text(
            ("Regole", "Rules"),
            (
                "Tutte le regole di una partita. I numeri sono interi, senza virgola: non 11.0.",
                "All rules that a match is played by. Numbers are whole, without a point: no 11.0.",
            ),
        ),
        "table": text(("Tavolo", "Table"), ("Chi gioca.", "Who plays.")),
        "deal": text(
            ("Distribuzione", "Deal"), ("Come si danno le carte.", "How the cards are dealt.")
        ),
        "capture": text(
            ("Presa", "Capture"), ("Che cosa prende una carta.", "What a card may take.")
        ),
        "ace": text(
            ("Asso", "Ace"),
            ("Che cosa può l'Asso oltre al suo valore.", "What an Ace can do beyond its value."),
        ),
        "sweep": text(
            ("Scopa", "Scopa"),
            ("Quanto vale vuotare la tavola.", "What clearing the table is worth."),
        ),
        "leftovers": text(
            ("Carte rimaste", "Leftovers"),
            ("Le carte in tavola a fine smazzata.", "The cards on the table when the deal ends."),
        ),
        "scoring": text(
            ("Punti", "Scoring"),
            ("Che cosa dà punti a fine smazzata.", "What scores at the end of a deal."),
        ),
        "scoring.cards": text(
            ("Carte", "Cards"), ("Il punto delle carte.", "The point for cards.")
        ),
        "scoring.denari": text(
            ("Denari", "Denari"), ("Il punto dei denari.", "The point for denari.")
        ),
        "scoring.primiera": text(
            ("Primiera", "Primiera"),
            ("La carta migliore di ogni seme.", "The best card of each suit."),
        ),
        "scoring.napola": text(
            ("Napola", "Napola"),
            (
                "La fila dei denari dall'Asso: almeno Asso, due e tre.",
                "The run of denari from the Ace: at least Ace, two and three.",
            ),
        ),
        "scoring.sevens": text(("Sette", "Sevens"), ("Punti per i sette.", "Points for sevens.")),
        "declarations": text(
            ("Accusi", "Declarations"),
            ("Mani che danno punti appena ricevute.", "Hands that score as they are dealt."),
        ),
        "match": text(
            ("Partita", "Match"), ("Quando finisce e chi vince.", "When it ends and who wins.")
        ),
    }
)
