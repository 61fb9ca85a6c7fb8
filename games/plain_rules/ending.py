"""Say when the match ends, and who wins it (R7)."""

from collections.abc import Iterator

from games.engine import RuleSet
from games.plain_rules.both import Both, number

__all__ = ["ending_told"]

_ANOTHER: Both = Both("in parità si gioca un'altra smazzata", "a tie is played off in another deal")
_DRAWN: Both = Both("in parità la partita è patta", "a tie is a draw")


def ending_told(rules: RuleSet) -> Iterator[Both]:
    """Yield the sentences on the end of the match."""
    match = rules.match
    tie = _DRAWN if match.tie == "draw" else _ANOTHER
    if match.mode == "target":
        yield _to_a_target(rules, tie)
        return
    deals = number(match.deals or 1)
    best = Both("vince chi ha più punti", "the most points win")
    if match.objective == "lose":
        best = Both("vince chi ha meno punti", "the fewest points win")
    if match.deals == 1:
        yield Both(
            f"Si gioca una smazzata sola: {best.it}; {tie.it}.",
            f"One deal is played: {best.en}; {tie.en}.",
        )
    else:
        yield Both(
            f"Si giocano {deals.it} smazzate: {best.it}; {tie.it}.",
            f"{deals.en.capitalize()} deals are played: {best.en}; {tie.en}.",
        )


def _to_a_target(rules: RuleSet, tie: Both) -> Both:
    match = rules.match
    target = Both(
        f"{match.target} punt{'o' if match.target == 1 else 'i'}",
        f"{match.target} point{'' if match.target == 1 else 's'}",
    )
    margin = Both("", "")
    if match.margin > 1:
        ahead = number(match.margin)
        margin = Both(f", con almeno {ahead.it} di vantaggio", f", at least {ahead.en} ahead")
    if match.objective == "lose":
        return Both(
            f"La partita è a perdere: quando qualcuno arriva a {target.it} vince chi ne ha"
            f" meno{margin.it}; {tie.it}.",
            f"The match is played to lose: when somebody reaches {target.en} the fewest"
            f" win{margin.en}; {tie.en}.",
        )
    return Both(
        f"Vince chi arriva a {target.it}{margin.it}, contati a fine smazzata; {tie.it}.",
        f"The first to reach {target.en}{margin.en} wins, counted after each deal; {tie.en}.",
    )
