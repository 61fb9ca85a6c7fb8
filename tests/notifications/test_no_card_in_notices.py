"""No notice tells a card: not what is kept of it, and not what is read, in either language."""

import json
from random import Random

import pytest
from django.db import transaction

from games import engine, services
from games.notices.catalogue import TYPES
from games.services import news
from players.notifications.models import Notification
from players.notifications.queries.wording import words_of
from tests.api.card_search import cards_in_text
from tests.games.clocked import LATE, clocked, play_at, swept
from tests.games.tables import NOW, offered, people
from tests.notifications.told import ROME

pytestmark = pytest.mark.django_db

PRESETS = (
    *("scopa_classica", "cirulla", "asso_piglia_tutto", "scopa_in_tre", "scopone_scientifico"),
)
# All that a notice may hold. Nothing here says what lies on the table or in a hand.
KEPT = {
    *("version", "ply", "deadline_at", "rung", "last", "seat", "rematch", "reason", "player"),
    *("because", "winner_side", "termination", "policy", "status", "seconds"),
}


def told():
    """Return all that is kept of notices, and all that is read of them."""
    rows = list(Notification.objects.select_related("player").order_by("pk"))
    read = [words_of(rows, language=each, zone=ROME, now=NOW) for each in ("it", "en")]
    words = [f"{line.title}\n{line.body}\n{line.link}" for lines in read for line in lines.values()]
    kept = [json.dumps([row.dedupe_key, row.type, row.data]) for row in rows]
    assert len(words) == 2 * len(rows) > 0
    return "\n".join([*words, *kept])


def remind(record):
    match = record.match
    data = {
        "version": match.version,
        "ply": match.ply,
        "rung": "half",
        "deadline_at": news.moment(match.deadline_at),
        "last": False,
    }
    with transaction.atomic():
        news.tell(record, "match.reminder", data, now=NOW, to=[record.seats[match.turn_seat]])


@pytest.mark.parametrize("preset", PRESETS)
def test_a_whole_match_tells_no_card_to_anybody(preset):
    dice = Random(preset)
    seated = people(engine.PRESETS[preset].rules.table.players)
    record = clocked(seated, preset=preset)
    while record.match.status == "active":
        if record.match.ply % 7 == 0:
            remind(record)
        if record.match.ply == 21:
            assert cards_in_text(told()) == set()
        record = play_at(record, NOW, dice.choice(engine.legal_moves(record.match.state)))
    assert cards_in_text(told()) == set()
    kinds = set(Notification.objects.values_list("type", flat=True))
    assert kinds >= {"invitation", "accepted", "your_turn", "reminder", "match_over"}
    assert {name for row in Notification.objects.all() for name in row.data} <= KEPT


@pytest.mark.parametrize("policy", ["forfeit", "claim", "ai"])
def test_what_happens_beside_the_cards_tells_none(policy):
    seated = people(2)
    record = play_at(clocked(seated, on_timeout=policy), NOW)
    match_id = record.match.public_id
    services.ask_pause(match_id=match_id, player_id=seated[1].pk, seconds=3600, now=NOW)
    swept(record, LATE)
    refused = offered(seated)
    services.decline_match(
        match_id=refused.match.public_id, player_id=seated[1].pk, reason="not_now", now=NOW
    )
    assert cards_in_text(told()) == set()
    assert {name for row in Notification.objects.all() for name in row.data} <= KEPT


@pytest.mark.parametrize("card", ["7D", "10B"])
def test_a_card_that_is_kept_is_found(card):
    seated = people(2)
    clocked(seated)
    Notification.objects.filter(type="your_turn").update(data={"ply": 0, "card": card})
    assert cards_in_text(told()) == {card}


def test_every_type_of_a_match_names_what_it_keeps():
    """Whatever an event holds: its type keeps only what it names."""
    seated = people(2)
    record = clocked(seated)
    plays = [{"ply": 0, "seat": 1, "card": "7D", "capture": ["3C"]}]
    data = {
        **dict.fromkeys(KEPT),
        "ply": 0,
        "seat": 0,
        "seconds": 60,
        "because": "",
        "policy": "ai",
        "plays": plays,
        "rung": "half",
        "rematch": str(record.match.public_id),
        "status": "ai_substitute",
        "version": 1,
    }
    with transaction.atomic():
        for kind in TYPES:
            if kind.event.startswith("match."):
                news.tell(record, kind.event, data, now=NOW)
    assert (
        cards_in_text(json.dumps(list(Notification.objects.values_list("data", flat=True))))
        == set()
    )
