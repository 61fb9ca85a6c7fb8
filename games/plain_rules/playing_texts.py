"""The words for the fields that say how a deal is played."""

from collections.abc import Mapping
from typing import Final

from games.plain_rules.field_text import FieldText, text

__all__ = ["PLAYING_TEXTS"]

PLAYING_TEXTS: Final[Mapping[str, FieldText]] = {
    "schema": text(
        ("Formato", "Format"), ("La versione di questo formato.", "The version of this format.")
    ),
    "slug": text(
        ("Formula", "Preset"),
        (
            "Il nome della formula da cui si è partiti.",
            "The slug of the preset that the rules started from.",
        ),
    ),
    "table.players": text(("Giocatori", "Players"), ("Quanti giocano.", "How many play.")),
    "table.sides": text(
        ("Parti", "Sides"),
        (
            "Ognuno per sé, o due squadre alternate attorno al tavolo.",
            "Each alone, or two teams alternating around the table.",
        ),
        solo=("Ognuno per sé", "Each alone"),
        teams=("Due squadre", "Two teams"),
    ),
    "deal.hand_size": text(
        ("Carte in mano", "Hand"),
        ("Quante carte si danno a testa ogni volta.", "How many cards each gets at a time."),
    ),
    "deal.table_size": text(
        ("Carte in tavola", "Table cards"),
        ("Quante carte si scoprono in tavola.", "How many cards are laid on the table."),
    ),
    "deal.redeal_kings_min": text(
        ("Re che mandano a monte", "Kings for a new deal"),
        (
            "Con tanti Re in tavola si ridanno le carte; null: mai.",
            "With so many Kings on the table the cards are dealt again; null: never.",
        ),
    ),
    "deal.redeal_aces_min": text(
        ("Assi che mandano a monte", "Aces for a new deal"),
        (
            "Con tanti Assi in tavola si ridanno le carte; null: mai.",
            "With so many Aces on the table the cards are dealt again; null: never.",
        ),
    ),
    "deal.dealer_bonus": text(
        ("Premio del mazziere", "Dealer's bonus"),
        (
            "Le scope che il mazziere fa con le carte scoperte in tavola.",
            "The scope that the dealer makes with the table as it is dealt.",
        ),
        none=("Nessuno", "None"),
        groups_of_15=("Gruppi da quindici", "Groups of fifteen"),
        total_15_30=("Totale di quindici o trenta", "Total of fifteen or thirty"),
    ),
    "deal.first_dealer": text(
        ("Primo mazziere", "First dealer"),
        ("Chi dà le carte per primo.", "Who deals first."),
        random=("A sorte", "By lot"),
        seat_0=("Il posto 0", "Seat 0"),
    ),
    "capture.mode": text(
        ("Come si prende", "Captures by"),
        (
            "A somma del valore della carta, a quindici con la carta, o in tutti e due i modi.",
            "Cards that add up to the card, that make fifteen with it, or either.",
        ),
        sum=("Somma", "Sum"),
        fifteen=("Quindici", "Fifteen"),
        sum_or_fifteen=("Somma o quindici", "Sum or fifteen"),
    ),
    "capture.choice": text(
        ("Scelta della presa", "Choice of capture"),
        (
            "Quale presa si può scegliere fra più possibili.",
            "Which capture may be chosen where there are several.",
        ),
        single_first=("Prima la carta uguale", "The equal card first"),
        fewest_cards=("Il minor numero di carte", "The fewest cards"),
        any=("Libera", "Free"),
    ),
    "capture.mandatory": text(
        ("Presa obbligatoria", "Captures are compulsory"),
        ("La carta che può prendere deve prendere.", "A card that can take must take."),
    ),
    "capture.max_table_cards": text(
        ("Carte per presa", "Cards per capture"),
        (
            "Quante carte della tavola si prendono al più; null: quante si vuole.",
            "How many table cards may be taken at the most; null: any number.",
        ),
    ),
    "ace.sweep": text(
        ("L'Asso piglia tutto", "Aces sweep"),
        ("L'Asso prende tutta la tavola.", "An Ace takes the whole table."),
    ),
    "ace.scores_scopa": text(
        ("L'Asso fa scopa", "Sweeping Aces score"),
        ("Pigliare tutto con l'Asso è una scopa.", "Sweeping with an Ace is a scopa."),
    ),
    "ace.with_ace_on_table": text(
        ("Asso su Asso", "Ace upon Ace"),
        (
            "Che cosa prende l'Asso se in tavola ce n'è già uno.",
            "What an Ace takes if one lies there already.",
        ),
        by_value=("Secondo il valore", "By its value"),
        sweeps=("Tutto", "Everything"),
    ),
    "ace.on_empty_table": text(
        ("Asso a tavola vuota", "Ace on an empty table"),
        ("Dove va l'Asso giocato a tavola vuota.", "Where an Ace goes on an empty table."),
        stays=("Resta in tavola", "It stays there"),
        taken=("Torna a chi lo gioca", "To whoever plays it"),
    ),
    "ace.opening": text(
        ("Asso d'apertura", "Opening Ace"),
        ("L'Asso come prima carta della smazzata.", "An Ace as the first card of the deal."),
        free=("Libero", "Free"),
        no_sweep=("Carta qualsiasi", "A plain card"),
        forbidden=("Vietato", "Forbidden"),
    ),
    "sweep.points": text(
        ("Punti per scopa", "Points for a scopa"),
        ("Quanto vale ogni scopa.", "What each scopa is worth."),
    ),
    "sweep.last_card_counts": text(
        ("Scopa con l'ultima carta", "Scopa with the last card"),
        (
            "Anche l'ultima carta della smazzata può fare scopa.",
            "The last card of the deal can make a scopa too.",
        ),
    ),
    "leftovers.to": text(
        ("A chi vanno", "To whom"),
        ("Chi prende le carte rimaste in tavola.", "Who takes the cards left on the table."),
        last_capturer=("Chi ha preso per ultimo", "The last to capture"),
        dealer=("Il mazziere", "The dealer"),
    ),
}
