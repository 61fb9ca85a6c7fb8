"""Say in the chosen language why a file is no record, and why a record breaks the rules."""

from collections.abc import Iterator
from json import JSONDecodeError

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, gettext_noop

from games import engine
from games.rule_texts import RULE_MESSAGES
from games.wording import in_language

__all__ = ["READER_REASONS", "REFUSALS", "refused_told", "unreadable_told"]

# What the engine's readers of records say; they are told in the chosen language here.
READER_REASONS = (
    gettext_noop("%(move)s is not a move: %(card)s is not a card"),
    gettext_noop("%(card)s is not a card such as 7D or 10B"),
    gettext_noop("%(day)s is not a day such as 2026-03-01, nor ?"),
    gettext_noop("nothing stands here; what is not known is written ?"),
    gettext_noop("a seat stands here if the match was resigned, and null if not"),
    gettext_noop("%(value)s is none of %(words)s"),
    gettext_noop("%(value)s is not an object"),
    gettext_noop("missing here: %(names)s"),
    gettext_noop("unknown here: %(names)s; known are: %(known)s"),
    gettext_noop("%(value)s is not a list"),
    gettext_noop("the list has %(count)s entries and must have %(due)s"),
    gettext_noop("%(value)s is not a whole number from 0 to %(last)s"),
    gettext_noop("%(value)s stands where %(due)s is due"),
    gettext_noop("%(value)s is neither true nor false"),
    gettext_noop("%(value)s is not a text"),
    gettext_noop("only format %(format)s can be read"),
    gettext_noop("the rules seat %(players)s, one tag for each seat from 0 on"),
    gettext_noop('a tag is written [Name "value"]'),
    gettext_noop("a rule is given twice"),
    gettext_noop("%(rule)s is not a field and one of its values"),
    gettext_noop("a match ends in one way"),
    gettext_noop("there is no tag %(tag)s here, but %(known)s"),
    gettext_noop("the tag %(tag)s stands here twice"),
    gettext_noop("a move stands before the first deal"),
    gettext_noop("a match that goes on has no end"),
    gettext_noop("the tag %(tag)s is missing"),
    gettext_noop("the tags %(tags)s are missing"),
    gettext_noop("a backslash stands before no letter it can"),
    gettext_noop("a quotation mark inside a value needs a backslash"),
    gettext_noop("%(number)s stands where move %(ply)s is due"),
    gettext_noop("a tag stands after the moves of its deal"),
    gettext_noop("a hand is written as its seat, kind, points and cards"),
    gettext_noop("only %(word)s can stand here"),
    gettext_noop("%(value)s is not a whole number of at most %(digits)s digits"),
    gettext_noop("the tag is left out where there is no bonus"),
    gettext_noop("%(value)s is not from 0 to %(last)s"),
    gettext_noop("%(count)s numbers must stand here, one for each side"),
)
# What the engine refuses in a record, by its code; beside it stands what to tell a player.
REFUSALS = {
    "ace_may_not_open": gettext_lazy("the first card of the deal may not be an ace"),
    "card_not_in_hand": gettext_lazy("the player does not hold that card"),
    "deal_not_due": gettext_lazy("the deal before it is not over"),
    "deck_invalid": gettext_lazy("every card of the pack is there once, and none twice"),
    "first_dealer_fixed": gettext_lazy("by these rules seat 0 deals first"),
    "match_over": gettext_lazy("the match is over"),
    "no_deal": gettext_lazy("all cards of the deal have been played"),
    "rule_error": gettext_lazy("the hidden cards, whatever they are, would be declared"),
}


def refused_told(error: engine.EngineError) -> str:
    """Say why the engine refuses what stands in a record."""
    told = REFUSALS.get(error.code) or RULE_MESSAGES.get(error.code)
    return str(told or error)


def unreadable_told(error: Exception) -> str:
    """Say why a file is no record: where, and what is wrong there."""
    match error:
        case engine.RecordUnreadable():
            return "; ".join(map(_told, (error, *error.others)))
        case JSONDecodeError(lineno=line, colno=column):
            return _("no JSON from line %(line)s, column %(column)s on") % {
                "line": line,
                "column": column,
            }
        case UnicodeError():
            return _("it is not text in UTF-8")
        case RecursionError():
            return _("it is nested too deeply")
        case FileNotFoundError():
            return _("there is no such file")
        case PermissionError():
            return _("it may not be read")
        case IsADirectoryError():
            return _("it is a directory")
        case OSError(strerror=str(why)):
            return why
    return str(error)


def _told(error: engine.RecordUnreadable) -> str:
    where = [] if error.line is None else [_("line %(line)s") % {"line": error.line}]
    if error.path:
        where.append(error.path)
    details = {name: _detail(value) for name, value in error.details.items()}
    return ": ".join([*where, _(error.reason) % details])


def _detail(value: object) -> object:
    if isinstance(value, engine.RuleSetInvalid):
        return "; ".join(_problems(value))
    return value


def _problems(error: engine.RuleSetInvalid) -> Iterator[str]:
    for problem in error.errors:
        reason = in_language({"en": problem.reason_en, "it": problem.reason_it})
        yield f"{problem.path}: {reason}"
