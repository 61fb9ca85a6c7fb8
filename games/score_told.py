"""Say how the points of a deal came about, category by category, from its score."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _

from games.engine import DealDetail, DealScore, PrimieraHand, RuleSet, Suit
from games.wording import card_name, listed, points_count, scope_count, suit_name

__all__ = ["Category", "categories", "outright_told"]

_NOTHING: Final = "–"
_FOUR: Final = 4


@dataclass(frozen=True, slots=True)
class Category:
    """A way to score: what each side had, the points it brought them, and both in a sentence."""

    title: str
    values: tuple[str, ...]
    points: tuple[int, ...]
    told: str


def categories(rules: RuleSet, score: DealScore, sides: Sequence[str]) -> Iterator[Category]:
    """Yield the categories by which a deal is scored under these rules; `sides` are names.

    Of a deal that was scored before its detail was kept only the points are told.
    """
    told = _Told(rules, score, sides)
    yield from told.captured_most()
    yield from told.held()
    if score.detail is not None:
        yield from told.gathered(score.detail)
    yield told.scope()
    if score.detail is not None and any(score.detail.declarations):
        yield told.category(
            _("Declarations"), [""] * len(sides), score.detail.declarations, reason=""
        )


def outright_told(score: DealScore, sides: Sequence[str]) -> str:
    """Say who won the match with all ten coins; "" where nobody did."""
    if score.detail is None or score.detail.won_outright is None:
        return ""
    return _("All ten coins win the match: %(name)s.") % {"name": sides[score.detail.won_outright]}


@dataclass(frozen=True, slots=True)
class _Told:
    rules: RuleSet
    score: DealScore
    sides: Sequence[str]

    def captured_most(self) -> Iterator[Category]:
        """Yield carte and denari."""
        scoring, detail, score = self.rules.scoring, self.score.detail, self.score
        blank = [""] * len(self.sides)
        for title, award, side, counts in (
            (_("Cards"), scoring.cards, score.carte, None if detail is None else detail.cards),
            (_("Coins"), scoring.denari, score.denari, None if detail is None else detail.denari),
        ):
            if award.points:
                values = blank if counts is None else list(map(str, counts))
                yield self.single(title, values, side, award.points, _why_nobody(counts))

    def held(self) -> Iterator[Category]:
        """Yield what one side has, or nobody."""
        scoring, score, detail = self.rules.scoring, self.score, self.score.detail
        blank = [""] * len(self.sides)
        if scoring.settebello:
            yield self.single(_("Settebello"), blank, score.settebello, scoring.settebello)
        if scoring.primiera.points and scoring.primiera.method != "off":
            yield self._primiera(scoring.primiera.points)
        if detail is not None and scoring.re_bello:
            yield self.single(_("King of coins"), blank, detail.re_bello, scoring.re_bello)
        if detail is not None and scoring.grande:
            title = _("Jack, knight and king of coins")
            yield self.single(title, blank, detail.grande, scoring.grande)

    def gathered(self, detail: DealDetail) -> Iterator[Category]:
        """Yield the napola and the sevens, which are worth more the more there are."""
        napola, sevens = self.rules.scoring.napola, self.rules.scoring.sevens
        if napola.enabled:
            points = [min(run, napola.cap) for run in detail.napola]
            runs = [str(run) if run else _NOTHING for run in detail.napola]
            yield self.category(_("Napola"), runs, points, reason=_("no run of three"))
        if sevens.most or sevens.all_four:
            top, counts = max(detail.sevens), detail.sevens
            alone = counts.count(top) == 1
            worth = sevens.most + (sevens.all_four if top == _FOUR else 0)
            points = [worth if alone and count == top else 0 for count in counts]
            values = list(map(str, counts))
            yield self.category(_("Sevens"), values, points, reason=_why_nobody(counts))

    def scope(self) -> Category:
        """Give the scope, those made by the table as it was dealt among them."""
        score, detail = self.score, self.score.detail
        points = [count * self.rules.sweep.points for count in score.scope]
        bonus = () if detail is None else detail.dealer_bonus
        values = [str(count) for count in score.scope]
        told = [
            _("%(count)s, of which %(bonus)s by the table as it was dealt")
            % {"count": count, "bonus": scope_count(bonus[side])}
            if bonus and bonus[side]
            else count
            for side, count in enumerate(values)
        ]
        return self.category(_("Scope"), values, points, told=told, reason="")

    def _primiera(self, points: int) -> Category:
        """Give each side's best cards and their sum, or the sevens, sixes and Aces compared."""
        score, detail = self.score, self.score.detail
        values = [_NOTHING if each is None else str(each) for each in score.primiera_values]
        told, reason = values, ""
        if detail is not None:
            told = [_primiera_told(hand) for hand in detail.primiera]
            values = [_primiera_value(hand) for hand in detail.primiera]
            reason = _("a tie") if len(set(values) - {_NOTHING}) else ""
        return self.single(_("Primiera"), values, score.primiera, points, reason, told)

    def single(
        self,
        title: str,
        values: Sequence[str],
        side: int | None,
        points: int,
        reason: str = "",
        told: Sequence[str] | None = None,
    ) -> Category:
        """Make a category that goes to one side, or to nobody."""
        won = [points if index == side else 0 for index in range(len(self.sides))]
        return self.category(title, values, won, reason=reason, told=told)

    def category(
        self,
        title: str,
        values: Sequence[str],
        points: Sequence[int],
        *,
        reason: str,
        told: Sequence[str] | None = None,
    ) -> Category:
        """Make a category; `reason` says why nobody has a point, `told` the values at length."""
        had = "; ".join(
            f"{name}: {value}"
            for name, value in zip(self.sides, told or values, strict=True)
            if value
        )
        won = listed(
            [
                _("%(points)s to %(name)s") % {"points": points_count(each), "name": name}
                for name, each in zip(self.sides, points, strict=True)
                if each
            ]
            or [_("nobody’s") + (f" ({reason})" if reason else "")]
        )
        sentence = f"{title}: {won}." if not had else f"{title}: {had} – {won}."
        return Category(title, tuple(values), tuple(points), sentence)


def _why_nobody(counts: Sequence[int] | None) -> str:
    """Say why nobody has most: a tie, or too few for the rules."""
    if counts is None:
        return ""
    return _("a tie") if list(counts).count(max(counts)) > 1 else _("not over half")


def _primiera_value(hand: PrimieraHand) -> str:
    if hand.counts is not None:
        return "-".join(map(str, hand.counts))
    return _NOTHING if hand.value is None else str(hand.value)


def _primiera_told(hand: PrimieraHand) -> str:
    """Name the best card of each suit and the suits that are missing, and the sum."""
    if hand.counts is not None:
        sevens, sixes, aces = hand.counts
        return _("%(sevens)s sevens, %(sixes)s sixes, %(aces)s aces") % {
            "sevens": sevens,
            "sixes": sixes,
            "aces": aces,
        }
    cards = ", ".join(card_name(card) for card in hand.best if card is not None)
    missing = [suit_name(suit) for suit, card in zip(Suit, hand.best, strict=True) if card is None]
    total = "" if hand.value is None else f" = {hand.value}"
    if not missing:
        return cards + total
    lacking = _("without %(suits)s") % {"suits": listed(missing)}
    return f"{cards}{total}, {lacking}" if cards else lacking
