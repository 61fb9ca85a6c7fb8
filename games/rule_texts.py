"""What to tell a person whose move was refused, by the engine's code."""

from django.utils.translation import gettext_lazy as _

__all__ = ["RULE_MESSAGES", "RULE_TITLES"]

RULE_TITLES = {
    "not_your_turn": _("Not your turn"),
    "card_not_in_hand": _("Card not in hand"),
    "duplicate_capture_card": _("Card named twice"),
    "capture_not_on_table": _("Card not on the table"),
    "equal_card_first": _("The equal card comes first"),
    "capture_too_many": _("Too many cards taken"),
    "capture_too_few": _("Too few cards taken"),
    "capture_sum_mismatch": _("The cards do not add up"),
    "capture_required": _("The card must take"),
    "ambiguous_capture": _("Say which cards to take"),
}

RULE_MESSAGES = {
    "not_your_turn": _("It is another seat's turn."),
    "card_not_in_hand": _("You do not hold that card."),
    "duplicate_capture_card": _("A table card can be taken only once; it was named twice."),
    "capture_not_on_table": _("At least one of the cards to take is not on the table."),
    "equal_card_first": _(
        "A card of the same value lies on the table: it must be taken, not a sum."
    ),
    "capture_too_many": _("More cards were named than that card may take."),
    "capture_too_few": _("Fewer cards were named than that card must take."),
    "capture_sum_mismatch": _("The cards named do not add up to the card played."),
    "capture_required": _("That card can take, so it may not be laid down."),
    "ambiguous_capture": _("That card can take in more than one way: name the cards."),
}
