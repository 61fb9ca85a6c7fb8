"""The rules of Scopa: pure, deterministic, without clock, chance or input and output.

States are frozen. A deck or a move goes in, a new state and the events come out:

>>> from games import engine
>>> state = engine.new_match(engine.resolve("scopa_classica"), first_dealer=1)
>>> state = engine.start_deal(state, engine.DECK).state
>>> [str(card) for card in engine.view(state, 0).deal.hand]
['1D', '1C', '1S']
>>> step = engine.apply(state, 0, engine.Move(engine.parse_card("1D")))
>>> step.state.ply, step.state.turn
(1, 1)

The rules that the code cites (R1.1 and so on) are in docs/rules.md.
"""

from typing import Final

from .captures import capture_options
from .cards import (
    ALL_CARDS,
    DECK,
    RANKS,
    SETTEBELLO,
    Card,
    Suit,
    cards_in,
    mask_of,
    parse_card,
)
from .codec import STATE_SCHEMA, encode, encode_detail
from .errors import (
    AceMayNotOpen,
    AmbiguousCapture,
    CaptureNotOnTable,
    CaptureRequired,
    CaptureSumMismatch,
    CaptureTooFew,
    CaptureTooMany,
    CardNotInHand,
    CardUnreadable,
    DealNotDue,
    DeckInvalid,
    DuplicateCaptureCard,
    EngineError,
    EqualCardFirst,
    FewestCardsFirst,
    FirstDealerFixed,
    LogUnreadable,
    MatchOver,
    MoveUnreadable,
    NoDeal,
    NoSuchSeat,
    NotYourTurn,
    RuleError,
    RuleSetInvalid,
    RuleSetProblem,
    StateUnreadable,
    TooManyTableCards,
    UnknownPreset,
)
from .events import (
    CardPlayed,
    DealerBonus,
    DealScored,
    DealStarted,
    DealVoided,
    Event,
    HandDeclared,
    HandsDealt,
    LeftoversTaken,
    MatchEnded,
)
from .notation import (
    GameRecord,
    RecordedDeal,
    RecordedHand,
    RecordedMove,
    RecordUnreadable,
    read_move,
    write_move,
)
from .notation_check import CheckedStep, RecordDifference, check_record, first_difference
from .notation_json import decode_record, encode_record
from .notation_log import record_match, without_packs
from .notation_reader import read_record
from .notation_text import write_record
from .play import Step, apply, legal_moves, new_match, resign, start_deal
from .presets import PRESETS, Preset, resolve
from .primiera import primiera_value
from .reader import decode
from .replay import DeckEntry, LogEntry, PlayEntry, ResignEntry, replay, replay_steps
from .ruleset import RULESET_SCHEMA, RuleSet, encode_rules, side_count, side_of
from .scoring import score_deal
from .state import (
    TERMINATIONS,
    DealDetail,
    DealScore,
    DealState,
    Declaration,
    MatchState,
    Move,
    Outcome,
    PlayedMove,
    PrimieraHand,
    VoidDeal,
)
from .validation import decode_rules
from .view import DealView, DeclaredHand, PileView, PlayerView, view

ENGINE_VERSION: Final = "2"

__all__ = [
    "ALL_CARDS",
    "DECK",
    "ENGINE_VERSION",
    "PRESETS",
    "RANKS",
    "RULESET_SCHEMA",
    "SETTEBELLO",
    "STATE_SCHEMA",
    "TERMINATIONS",
    "AceMayNotOpen",
    "AmbiguousCapture",
    "CaptureNotOnTable",
    "CaptureRequired",
    "CaptureSumMismatch",
    "CaptureTooFew",
    "CaptureTooMany",
    "Card",
    "CardNotInHand",
    "CardPlayed",
    "CardUnreadable",
    "CheckedStep",
    "DealDetail",
    "DealNotDue",
    "DealScore",
    "DealScored",
    "DealStarted",
    "DealState",
    "DealView",
    "DealVoided",
    "DealerBonus",
    "DeckEntry",
    "DeckInvalid",
    "Declaration",
    "DeclaredHand",
    "DuplicateCaptureCard",
    "EngineError",
    "EqualCardFirst",
    "Event",
    "FewestCardsFirst",
    "FirstDealerFixed",
    "GameRecord",
    "HandDeclared",
    "HandsDealt",
    "LeftoversTaken",
    "LogEntry",
    "LogUnreadable",
    "MatchEnded",
    "MatchOver",
    "MatchState",
    "Move",
    "MoveUnreadable",
    "NoDeal",
    "NoSuchSeat",
    "NotYourTurn",
    "Outcome",
    "PileView",
    "PlayEntry",
    "PlayedMove",
    "PlayerView",
    "Preset",
    "PrimieraHand",
    "RecordDifference",
    "RecordUnreadable",
    "RecordedDeal",
    "RecordedHand",
    "RecordedMove",
    "ResignEntry",
    "RuleError",
    "RuleSet",
    "RuleSetInvalid",
    "RuleSetProblem",
    "StateUnreadable",
    "Step",
    "Suit",
    "TooManyTableCards",
    "UnknownPreset",
    "VoidDeal",
    "apply",
    "capture_options",
    "cards_in",
    "check_record",
    "decode",
    "decode_record",
    "decode_rules",
    "encode",
    "encode_detail",
    "encode_record",
    "encode_rules",
    "first_difference",
    "legal_moves",
    "mask_of",
    "new_match",
    "parse_card",
    "primiera_value",
    "read_move",
    "read_record",
    "record_match",
    "replay",
    "replay_steps",
    "resign",
    "resolve",
    "score_deal",
    "side_count",
    "side_of",
    "start_deal",
    "view",
    "without_packs",
    "write_move",
    "write_record",
]
