"""Draw a match: score and piles, the table, the last move, the seats, the stock."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.decks.svg import element, group, label, plain
from games.engine import Card, DealView, PileView, PlayedMove, PlayerView, side_of
from games.pictures.cards import CARD_HEIGHT, draw_back, draw_card
from games.pictures.layout import GAP, MARGIN, WIDTH, Part, fan, fitted, rows_of_cards, stacked
from games.pictures.spoken import describe, entitle
from games.telling import state_told
from games.wording import cards_count, preset_name, scope_count

__all__ = ["Hidden", "draw_match"]

_INNER = WIDTH - 2 * MARGIN
_FELT, _PANEL, _LIGHT, _DIM, _GOLD = "#1d5c43", "#174a36", "#f7f3e8", "#bcd3c6", "#ffd166"
_SCOPE_DRAWN = 4
_FONT = "Inter, system-ui, sans-serif"


@dataclass(frozen=True, slots=True)
class Hidden:
    """What nobody at the table sees whole: the hands by seat, and the stock, next card first."""

    hands: tuple[tuple[Card, ...], ...]
    stock: tuple[Card, ...]


def draw_match(view: PlayerView, names: Sequence[str], hidden: Hidden | None = None) -> str:
    """Draw what `view` shows as one SVG element with a title and a description.

    `names` are by seat. Hidden cards appear only if they are given.
    """
    body = stacked(_parts(view, names, hidden))
    height = body.height + 2 * MARGIN
    title = entitle(view, names)
    return element(
        "svg",
        element("title", plain(title)),
        element("rect", width=WIDTH, height=f"{height:g}", rx=12, fill=_FELT),
        group(body.markup, x=MARGIN, y=MARGIN),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {WIDTH} {height:g}",
        role="img",
        aria_label=f"{title}. {describe(view, names)}",
        class_="scopa-picture",
        fill=_LIGHT,
        font_family=_FONT,
    )


def _parts(view: PlayerView, names: Sequence[str], hidden: Hidden | None) -> Iterator[Part]:
    yield _heading(view, names)
    deal = view.deal
    piles = deal.piles if deal is not None else ()
    yield _score(view, names, piles)
    if deal is None:
        return
    yield _table(deal)
    if deal.last_move is not None:
        yield _last_move(deal.last_move, names)
    yield _seats(view, deal, names, hidden)
    yield _stock(deal, hidden)


def _heading(view: PlayerView, names: Sequence[str]) -> Part:
    lines = label(preset_name(view.rules.slug), x=0, y=14, size=15, font_weight=700)
    if view.deal is not None:
        number = _("Deal %(number)s") % {"number": view.deal.number}
        lines += label(number, x=_INNER, y=14, size=13, text_anchor="end", fill=_DIM)
    told = fitted(state_told(view, names), width=_INNER, size=13)
    return Part(lines + label(told, x=0, y=33, size=13, fill=_GOLD), 36)


def _score(view: PlayerView, names: Sequence[str], piles: Sequence[PileView]) -> Part:
    sides = len(view.scores)
    width = (_INNER - (sides - 1) * GAP) / sides
    members = [
        [name for seat, name in enumerate(names) if side_of(view.rules, seat) == side]
        for side in range(sides)
    ]
    lines = max(map(len, members))
    boxes = []
    for side, points in enumerate(view.scores):
        pile = next((pile for pile in piles if pile.side == side), None)
        box = _score_box(members[side], points, pile, width=width, lines=lines)
        boxes.append(group(box, x=side * (width + GAP)))
    return Part("".join(boxes), _box_height(lines))


def _box_height(lines: int) -> float:
    return 44 + 16 * lines


def _score_box(
    members: Sequence[str], points: int, pile: PileView | None, *, width: float, lines: int
) -> str:
    height = _box_height(lines)
    drawn = _panel(width, height)
    for line, name in enumerate(members):
        drawn += label(fitted(name, width=width - 12, size=12.5), x=8, y=19 + 16 * line, size=12.5)
    drawn += label(
        str(points), x=width - 8, y=height - 12, size=24, font_weight=700, text_anchor="end"
    )
    return drawn + ("" if pile is None else group(_pile(pile), x=8, y=height - 34))


def _pile(pile: PileView) -> str:
    """Draw a pile face down; every scopa lies across it, as at a real table."""
    drawn = draw_back(scale=0.32) if pile.count else ""
    across = [
        group(draw_back(scale=0.24), x=18, y=1 + 4 * i, turn=90)
        for i in range(min(pile.scope, _SCOPE_DRAWN))
    ]
    colour = _GOLD if pile.scope else _DIM
    words = label(cards_count(pile.count), x=23, y=10, size=11)
    return (
        drawn
        + "".join(across)
        + words
        + label(scope_count(pile.scope), x=23, y=24, size=11, fill=colour)
    )


def _table(deal: DealView) -> Part:
    inner = _INNER - 2 * GAP
    cards = rows_of_cards(deal.table, width=inner, per_row=6)
    height = cards.height + 34
    drawn = _panel(_INNER, height) + _caption(pgettext("place", "Table"), x=GAP)
    drawn += group(cards.markup, x=GAP, y=24)
    if not deal.table:
        drawn += label(
            _("The table is empty."), x=_INNER / 2, y=height / 2 + 8, size=13, text_anchor="middle"
        )
    return Part(drawn, height)


def _last_move(move: PlayedMove, names: Sequence[str]) -> Part:
    scale, left = 0.62, 96.0
    drawn = _panel(_INNER, 84) + _caption(
        _("Last move: %(name)s") % {"name": fitted(names[move.seat], width=150, size=11.5)}, x=GAP
    )
    drawn += draw_card(move.card, x=GAP, y=26, scale=scale)
    if move.capture:
        drawn += label(_("takes"), x=69, y=54, size=11.5, text_anchor="middle", fill=_DIM)
        taken = fan(len(move.capture), width=_INNER - left - GAP, scale=scale, cards=move.capture)
        drawn += group(taken.markup, x=left, y=26)
    else:
        drawn += label(_("laid down"), x=52, y=54, size=11.5, fill=_DIM)
    if move.scopa:
        drawn += label(
            _("Scopa!"),
            x=_INNER - GAP,
            y=17,
            size=14,
            font_weight=700,
            text_anchor="end",
            fill=_GOLD,
        )
    return Part(drawn, 84)


def _seats(view: PlayerView, deal: DealView, names: Sequence[str], hidden: Hidden | None) -> Part:
    rows = []
    for seat, name in enumerate(names):
        heading = _seat_heading(name, on_turn=seat == view.turn, deals=seat == deal.dealer)
        if hidden is None:
            backs = fan(deal.hand_counts[seat], width=130, scale=0.36)
            count = label(
                str(deal.hand_counts[seat]), x=_INNER, y=20, size=13, text_anchor="end", fill=_DIM
            )
            rows.append(Part(heading + group(backs.markup, x=_INNER - 154) + count, 29))
        else:
            hand = hidden.hands[seat]
            cards = fan(len(hand), width=_INNER, scale=0.6, cards=hand)
            rows.append(Part(heading + group(cards.markup, y=30), 80 if hand else 29))
    return stacked(rows, gap=6)


def _seat_heading(name: str, *, on_turn: bool, deals: bool) -> str:
    drawn = element("path", d="M0 9 9 14.5 0 20Z", fill=_GOLD) if on_turn else ""
    drawn += label(
        fitted(name, width=120, size=13), x=14, y=12 if deals else 20, size=13, font_weight=600
    )
    return drawn + (label(_("dealer"), x=14, y=26, size=11, fill=_DIM) if deals else "")


def _stock(deal: DealView, hidden: Hidden | None) -> Part:
    caption = _caption(_("Stock: %(cards)s") % {"cards": cards_count(deal.stock_count)}, x=0)
    if hidden is None:
        backs = fan(min(deal.stock_count, 12), width=90, scale=0.36)
        return Part(group(caption, y=4) + group(backs.markup, x=_INNER - 154), CARD_HEIGHT * 0.36)
    if not hidden.stock:
        return Part(caption, 20)
    cards = rows_of_cards(hidden.stock, width=_INNER, per_row=10, centred=False)
    return Part(caption + group(cards.markup, y=24), cards.height + 24)


def _panel(width: float, height: float) -> str:
    return element("rect", width=f"{width:g}", height=f"{height:g}", rx=8, fill=_PANEL)


def _caption(text: str, *, x: float) -> str:
    return label(text, x=x, y=16, size=11.5, fill=_DIM)
