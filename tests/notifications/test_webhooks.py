"""Webhooks: made, changed, tried and listed by whose they are, over HTTP."""

import base64
from datetime import timedelta
from uuid import uuid4

import pytest

from players.notifications.models import Delivery, Notification, Target, TargetStatus, Webhook
from players.notifications.queries.wording import words_of
from players.notifications.sealed import opened
from players.notifications.services import webhooks
from scopa_site import time
from tests.players.accounts import assert_problem, call, faults, signed_up

pytestmark = pytest.mark.django_db
URL = "https://bot.example/scopa"


@pytest.fixture
def anna():
    return signed_up("anna")


@pytest.fixture
def bruno():
    return signed_up("bruno")


@pytest.fixture
def ask(client, anna):
    """Call as Anna, or as whoever is named."""

    def ask(method, path="", body=None, *, by=anna, **headers):
        return call(client, method, f"/me/webhooks{path}", body, token=by.token, **headers)

    return ask


@pytest.fixture
def made(ask):
    response = ask("POST", body={"url": URL, "name": "bot", "types": ["test"]})
    assert response.status_code == 201
    return response.json()


@pytest.fixture
def row(made):
    return Webhook.objects.get(public_id=made["id"])


def delivered(webhook, status=TargetStatus.SENT, **fields):
    """Have had something sent to a webhook."""
    now = time.now()
    told = Notification.objects.create(
        player=webhook.player, type="test", dedupe_key=uuid4().hex, created_at=now
    )
    ended = {"status": "sent", "done_at": now} if status != TargetStatus.OPEN else {}
    delivery = Delivery.objects.create(
        notification=told, player=webhook.player, channel="webhook", created_at=now, **ended
    )
    return Target.objects.create(
        delivery=delivery, webhook=webhook, provider="webhook", status=status, **fields
    )


class TestAWebhook:
    def test_is_made_with_a_secret_that_is_shown_once(self, ask, made, row):
        secret = made.pop("secret")
        assert made | {"created_at": None, "id": None} == {
            "id": None,
            "url": URL,
            "name": "bot",
            "types": ["test"],
            "enabled": True,
            "disabled_because": None,
            "failing_since": None,
            "old_secret_until": None,
            "created_at": None,
        }
        assert len(base64.b64decode(secret.removeprefix("whsec_"), validate=True)) == 32
        assert secret not in row.secret_sealed
        assert opened(row.secret_sealed) == secret
        for answer in (ask("GET"), ask("GET", f"/{made['id']}")):
            assert "secret" not in answer.json()
            assert secret not in answer.content.decode()

    def test_is_told_of_everything_unless_it_says_of_what(self, ask):
        assert ask("POST", body={"url": URL}).json()["types"] == []

    def test_is_made_once_for_each_key(self, ask):
        answers = [
            ask("POST", body={"url": URL}, idempotency_key="one-and-the-same") for _ in range(2)
        ]
        assert answers[0].json() == answers[1].json()
        assert Webhook.objects.count() == 1

    def test_is_one_of_five(self, ask, bruno):
        for _ in range(webhooks.MAX_WEBHOOKS):
            assert ask("POST", body={"url": URL}).status_code == 201
        problem = assert_problem(ask("POST", body={"url": URL}), 409, "too_many_webhooks")
        assert problem["limit"] == 5
        assert ask("POST", body={"url": URL}, by=bruno).status_code == 201
        assert len(ask("GET").json()["items"]) == 5

    @pytest.mark.parametrize(
        ("url", "why"),
        [
            ("http://bot.example/", "not_https"),
            ("bot.example", "invalid_url"),
            ("https://bot.example/" + "a" * 2000, "invalid_url"),
            ("https://a:b@bot.example/", "credentials"),
            ("https://bot.example:25/", "port_not_allowed"),
            ("https://10.0.0.1/", "not_public"),
            ("https://localhost/", "not_public"),
        ],
    )
    def test_is_told_what_is_wrong_with_its_address(self, ask, url, why):
        problem = assert_problem(ask("POST", body={"url": url}), 422, "webhook_refused")
        assert faults(problem) == {("/url", why)}

    @pytest.mark.parametrize(
        "url",
        ["http://bot.example/", "https://127.0.0.1/", "https://localhost/", "https://a:b@c.example/",
         "https://[::1]/", "https://2130706433/", "https://bot.example:25/", "", "bot.example",
         "https://" + "a" * 2000 + ".example/"],
    )  # fmt: skip
    def test_has_no_address_that_is_not_called(self, ask, made, url):
        assert_problem(ask("POST", body={"url": url}), 422, "webhook_refused")
        assert_problem(ask("PATCH", f"/{made['id']}", {"url": url}), 422, "webhook_refused")
        assert Webhook.objects.get().url == URL

    def test_has_a_name_and_types_that_there_are(self, ask):
        body = {"url": URL, "name": "x" * 61, "types": ["test", "nonsense", "digest"]}
        problem = assert_problem(ask("POST", body=body), 422, "invalid_webhook")
        assert faults(problem) == {
            ("/name", "name_too_long"),
            ("/types/1", "unknown_type"),
            ("/types/2", "unknown_type"),
        }
        assert "test" in problem["errors"][1]["allowed"]
        body = {"url": URL, "name": "two\nlines"}
        problem = assert_problem(ask("POST", body=body), 422, "invalid_webhook")
        assert faults(problem) == {("/name", "control_character")}

    def test_changes_in_what_is_named(self, ask, made):
        answer = ask("PATCH", f"/{made['id']}", {"name": "", "types": []})
        assert (answer.json()["name"], answer.json()["types"]) == ("", [])
        assert answer.json()["url"] == URL
        assert ask("GET", f"/{made['id']}").json() == answer.json()

    def test_that_was_turned_off_by_itself_begins_anew(self, ask, made, row):
        Webhook.objects.update(
            is_enabled=False, disabled_because="failing", failing_since=time.now()
        )
        shown = ask("GET", f"/{made['id']}").json()
        assert (shown["enabled"], shown["disabled_because"]) == (False, "failing")
        shown = ask("PATCH", f"/{made['id']}", {"enabled": True}).json()
        assert (shown["enabled"], shown["disabled_because"]) == (True, None)
        assert shown["failing_since"] is None

    def test_with_another_address_does_not_fail_any_more(self, ask, made):
        Webhook.objects.update(failing_since=time.now())
        shown = ask("PATCH", f"/{made['id']}", {"name": "still"}).json()
        assert shown["failing_since"] is not None
        shown = ask("PATCH", f"/{made['id']}", {"url": "https://other.example/"}).json()
        assert shown["failing_since"] is None

    def test_is_forgotten_with_what_it_was_sent(self, ask, made, row):
        delivered(row)
        assert ask("DELETE", f"/{made['id']}").status_code == 204
        assert not Webhook.objects.exists()
        assert not Target.objects.exists()
        assert_problem(ask("DELETE", f"/{made['id']}"), 404, "webhook_not_found")


