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
    "too_many_table_cards": _("Too many cards at a time"),
    "fewest_cards_first": _("Fewer cards come first"),
    "ace_may_not_open": _("An ace may not open the deal"),
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
    "capture_sum_mismatch": _("The value of the cards named does not go with the card played."),
    "capture_required": _("That card can take, so it may not be laid down."),
    "ambiguous_capture": _("That card can be played in more than one way: name the cards."),
    "too_many_table_cards": _("The value is right, but no capture may hold so many cards here."),
    "fewest_cards_first": _("The value is right, but that card can take fewer cards, so it must."),
    "ace_may_not_open": _("The first card of the deal may not be an ace, while you hold another."),
}
