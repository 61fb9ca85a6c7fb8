"""A token that moves to somebody else between the decision and the sending."""

import pytest
from django.db import connection

from players.models import Token
from players.notifications import registry
from players.notifications.models import Device
from players.notifications.services.devices import NewDevice, register_device
from tests.notifications.posting import (
    NOON,
    Post,
    delivered,
    kind,
    new_player,
    standing,
    tell,
)

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _known():
    registry.register_type(kind("news"))
    yield
    registry.unregister_type("news")


class Moving:
    """Does something once, as the devices are looked at after the decision was committed."""

    def __init__(self, deed):
        self.deed = deed

    def __call__(self, execute, sql, params, many, context):
        looks = "notifications_device" in sql and not connection.in_atomic_block
        if looks and self.deed is not None:
            deed, self.deed = self.deed, None
            deed()
        return execute(sql, params, many, context)


def registered(player, installation="phone", token="token"):
    device = NewDevice(installation, "fcm", token=token)
    session = Token.objects.filter(player=player).latest("pk").public_id
    return register_device(player_id=player.pk, session=session, device=device, now=NOON)


def told_while(deed):
    """Tell Anna something on a telephone and a tablet; do the deed before it is sent."""
    anna, post = new_player(), Post()
    registered(anna)
    registered(anna, "tablet", "other")
    row = tell(anna, "news")
    with connection.execute_wrapper(Moving(lambda: deed(anna))):
        delivered(post)
    return row, post


def test_gets_nothing_that_was_meant_for_its_former_owner():
    bruno = new_player()
    row, post = told_while(lambda _anna: registered(bruno))
    assert post.tokens == ["other"]
    assert standing(row) == ("sent", "")
    assert Device.objects.get(installation_id="phone").player_id == bruno.pk


def test_is_replaced_by_the_new_one_of_the_same_installation():
    row, post = told_while(
        lambda anna: Device.objects.filter(player=anna, installation_id="phone").update(
            token_digest="0" * 64
        )
    )
    assert post.tokens[0] == "other"
    delivered(post, now=NOON.replace(minute=1))
    assert post.tokens == ["other", "token"]
    assert standing(row) == ("sent", "")
