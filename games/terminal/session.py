"""A person at a table of AIs: tell what happened, show the table, ask, play."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING
from uuid import UUID

from django.utils import timezone
from django.utils.translation import gettext as _

from games import engine, queries, services
from games.errors import MatchCancelled, MatchNotStarted, NotSeated
from games.models import MatchStatus, Move, SeatKind
from games.records import MatchRecord
from games.seat_names import seat_names
from games.telling import move_told, result_told
from games.terminal.account import account_lines
from games.terminal.asking import ask_move
from games.terminal.board import board_lines
from games.terminal.happenings import Happenings, happenings
from games.terminal.screen import LeftTable, Screen
from games.wording import card_name, cards_named, side_names
from scopa_site.errors import DomainError

if TYPE_CHECKING:
    from django.db.models import QuerySet

__all__ = ["AiIsSilent", "LeftTable", "Session"]

_AI_PAUSE, _RETRY, _PATIENCE = 0.8, 0.1, 15.0


class AiIsSilent(Exception):
    """Raised when an AI's move stays out, though it was asked for again and again."""


@dataclass(slots=True)
class Session:
    """One person's sitting at one match; it remembers what it has told already."""

    match_id: UUID
    player_id: int
    screen: Screen
    told_ply: int = -1
    told_deals: int = 0
    opened_deal: int = 0

    def play(self) -> None:
        """Play until the match is over.

        Raises LeftTable when the person leaves, NotSeated, MatchNotStarted, MatchCancelled and
        MatchNotFound where there is nothing to play, AiIsSilent.
        """
        record = self._begin()
        while record.match.status == MatchStatus.ACTIVE:
            self._tell_news(record)
            seat = record.seats[_state(record).turn or 0]
            if seat.player_id == self.player_id:
                self._own_turn(record)
            elif seat.kind == SeatKind.AI:
                self._ai_turn(record)
            else:
                name = self._names(record)[seat.index]
                self.screen.say(_("It is the turn of %(name)s. Come back later.") % {"name": name})
                raise LeftTable
            record = self._read()
        self._tell_news(record)
        self._tell_result(record)

    def _begin(self) -> MatchRecord:
        record = self._read()
        if record.seat_of(self.player_id) is None:
            raise NotSeated
        if record.match.status == MatchStatus.CANCELLED:
            raise MatchCancelled
        if record.state is None:
            raise MatchNotStarted
        self._skip_what_was_seen(record)
        return record

    def _skip_what_was_seen(self, record: MatchRecord) -> None:
        """On taking a match up again, tell only what came after the person's own last move."""
        own = self._moves(after_ply=-1).filter(seat=self._seat(record)).last()
        if own is None:
            return
        self.told_ply = own.ply
        self.told_deals = self.opened_deal = own.deal.number - 1

    # Turns

    def _own_turn(self, record: MatchRecord) -> None:
        view = engine.view(_state(record), self._seat(record))
        move = None
        while move is None:
            self.screen.say(*board_lines(view, self._names(record), self.screen))
            move = ask_move(view, self.screen)
        try:
            services.play_move(
                match_id=self.match_id,
                actor=services.PersonActor(self.player_id),
                ply=view.ply,
                card=move.card,
                capture=move.capture,
                now=timezone.now(),
            )
        except DomainError as error:
            # Somebody with the same seat was quicker elsewhere: say so and look again.
            self.screen.say(error.detail)

    def _ai_turn(self, record: MatchRecord) -> None:
        """Have the AI move here and now; wait if a server has taken the turn already."""
        patience = time.monotonic() + _PATIENCE
        match = record.match
        while not services.run_ai_turn(match_pk=match.pk, ply=match.ply, now=timezone.now()):
            if self._read().match.ply != match.ply:
                return
            if time.monotonic() > patience:
                raise AiIsSilent
            time.sleep(_RETRY)

    # News

    def _tell_news(self, record: MatchRecord) -> None:
        """Tell the moves since the last time, and between them the deals that ended and began."""
        state, names = _state(record), self._names(record)
        happened = happenings(record, names)
        for row in self._moves():
            self._tell_scores(record, before=row.deal.number)
            self._open_deal(record, row.deal.number, row.deal.dealer_seat, happened)
            self.screen.say(_told(row, names, own=row.seat == self._seat(record)))
            self._say_all(happened.after_move.get(row.ply, ()))
            self.told_ply = row.ply
            if record.seats[row.seat].kind == SeatKind.AI:
                self.screen.pause(_AI_PAUSE)
        self._tell_scores(record, before=len(state.deals) + 1)
        if state.outcome is None:
            self._open_deal(record, state.deal_number, state.dealer, happened)

    def _say_all(self, lines: Sequence[str]) -> None:
        for line in lines:
            self.screen.say(line)

    def _tell_scores(self, record: MatchRecord, *, before: int) -> None:
        state = _state(record)
        for score in state.deals[self.told_deals : before - 1]:
            totals = [
                sum(points)
                for points in zip(
                    *(each.points for each in state.deals[: score.number]), strict=True
                )
            ]
            sides = side_names(state.rules, self._names(record))
            self.screen.say("", self.screen.rule())
            self.screen.say(*account_lines(state.rules, score, totals, sides))
            self.screen.say(self.screen.rule())
            self.told_deals = score.number
            self._let_read()

    def _open_deal(
        self, record: MatchRecord, number: int, dealer: int, happened: Happenings
    ) -> None:
        if number <= self.opened_deal:
            return
        name = self._names(record)[dealer]
        self.screen.say(
            "", _("Deal %(number)s; dealer: %(name)s.") % {"number": number, "name": name}
        )
        self._say_all(happened.at_opening.get(number, ()))
        self.opened_deal = number

    def _tell_result(self, record: MatchRecord) -> None:
        state = _state(record)
        outcome = state.outcome
        if outcome is None:
            raise ValueError("the match has no outcome")
        sides = side_names(state.rules, self._names(record))
        if outcome.winner_side == engine.side_of(state.rules, self._seat(record)):
            score = "–".join(map(str, outcome.score))
            told = _("You win! The score: %(score)s.") % {"score": score}
        else:
            told = result_told(outcome, sides) + "."
        self.screen.say("", self.screen.painted(told, 1))

    def _let_read(self) -> None:
        if self.screen.interactive and self.screen.ask(_("Enter to go on: ")).lower() == "q":
            raise LeftTable

    # Reading

    def _read(self) -> MatchRecord:
        return queries.get_match(match_id=self.match_id, viewer_id=self.player_id)

    def _moves(self, *, after_ply: int | None = None) -> "QuerySet[Move]":
        return queries.list_moves(
            match_id=self.match_id,
            viewer_id=self.player_id,
            after_ply=self.told_ply if after_ply is None else after_ply,
        )

    def _seat(self, record: MatchRecord) -> int:
        seat = record.seat_of(self.player_id)
        if seat is None:
            raise NotSeated
        return seat.index

    def _names(self, record: MatchRecord) -> tuple[str, ...]:
        own = self._seat(record)
        return tuple(
            _("You") if seat == own else name for seat, name in enumerate(seat_names(record.seats))
        )


def _state(record: MatchRecord) -> engine.MatchState:
    if record.state is None:
        raise MatchNotStarted
    return record.state


def _played(row: Move) -> engine.PlayedMove:
    card = engine.parse_card(row.card)
    return engine.PlayedMove(row.ply, row.seat, card, row.captured, row.scopa, row.sole)


def _told(row: Move, names: Sequence[str], *, own: bool) -> str:
    if not own:
        return "  " + move_told(_played(row), names)
    words = {"card": card_name(engine.parse_card(row.card))}
    if not row.captured:
        return "  " + _("You laid down the %(card)s.") % words
    words["taken"] = cards_named(row.captured)
    told = _("You played the %(card)s and took: %(taken)s.") % words
    return f"  {told} {_('Scopa!')}" if row.scopa else f"  {told}"