class TestSomebodyElses:
    def test_does_not_exist(self, ask, made, bruno):
        for method, path, body in [
            ("GET", "", None),
            ("PATCH", "", {"enabled": False}),
            ("DELETE", "", None),
            ("POST", "/secret", None),
            ("POST", "/test", None),
            ("GET", "/deliveries", None),
            ("POST", f"/deliveries/{uuid4()}/again", None),
        ]:
            answers = [
                ask(method, f"/{key}{path}", body, by=bruno) for key in (made["id"], uuid4())
            ]
            for answer in answers:
                assert_problem(answer, 404, "webhook_not_found")
        assert ask("GET", by=bruno).json() == {"items": []}
        assert ask("GET", f"/{made['id']}").json()["enabled"] is True


class TestASecret:
    def test_is_changed_and_signs_beside_the_old_one_for_a_day(self, ask, made, row):
        answer = ask("POST", f"/{made['id']}/secret")
        changed = answer.json()
        assert changed["secret"] != made["secret"]
        row.refresh_from_db()
        assert opened(row.secret_sealed) == changed["secret"]
        assert opened(row.old_secret_sealed) == made["secret"]
        left = row.old_secret_until - time.now()
        assert timedelta(hours=23, minutes=59) < left <= timedelta(hours=24)
        assert changed["old_secret_until"] is not None


class TestTryingIt:
    def test_is_a_notification_to_that_webhook_alone(self, ask, made, anna):
        answer = ask("POST", f"/{made['id']}/test")
        assert answer.status_code == 202
        told = Notification.objects.get(public_id=answer.json()["notification"])
        assert (told.player_id, told.type) == (anna.player.pk, "test")
        assert told.data == {"webhook": made["id"]}
        [delivery] = Delivery.objects.filter(notification=told)
        assert delivery.channel == "webhook"

    def test_is_refused_while_it_is_turned_off(self, ask, made):
        ask("PATCH", f"/{made['id']}", {"enabled": False})
        assert_problem(ask("POST", f"/{made['id']}/test"), 409, "webhook_disabled")
        assert not Notification.objects.exists()


