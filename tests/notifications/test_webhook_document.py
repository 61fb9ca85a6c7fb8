"""What the document of the API says of webhooks is what is sent."""

import json
from datetime import UTC, datetime
from uuid import uuid4

import jsonschema
import pytest

from players.notifications.channels.letter import Letter
from players.notifications.channels.webhook import payload_of
from scopa_site.api.schema import openapi_document

LETTER = Letter(
    id=uuid4(), type="your_turn", title="Tocca a te", body="contro Bea", language="it",
    created_at=datetime(2026, 3, 2, 12, tzinfo=UTC), link="scopa://match/7",
    match=str(uuid4()), data={"ply": 4, "deadline_at": None},
)  # fmt: skip


@pytest.fixture(scope="module")
def schema():
    document = openapi_document()
    content = document["webhooks"]["notification"]["post"]["requestBody"]["content"]
    return {**content["application/json"]["schema"], "components": document["components"]}


def test_it_describes_a_message(schema):
    jsonschema.validate(json.loads(json.dumps(payload_of(LETTER))), schema)


@pytest.mark.parametrize("member", ["type", "timestamp", "data"])
def test_it_needs_every_member(schema, member):
    message = payload_of(LETTER)
    del message[member]
    with pytest.raises(jsonschema.ValidationError, match=member):
        jsonschema.validate(message, schema)


def test_it_names_every_member_that_there_is(schema):
    described = schema["components"]["schemas"]
    message = payload_of(LETTER)
    assert set(message) == set(described["WebhookMessage"]["properties"])
    assert set(message["data"]) == set(described["WebhookNotification"]["properties"])
