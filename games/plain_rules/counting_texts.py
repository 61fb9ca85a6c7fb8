"""The words for the fields that say what scores, and how a match ends."""

from collections.abc import Mapping
from typing import Final

from games.plain_rules.field_text import FieldText, text

__all__ = ["COUNTING_TEXTS"]

COUNTING_TEXTS: Final[Mapping[str, FieldText]] = {
    "scoring.cards.points": text(
        ("Punti delle carte", "Points for cards"), ("Quanto valgono.", "What they are worth.")
    ),
    "scoring.cards.award": text(
        ("A chi vanno le carte", "Who has cards"),
        (
            "Chi ne ha di più, o più di venti.",
            "Whoever has the most, or more than twenty.",
        ),
        most=("Il maggior numero", "The most"),
        majority=("Più della metà", "More than half"),
    ),
    "scoring.denari.points": text(
        ("Punti dei denari", "Points for denari"), ("Quanto valgono.", "What they are worth.")
    ),
    "scoring.denari.award": text(
        ("A chi vanno i denari", "Who has denari"),
        ("Chi ne ha di più, o più di cinque.", "Whoever has the most, or more than five."),
        most=("Il maggior numero", "The most"),
        majority=("Più della metà", "More than half"),
    ),
    "scoring.settebello": text(
        ("Settebello", "Settebello"),
        ("Punti per il sette di denari.", "Points for the seven of denari."),
    ),
    "scoring.primiera.points": text(
        ("Punti della primiera", "Points for the primiera"),
        ("Quanto vale.", "What it is worth."),
    ),
    "scoring.primiera.method": text(
        ("Come si conta", "How it is counted"),
        (
            "A somma, a sette (poi sei, poi Assi), o non si conta.",
            "By adding up, by sevens (then sixes, then Aces), or not at all.",
        ),
        sum=("A somma", "Added up"),
        most_sevens=("Più sette", "Most sevens"),
        off=("Non si conta", "Not at all"),
    ),
    "scoring.primiera.scale": text(
        ("Valori delle figure", "Court cards"),
        ("Quanto valgono le figure nella primiera.", "What court cards are worth in it."),
        standard=("Tutte 10", "10 each"),
        figures_8_9_10=("Re 10, Cavallo 9, Fante 8", "Re 10, Cavallo 9, Fante 8"),
    ),
    "scoring.primiera.missing_suit": text(
        ("Seme che manca", "Missing suit"),
        ("Che cosa succede a chi non ha tutti i semi.", "What happens without all four suits."),
        void=("Niente primiera", "No primiera"),
        fewer_suits_lose=("Meno semi perdono", "Fewer suits lose"),
        partial_sum=("Vale zero", "It counts for nothing"),
    ),
    "scoring.re_bello": text(
        ("Re bello", "Re bello"),
        ("Punti per il Re di denari.", "Points for the King of denari."),
    ),
    "scoring.napola.enabled": text(
        ("Si conta", "It counts"),
        ("La fila dà un punto per carta.", "The run scores one point a card."),
    ),
    "scoring.napola.cap": text(
        ("Massimo", "At the most"),
        ("Quanti punti può dare la fila.", "How many points the run can score."),
    ),
    "scoring.napola.napoleone_wins": text(
        ("Il napoleone vince", "All ten win"),
        (
            "Chi prende tutti e dieci i denari vince la partita.",
            "Whoever takes all ten denari wins the match.",
        ),
    ),
    "scoring.grande": text(
        ("Grande", "Grande"),
        (
            "Punti per Fante, Cavallo e Re di denari insieme.",
            "Points for Fante, Cavallo and Re of denari together.",
        ),
    ),
    "scoring.sevens.most": text(
        ("Più sette", "Most sevens"),
        ("Punti a chi ha più sette.", "Points for the most sevens."),
    ),
    "scoring.sevens.all_four": text(
        ("Quattro sette", "All four sevens"),
        ("Punti in più a chi li ha tutti.", "More points for having them all."),
    ),
    "declarations.low_hand": text(
        ("Mano bassa", "Low hand"),
        (
            "Punti per tre carte che insieme non passano il massimo.",
            "Points for three cards that add up to no more than the limit.",
        ),
    ),
    "declarations.low_hand_max": text(
        ("Massimo della mano bassa", "Limit of the low hand"),
        ("Quanto possono fare le tre carte.", "What the three cards may add up to."),
    ),
    "declarations.three_of_a_kind": text(
        ("Tre uguali", "Three of a kind"),
        ("Punti per tre carte uguali.", "Points for three cards of equal value."),
    ),
    "declarations.wild": text(
        ("Matta", "Wild card"),
        (
            "La carta che negli accusi vale quella che serve; null: nessuna.",
            "The card that counts as the one needed in a declaration; null: none.",
        ),
        **{"7C": ("Sette di coppe", "Seven of coppe")},
    ),
    "match.mode": text(
        ("Durata", "Length"),
        ("A punti, o un numero di smazzate.", "To a target, or a number of deals."),
        target=("A punti", "To a target"),
        fixed_deals=("Smazzate fissate", "Fixed number of deals"),
    ),
    "match.target": text(
        ("Traguardo", "Target"),
        ("I punti a cui si gioca.", "The points that the match is played to."),
    ),
    "match.deals": text(
        ("Smazzate", "Deals"),
        (
            "Quante smazzate si giocano; null: a punti.",
            "How many deals are played; null: to a target.",
        ),
    ),
    "match.margin": text(
        ("Vantaggio", "Margin"),
        ("Di quanti punti bisogna vincere.", "By how many points one must win."),
    ),
    "match.tie": text(
        ("In parità", "Ties"),
        ("Che cosa succede in parità alla fine.", "What happens when the lead is shared."),
        extra_deal=("Un'altra smazzata", "Another deal"),
        draw=("Patta", "A draw"),
    ),
    "match.objective": text(
        ("Scopo", "Object"),
        ("Vince chi fa più punti, o chi ne fa meno.", "The most points win, or the fewest."),
        win=("Più punti", "The most"),
        lose=("Meno punti", "The fewest"),
    ),
}