class TestItsDeliveries:
    def test_are_listed_the_newest_first_with_what_came_of_them(self, ask, made, row):
        at = time.now()
        first = delivered(row, attempts=1, http_status=204, tried_at=at)
        second = delivered(
            row, TargetStatus.OPEN, attempts=2, http_status=500, error="it was not taken"
        )
        Delivery.objects.filter(pk=second.delivery_id).update(available_at=at)
        page = ask("GET", f"/{made['id']}/deliveries?limit=1").json()
        assert [each["status"] for each in page["items"]] == ["open"]
        [shown] = page["items"]
        assert shown["id"] == str(second.delivery.notification.public_id)
        assert (shown["type"], shown["attempts"], shown["http_status"]) == ("test", 2, 500)
        assert shown["error"] == "it was not taken"
        assert (shown["status_text"], shown["reason"]) == ("not sent yet", "")
        assert shown["next_try_at"] is not None
        italian = ask("GET", f"/{made['id']}/deliveries", accept_language="it").json()
        assert italian["items"][0]["error"] == "non è stato accettato"
        page = ask("GET", f"/{made['id']}/deliveries?cursor={page['next_cursor']}").json()
        [shown] = page["items"]
        assert shown["id"] == str(first.delivery.notification.public_id)
        assert (shown["status"], shown["next_try_at"]) == ("sent", None)
        assert page["next_cursor"] is None

    def test_say_why_nothing_more_is_sent(self, ask, made, row):
        target = delivered(row, TargetStatus.DROPPED)
        Delivery.objects.filter(pk=target.delivery_id).update(status="dropped", reason="over")
        [shown] = ask("GET", f"/{made['id']}/deliveries").json()["items"]
        assert (shown["status"], shown["reason"], shown["error"]) == ("dropped", "over", "")
        assert shown["reason_text"] == "it was over by the time of sending"

    def test_are_sent_again_to_it_alone(self, ask, made, row):
        target = delivered(row, attempts=3, http_status=204)
        other = Webhook.objects.create(player=row.player, url=URL, created_at=time.now())
        at_the_other = Target.objects.create(
            delivery=target.delivery, webhook=other, provider="webhook", status=TargetStatus.SENT
        )
        key = target.delivery.notification.public_id
        answer = ask("POST", f"/{made['id']}/deliveries/{key}/again")
        assert (answer.status_code, answer.json()) == (202, {"notification": str(key)})
        target.refresh_from_db()
        at_the_other.refresh_from_db()
        assert (target.status, at_the_other.status) == (TargetStatus.OPEN, TargetStatus.SENT)
        delivery = Delivery.objects.get(pk=target.delivery_id)
        assert (delivery.status, delivery.done_at) == ("waiting", None)

    def test_are_not_sent_again_while_they_are_on_their_way(self, ask, made, row):
        target = delivered(row, TargetStatus.OPEN)
        in_hand = {"status": "sending", "lease_until": time.now() + timedelta(minutes=1)}
        Delivery.objects.filter(pk=target.delivery_id).update(**in_hand)
        key = target.delivery.notification.public_id
        answer = ask("POST", f"/{made['id']}/deliveries/{key}/again")
        assert_problem(answer, 409, "delivery_under_way")

    def test_are_its_own(self, ask, made, row):
        other = Webhook.objects.create(player=row.player, url=URL, created_at=time.now())
        key = delivered(other).delivery.notification.public_id
        for each in (key, uuid4(), "nonsense"):
            answer = ask("POST", f"/{made['id']}/deliveries/{each}/again")
            assert_problem(answer, 404, "delivery_not_found")
        assert ask("GET", f"/{made['id']}/deliveries").json()["items"] == []

    def test_are_not_sent_to_one_that_is_turned_off(self, ask, made, row):
        key = delivered(row).delivery.notification.public_id
        ask("PATCH", f"/{made['id']}", {"enabled": False})
        answer = ask("POST", f"/{made['id']}/deliveries/{key}/again")
        assert_problem(answer, 409, "webhook_disabled")

    @pytest.mark.parametrize("count", [1, 20])
    def test_take_as_many_queries_however_many_they_are(
        self, ask, made, row, count, django_assert_num_queries
    ):
        for _ in range(count):
            delivered(row)
        ask("GET", f"/{made['id']}/deliveries")
        with django_assert_num_queries(3):  # the token, the webhook, the page
            ask("GET", f"/{made['id']}/deliveries")


class TestSwitchedOff:
    @pytest.mark.parametrize("because", ["gone", "failing"])
    @pytest.mark.parametrize("language", ["en", "it"])
    def test_its_player_is_told_once(self, row, because, language):
        for _ in range(2):
            webhooks.switch_off(webhooks=[row], because=because, now=time.now())
        row.refresh_from_db()
        assert (row.is_enabled, row.disabled_because) == (False, because)
        [told] = Notification.objects.filter(player=row.player)
        words = words_of([told], language=language, zone="Europe/Rome")[told.public_id]
        assert "bot" in words.body
        assert URL not in words.body + words.title

    def test_it_is_not_where_it_has_another_address_by_now(self, row):
        Webhook.objects.update(url="https://other.example/")
        webhooks.switch_off(webhooks=[row], because="gone", now=time.now())
        assert Webhook.objects.get().is_enabled
        assert not Notification.objects.exists()

    def test_and_deleted_it_is_spoken_of_no_more(self, row):
        webhooks.switch_off(webhooks=[row], because="gone", now=time.now())
        told = Notification.objects.get()
        row.delete()
        assert words_of([told], language="en", zone="UTC") == {}


class TestAProgram:
    def test_needs_the_scope(self, client, anna, ask):
        def token(scope):
            body = {"name": "bot", "scopes": [scope], "expires_in_days": 1}
            return call(client, "POST", "/me/tokens", body, token=anna.token).json()["token"]

        allowed, other = token("webhooks:manage"), token("profile:read")
        for secret, status in ((allowed, 200), (other, 403)):
            answer = call(client, "GET", "/me/webhooks", token=secret)
            assert answer.status_code == status
