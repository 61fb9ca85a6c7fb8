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
    if match.mode == "target":
        yield _to_a_target(rules)
        return
    tie = _DRAWN if match.tie == "draw" else _ANOTHER
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


def _to_a_target(rules: RuleSet) -> Both:
    """Say who wins at the target: R7.2, R7.3, and R7.6 for the margin."""
    match = rules.match
    target = Both(
        f"{match.target} punt{'o' if match.target == 1 else 'i'}",
        f"{match.target} point{'' if match.target == 1 else 's'}",
    )
    if match.objective == "lose":
        return _to_lose(rules, target)
    if match.margin == 1:
        return Both(
            f"Vince chi arriva a {target.it}, contati a fine smazzata, o chi ne ha di più se ci"
            f" arrivano in tanti; {_ANOTHER.it}.",
            f"The first to reach {target.en} wins, counted after each deal, or whoever has most if"
            f" several do; {_ANOTHER.en}.",
        )
    ahead = number(match.margin)
    return Both(
        f"Vince chi, a fine smazzata, è arrivato a {target.it} e ha almeno {ahead.it} punti più di"
        " ogni altro; finché nessuno li ha si gioca un'altra smazzata.",
        f"Whoever has reached {target.en} after a deal and is at least {ahead.en} points ahead of"
        " everybody else wins; until somebody is, another deal is played.",
    )


def _to_lose(rules: RuleSet, target: Both) -> Both:
    """Say who wins where points are to be avoided: R7.7, and R7.6 for the margin."""
    fewest = Both("chi da solo ne ha meno", "whoever alone has the fewest wins")
    if rules.match.margin > 1:
        ahead = number(rules.match.margin)
        fewest = Both(
            f"chi ne ha almeno {ahead.it} meno di ogni altro",
            f"whoever has at least {ahead.en} fewer than everybody else wins",
        )
    return Both(
        f"La partita è a perdere: quando a fine smazzata qualcuno è arrivato a {target.it} e da"
        f" solo ne ha di più, vince {fewest.it}; se no si gioca un'altra smazzata.",
        f"The match is played to lose: once somebody has reached {target.en} after a deal and"
        f" alone has the most, {fewest.en}; else another deal is played.",
    )
