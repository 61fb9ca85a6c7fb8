"""One request sent many times at once under one Idempotency-Key, as an app does that retries."""

from collections import Counter
from functools import partial

import pytest
from django.db import connection

from games.models import Match
from scopa_site.models import IdempotencyRecord
from scopa_site.transactions import one_transaction
from tests.concurrency.crowd import all_at_once
from tests.concurrency.tables import client_of, guest

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]

CROWD = 50
PATH = "/api/v1/matches"
BODY = {"preset": "scopa_classica", "seats": [{"type": "me"}, {"type": "ai", "level": "random"}]}


@pytest.fixture(autouse=True)
def _no_limit(settings):
    settings.SCOPA_LIMITS = {**settings.SCOPA_LIMITS, "create_match_per_player": (10_000, 60)}


def posts(person, keys):
    client = client_of(person)
    return [
        partial(client.post, PATH, BODY, content_type="application/json", headers=headers)
        for headers in ({} if key is None else {"Idempotency-Key": key} for key in keys)
    ]


def statuses(answers):
    return Counter(getattr(answer, "status_code", answer) for answer in answers)


class TestFiftyEqualPosts:
    """POST /matches, which makes a match each time."""

    @pytest.mark.parametrize("crowd", range(3))
    def test_under_one_key_have_one_effect_and_fifty_equal_bodies(self, crowd):
        answers = all_at_once(posts(guest(), ["the-key"] * CROWD))
        assert statuses(answers) == {201: CROWD}
        assert len({answer.content for answer in answers}) == 1
        replayed = [answer for answer in answers if "Idempotency-Replayed" in answer]
        assert len(replayed) == CROWD - 1
        assert Match.objects.count() == 1
        assert IdempotencyRecord.objects.count() == 1

    def test_without_a_key_have_fifty_effects(self):
        """The control: nothing else holds them back."""
        answers = all_at_once(posts(guest(), [None] * CROWD))
        assert statuses(answers) == {201: CROWD}
        assert Match.objects.count() == CROWD

    def test_under_keys_of_their_own_have_fifty_effects(self):
        answers = all_at_once(posts(guest(), [f"key-{number}" for number in range(CROWD)]))
        assert statuses(answers) == {201: CROWD}
        assert Match.objects.count() == CROWD

    def test_without_the_constraint_have_more_than_one(self):
        """The control: it is the unique key that they wait for."""
        table, name = IdempotencyRecord._meta.db_table, "one_reply_per_key"
        with connection.cursor() as cursor:
            cursor.execute(f"ALTER TABLE {table} DROP CONSTRAINT {name}")
        try:
            all_at_once(posts(guest(), ["the-key"] * CROWD))
            made = Match.objects.count()
        finally:
            IdempotencyRecord.objects.all().delete()
            with connection.cursor() as cursor:
                cursor.execute(f"ALTER TABLE {table} ADD CONSTRAINT {name} UNIQUE (owner_id, key)")
        assert made > 1


class TestATwinThatTakesLong:
    def test_is_told_to_ask_again_soon(self):
        person = guest()
        with one_transaction():
            IdempotencyRecord.objects.create(
                owner_id=person.player.pk, key="k", created_at=person.player.date_joined
            )
            (answer,) = all_at_once(posts(person, ["k"]))
        assert answer.status_code == 409
        assert answer.json()["code"] == "request_in_progress"
        assert answer["Retry-After"] == "1"
        assert Match.objects.count() == 0
