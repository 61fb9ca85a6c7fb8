"""One match of which somebody wants to hear nothing outside the inbox."""

import pytest

from players.notifications.models import MutedSubject
from tests.api.callers import GREEDY, ME, OPEN, good, guests, invited, refused
from tests.notifications.told import notices

pytestmark = pytest.mark.django_db


@pytest.fixture
def seated():
    return guests(2)


@pytest.fixture
def match_id(seated):
    one, other = seated
    view = one.create(seats=[ME, invited(other)])
    other.join(view["id"])
    return view["id"]


def muted():
    return [str(subject) for subject in MutedSubject.objects.values_list("subject", flat=True)]


class TestAMute:
    def test_is_for_one_match_and_one_player_and_can_be_given_twice(self, seated, match_id):
        for _time in range(2):
            assert seated[0].send("PUT", f"/matches/{match_id}/mute").status_code == 204
        assert muted() == [match_id]
        assert str(MutedSubject.objects.get().player.public_id) == seated[0].id

    def test_is_taken_back_also_where_there_is_none(self, seated, match_id):
        seated[0].send("PUT", f"/matches/{match_id}/mute")
        for _time in range(2):
            assert seated[0].send("DELETE", f"/matches/{match_id}/mute").status_code == 204
        assert muted() == []

    def test_stays_when_the_match_is_over(self, seated, match_id):
        good(seated[0].post(f"/matches/{match_id}/resign", {}))
        assert seated[1].send("PUT", f"/matches/{match_id}/mute").status_code == 204
        assert muted() == [match_id]

    def test_leaves_the_inbox_as_it_is(self, seated, match_id):
        seated[1].send("PUT", f"/matches/{match_id}/mute")
        good(seated[0].post(f"/matches/{match_id}/resign", {}))
        player = MutedSubject.objects.get().player
        assert notices(player, "match_over")

    @pytest.mark.parametrize("verb", ["PUT", "DELETE"])
    def test_is_for_those_who_sit_there(self, verb):
        one, other = guests(2)
        private = one.create(seats=[ME, GREEDY])["id"]
        refused(other.send(verb, f"/matches/{private}/mute"), 404, "match_not_found")
        offered = one.create(seats=[ME, OPEN])["id"]
        refused(other.send(verb, f"/matches/{offered}/mute"), 422, "not_seated")
        assert muted() == []
