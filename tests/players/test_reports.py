"""Reports of players: for a reason from a list, one at a time, and never told."""

from uuid import UUID, uuid4

import pytest

from players.errors import NotYourself, PlayerNotFound
from players.leaving_errors import AlreadyReported, InvalidReport
from players.models import FeedEvent, Report, ReportStatus
from players.services import erase, report_player
from scopa_site.idempotency.models import IdempotencyRecord
from tests.players.accounts import NOW, assert_problem, call, signed_up

pytestmark = pytest.mark.django_db

WORDS = "bruno said things"


@pytest.fixture
def anna():
    return signed_up("anna")


@pytest.fixture
def bruno():
    return signed_up("bruno")


def report(one, other, **more):
    return report_player(
        player_id=one.player.pk,
        other_id=other.player.public_id,
        **{"reason": "cheating", "now": NOW, **more},
    )


class TestAReport:
    def test_is_kept_open(self, anna, bruno):
        match = uuid4()
        report(anna, bruno, match=match, text=WORDS)
        kept = Report.objects.get()
        assert (kept.reporter, kept.reported) == (anna.player, bruno.player)
        assert (kept.status, kept.match, kept.text) == (ReportStatus.OPEN, match, WORDS)

    def test_is_refused_while_one_of_the_pair_is_open(self, anna, bruno):
        report(anna, bruno)
        with pytest.raises(AlreadyReported):
            report(anna, bruno, reason="stalling")
        report(bruno, anna)

    def test_can_be_made_again_after_a_decision(self, anna, bruno):
        report(anna, bruno)
        Report.objects.update(status=ReportStatus.DISMISSED, decided_at=NOW)
        report(anna, bruno)
        assert Report.objects.count() == 2

    def test_is_not_about_oneself_nor_about_nobody(self, anna):
        with pytest.raises(NotYourself):
            report(anna, anna)
        with pytest.raises(PlayerNotFound):
            report_player(player_id=anna.player.pk, other_id=uuid4(), reason="other", now=NOW)

    def test_is_not_about_somebody_who_was_erased(self, anna, bruno):
        erase(player_id=bruno.player.pk, now=NOW)
        with pytest.raises(PlayerNotFound):
            report(anna, bruno)

    def test_has_at_most_a_thousand_characters(self, anna, bruno):
        with pytest.raises(InvalidReport):
            report(anna, bruno, text="x" * 1001)
        assert report(anna, bruno, text="x" * 1000)

    def test_is_told_to_nobody(self, anna, bruno):
        report(anna, bruno, text=WORDS)
        assert not FeedEvent.objects.exists()


class TestOverHttp:
    def send(self, client, one, other, body=None, **headers):
        path = f"/players/{other.player.public_id}/reports"
        return call(client, "POST", path, body or {"reason": "stalling"}, one.token, **headers)

    def test_answers_with_the_report_and_without_its_words(self, client, anna, bruno):
        body = {"reason": "abusive_message", "match": str(uuid4()), "text": WORDS}
        made = self.send(client, anna, bruno, body, idempotency_key="one")
        assert made.status_code == 201
        assert made.json()["player"]["username"] == "bruno"
        assert made.json()["match"] == body["match"]
        assert WORDS not in made.content.decode()
        kept = IdempotencyRecord.objects.get().reply
        assert WORDS not in kept
        assert "bruno" not in kept

    def test_lists_ones_own_and_no_other(self, client, anna, bruno):
        made = self.send(client, anna, bruno).json()
        assert call(client, "GET", "/me/reports", token=anna.token).json()["items"] == [made]
        assert call(client, "GET", "/me/reports", token=bruno.token).json()["items"] == []

    def test_refuses_a_reason_that_is_not_in_the_list(self, client, anna, bruno):
        for body in ({"reason": "ugly"}, {"text": "no reason"}):
            refused = self.send(client, anna, bruno, body)
            assert_problem(refused, 400, "invalid_request")

    def test_refuses_a_second_one(self, client, anna, bruno):
        self.send(client, anna, bruno)
        assert_problem(self.send(client, anna, bruno), 409, "already_reported")

    def test_names_its_reasons_at_meta(self, client):
        lists = {
            each["name"]: each["items"] for each in client.get("/api/v1/meta").json()["reasons"]
        }
        assert {item["code"] for item in lists["report"]} == {
            *("offensive_name", "abusive_message", "cheating", "stalling", "other")
        }

    @pytest.mark.parametrize("player_id", ["x", str(UUID(int=7))])
    def test_of_nobody_is_refused(self, client, anna, player_id):
        body = {"reason": "other"}
        refused = call(client, "POST", f"/players/{player_id}/reports", body, anna.token)
        assert_problem(refused, 404, "player_not_found")
