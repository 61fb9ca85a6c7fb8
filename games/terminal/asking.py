"""Ask a person for a move until there is one."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from games.engine import Card, CardUnreadable, Move, PlayerView, RuleSet, parse_card
from games.terminal.manual import help_lines
from games.terminal.screen import LeftTable, Screen
from games.wording import card_name

__all__ = ["ask_move"]


def ask_move(view: PlayerView, screen: Screen) -> Move | None:
    """Ask which card to play and, where there is a choice, what to take.

    None: the person wants to see the table again. Raises LeftTable.
    """
    hand = () if view.deal is None else view.deal.hand
    numbers = "1" if len(hand) == 1 else f"1-{len(hand)}"
    prompt = _("Your card (%(numbers)s, ? for help, q to leave): ") % {"numbers": numbers}
    answer = _answer(prompt, view.rules, screen)
    if not answer:
        return None
    card = _card(answer, hand)
    if card is None:
        screen.say(
            _("You hold no “%(answer)s”. Type a number (%(numbers)s) or a name such as %(card)s.")
            % {"answer": answer[:20], "card": hand[0], "numbers": numbers}
        )
        return ask_move(view, screen)
    moves = [move for move in view.legal_moves if move.card == card]
    return moves[0] if len(moves) == 1 else _ask_capture(moves, view.rules, screen)


def _ask_capture(moves: Sequence[Move], rules: RuleSet, screen: Screen) -> Move | None:
    screen.say(_("The %(card)s can take:") % {"card": card_name(moves[0].card)})
    for number, move in enumerate(moves, 1):
        taken = " + ".join(map(card_name, move.capture or ())) or _("nothing: lay it down")
        screen.say(f"  ({number}) {taken}")
    words = {"last": len(moves)}
    prompt = _("Which (1-%(last)s, Enter for another card)? ") % words
    while answer := _answer(prompt, rules, screen):
        if answer.isdecimal() and 1 <= int(answer) <= len(moves):
            return moves[int(answer) - 1]
        screen.say(
            _("“%(answer)s” is not one of them. Type 1 to %(last)s.")
            % {"answer": answer[:20], **words}
        )
    return None


def _answer(prompt: str, rules: RuleSet, screen: Screen) -> str:
    """Ask; help is given and asked again, leaving raises LeftTable."""
    while True:
        answer = screen.ask(prompt)
        if answer == "?":
            screen.say(*help_lines(rules, screen.width))
        elif answer.lower() == "q":
            raise LeftTable
        else:
            return answer


def _card(answer: str, hand: Sequence[Card]) -> Card | None:
    """Find the card by its number in the hand, or by its name such as 7D."""
    if answer.isdecimal() and len(answer) < 3:
        number = int(answer)
        return hand[number - 1] if 1 <= number <= len(hand) else None
    try:
        card = parse_card(answer.upper())
    except CardUnreadable:
        return None
    return card if card in hand else None
