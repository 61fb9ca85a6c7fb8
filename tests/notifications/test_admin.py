"""Notifications in the admin: found, explained, and never with a token, a secret or an address."""

from datetime import UTC, datetime, time, timedelta
from uuid import uuid4

import pytest
from django.contrib.auth.models import Permission
from django.urls import reverse

from players.models import ERASED_REASON, AuditEntry, Player
from players.notifications import registry
from players.notifications.models import (
    Delivery,
    Device,
    Notification,
    Preferences,
    Resting,
    Webhook,
)
from players.notifications.queries.explaining import told_of
from players.notifications.registry import Channel, Mode, NotificationType
from players.services import erase
from scopa_site.admin.cells import moment_cell
from tests.notifications.rows import (
    a_delivery,
    a_device,
    a_muted_match,
    a_notice,
    a_target,
    a_webhook,
    everything,
    preferences,
)
from tests.players.accounts import signed_up

pytestmark = pytest.mark.django_db
NOW = datetime(2026, 3, 2, 12, tzinfo=UTC)
REASON = "The telephone was stolen."
MODELS = ("notification", "delivery", "device", "webhook", "preferences", "resting")
VIEW = tuple(f"view_{model}" for model in (*MODELS, "target"))


def staff(name, *codenames):
    player = Player.objects.create_user(name, is_staff=True)
    player.user_permissions.set(Permission.objects.filter(codename__in=codenames))
    assert player.user_permissions.count() == len(codenames)
    return player


@pytest.fixture
def looker(client):
    """A client of one of the staff who may look at all of it, and do nothing."""
    client.force_login(staff("looker", *VIEW))
    return client


@pytest.fixture
def known():
    """Make a type known, by which can be filtered."""
    registry.register_type(
        NotificationType(
            "news", "News", words=lambda _notices: {}, defaults={Channel.PUSH: Mode.ON}
        )
    )
    yield "news"
    registry.unregister_type("news")


@pytest.fixture
def anna():
    return signed_up("anna").player


def list_of(model):
    return reverse(f"admin:notifications_{model}_changelist")


def page_of(row, deed="change"):
    model = row._meta.model_name
    address = reverse(f"admin:notifications_{model}_change", args=[row.pk])
    return address.replace("/change/", f"/{deed}/")


def shown(client, address, query=None, language="en"):
    answer = client.get(address, query, headers={"accept-language": language})
    assert answer.status_code == 200
    return answer.content.decode()


def found(client, model, query):
    """Return the keys of the rows that a list shows."""
    return {row.pk for row in client.get(list_of(model), query).context["cl"].result_list}


def form(**fields):
    return {"key": uuid4().hex, "reason": REASON} | fields


def told(answer):
    return [str(message) for message in answer.context["messages"]]


class TestTheLists:
    @pytest.mark.parametrize("model", MODELS)
    @pytest.mark.parametrize("language", ["it", "en"])
    def test_open_in_both_languages(self, looker, anna, model, language):
        everything(anna, now=NOW)
        Resting.objects.create(name="fcm", failures=3, until=NOW)
        shown(looker, list_of(model), language=language)
        for row in looker.get(list_of(model)).context["cl"].result_list:
            shown(looker, page_of(row), language=language)

    @pytest.mark.parametrize("model", MODELS)
    def test_ask_no_more_for_many_than_for_few(
        self, looker, anna, model, django_assert_max_num_queries
    ):
        for number in range(20):
            player = Player.objects.create_user(f"player-{number}")
            everything(player, now=NOW, url=f"https://bot.example/{number}")
        with django_assert_max_num_queries(9):
            looker.get(list_of(model))

    @pytest.mark.parametrize("model", MODELS)
    def test_are_for_whoever_may_look(self, client, model):
        client.force_login(staff("nobody"))
        assert client.get(list_of(model)).status_code == 403

    @pytest.mark.parametrize("model", ["notification", "delivery", "device", "webhook"])
    def test_change_nothing(self, client, anna, model):
        everything(anna, now=NOW)
        codenames = (f"{verb}_{model}" for verb in ("view", "add", "change", "delete"))
        client.force_login(staff("almighty", *codenames))
        (row, *_more) = client.get(list_of(model)).context["cl"].result_list
        for address in (page_of(row), page_of(row, "delete"), f"{list_of(model)}add/"):
            assert client.post(address, {"post": "yes"}).status_code == 403


class TestWhatIsHidden:
    @pytest.fixture
    def secrets(self, anna):
        everything(
            anna,
            now=NOW,
            token="zx-token",
            secret="zx-secret",
            url="https://bot.example/in?key=zx-key",
        )
        device, webhook = Device.objects.get(), Webhook.objects.get()
        return {
            *("zx-token", "zx-secret", "zx-key", "/in?", webhook.secret_sealed),
            *(device.token_sealed, device.token_digest),
        }

    @pytest.mark.parametrize("model", MODELS)
    def test_is_on_no_page(self, looker, secrets, model):
        texts = [shown(looker, list_of(model))]
        rows = looker.get(list_of(model)).context["cl"].result_list
        texts += [shown(looker, page_of(row)) for row in rows]
        assert [word for word in secrets for text in texts if word in text] == []

    def test_is_the_address_of_a_webhook_but_for_its_host(self, looker, secrets):
        assert "bot.example" in shown(looker, list_of("webhook"))

    @pytest.mark.parametrize(
        ("model", "query"),
        [
            ("device", "token_sealed__startswith=g"),
            ("device", "token_digest__startswith=a"),
            ("webhook", "url__contains=key"),
            ("webhook", "secret_sealed__startswith=g"),
            ("notification", "player__password__startswith=a"),
            ("delivery", "targets__device__token_sealed__startswith=g"),
        ],
    )
    def test_is_not_told_by_a_filter(self, looker, secrets, model, query):
        assert looker.get(f"{list_of(model)}?{query}").status_code == 400


class TestNotifications:
    def test_are_found_by_player_match_and_id(self, looker, anna):
        bruno = signed_up("bruno").player
        one, other = a_notice(anna, now=NOW), a_notice(bruno, now=NOW)
        for words in (
            "anna",
            str(anna.public_id),
            str(one.subject),
            one.subject.hex,
            str(one.public_id),
            f"anna {one.subject}",
        ):
            assert found(looker, "notification", {"q": words}) == {one.pk}, words
        assert found(looker, "notification", {"q": f"anna {other.subject}"}) == set()
        assert found(looker, "notification", {"q": "%"}) == set()
        assert found(looker, "notification", {}) == {one.pk, other.pk}

    def test_are_filtered_by_type_and_by_how_they_went(self, looker, anna, known):
        lost = a_notice(anna, now=NOW, type=known)
        a_delivery(lost, "push", "sent")
        a_delivery(lost, "mail", "failed", reason="given_up")
        held = a_notice(anna, now=NOW, seen_at=NOW)
        a_delivery(held, "push", "held", reason="quiet_hours")
        alone = a_notice(anna, now=NOW)
        everyone = {lost.pk, held.pk, alone.pk}
        for query, rows in (
            ({"standing": "failed"}, {lost.pk}),
            ({"standing": "held"}, {held.pk}),
            ({"why": "given_up"}, {lost.pk}),
            ({"why": "quiet_hours", "standing": "held"}, {held.pk}),
            ({"about": known}, {lost.pk}),
            ({"seen_at__isempty": "0"}, {held.pk}),
            ({}, everyone),
        ):
            assert found(looker, "notification", query) == rows, query

    def test_tell_how_they_went_on_each_channel(self, looker, anna):
        notice = a_notice(anna, now=NOW)
        a_delivery(notice, "push", "sent")
        a_delivery(notice, "mail", "held", reason="digest")
        text = shown(looker, list_of("notification"))
        assert "push: sent<br>mail: held back (waits for the digest)" in text
        alone = a_notice(anna, now=NOW)
        text = shown(looker, list_of("notification"))
        assert "inbox alone (no device to send it to, no verified address)" in text
        a_delivery(alone, "mail", "dropped", reason="muted")
        text = shown(looker, list_of("notification"))
        assert "mail: dropped (the player muted the match)<br>push: not sent (no device" in text
        italian = shown(looker, list_of("notification"), language="it")
        assert "e-mail: trattenuto (aspetta il riepilogo)" in italian

    def test_show_why_each_delivery_stands_as_it_does(self, looker, anna):
        notice = a_notice(anna, now=NOW)
        push = a_delivery(notice, "push", "failed", reason="given_up", attempts=12)
        a_target(push, device=a_device(anna, now=NOW), attempts=12, http_status=503, error="busy")
        joined = a_delivery(notice, "mail", "joined", reason="in_digest")
        joined.joined_to = a_delivery(a_notice(anna, now=NOW, type="digest"), "mail", "sent")
        joined.save()
        text = shown(looker, page_of(notice))
        assert "failed (it did not get through, however often it was tried)" in text
        assert "fcm: not sent yet, 12 attempts, HTTP 503, busy" in text
        assert page_of(joined.joined_to) in text

    def test_are_explained_as_to_their_player(self, looker, anna, known):
        notice = a_notice(anna, now=NOW, type=known)
        text = shown(looker, page_of(notice))
        (way,) = told_of(anna.pk, notice.public_id).ways
        assert f"push: {way.status_text} ({way.reason_text})" in text
        assert "push: not sent (no device to send it to)" in text
        a_delivery(notice, "push", "dropped", reason="muted")
        assert "push: dropped (you muted the match)" in shown(looker, page_of(notice))


class TestAPlayer:
    def test_leads_to_what_was_told_and_to_every_way(self, admin_client, anna):
        a_muted = a_muted_match(anna, now=NOW)
        everything(anna, now=NOW)
        text = shown(admin_client, reverse("admin:players_player_change", args=[anna.pk]))
        for model in ("notification", "delivery", "device", "preferences", "webhook"):
            address = f"{list_of(model)}?q={anna.public_id}"
            assert address in text
            assert len(found(admin_client, model, {"q": str(anna.public_id)})) >= 1
        assert str(a_muted.subject) in shown(admin_client, page_of(Preferences.objects.get()))


class TestDeliveries:
    def test_are_filtered_and_found(self, looker, anna, known):
        notice = a_notice(anna, now=NOW)
        push = a_delivery(notice, "push", "failed", reason="refused")
        mail = a_delivery(notice, "mail", "held", reason="quiet_hours")
        for query, rows in (
            ({"channel": "push"}, {push.pk}),
            ({"standing": "held"}, {mail.pk}),
            ({"why": "refused"}, {push.pk}),
            ({"about": known}, set()),
            ({"q": str(notice.subject)}, {push.pk, mail.pk}),
            ({"q": "bruno"}, set()),
        ):
            assert found(looker, "delivery", query) == rows, query

    def test_show_when_they_are_looked_at_again(self, looker, anna):
        later = {"reason": "retry", "available_at": NOW + timedelta(days=3)}
        held = a_delivery(a_notice(anna, now=NOW), status="held", **later)
        assert moment_cell(later["available_at"]) in shown(looker, page_of(held))

    def test_tell_times_by_the_clock_of_the_player_too(self, looker, anna):
        Player.objects.filter(pk=anna.pk).update(time_zone="Europe/Rome")
        notice = a_notice(anna, now=NOW, seen_at=NOW + timedelta(hours=11, minutes=30))
        text = shown(looker, page_of(notice), language="it")
        assert "02/03/2026 12:00 UTC (13:00 Europe/Rome)" in text
        assert "02/03/2026 23:30 UTC (03/03/2026 00:30 Europe/Rome)" in text

    def test_that_stayed_were_sent_at_no_time(self, looker, anna):
        notice, at = a_notice(anna, now=NOW), NOW + timedelta(hours=5)
        gone = a_delivery(notice, "push", "dropped", reason="gone", sending_since=at)
        over = a_delivery(notice, "mail", "dropped", reason="over", sending_since=at)
        assert moment_cell(at) in shown(looker, page_of(gone))
        assert moment_cell(at) not in shown(looker, page_of(over))

    def test_name_the_device_that_answered(self, looker, anna):
        delivery = a_delivery(a_notice(anna, now=NOW), "push", "sent")
        a_target(delivery, device=a_device(anna, now=NOW, name="il mio"), status="sent")
        assert "il mio (fcm)" in shown(looker, page_of(delivery))


class TestWays:
    def test_of_a_player_are_found(self, looker, anna):
        bruno = signed_up("bruno").player
        mine, theirs = a_device(anna, now=NOW), a_device(bruno, now=NOW, provider="webpush")
        assert found(looker, "device", {"q": "anna"}) == {mine.pk}
        assert found(looker, "device", {"provider__exact": "webpush"}) == {theirs.pk}
        webhook = a_webhook(anna, now=NOW, is_enabled=False, disabled_because="gone")
        assert found(looker, "webhook", {"is_enabled__exact": "0", "q": "anna"}) == {webhook.pk}

    def test_show_what_a_player_wants(self, looker, anna):
        row = preferences(
            anna,
            choices={"reminder": {"mail": "off"}},
            quiet_from=time(22),
            quiet_until=time(7),
            digest_hours=[8, 18],
        )
        text = shown(looker, page_of(row))
        assert "22:00 – 07:00" in text
        assert "8, 18" in text
        assert "reminder" in text

    def test_show_which_provider_rests(self, looker):
        Resting.objects.create(name="apns", failures=4, until=NOW)
        assert "apns" in shown(looker, list_of("resting"))


class TestForgettingADevice:
    @pytest.fixture
    def device(self, anna):
        return a_device(anna, now=NOW)

    @pytest.fixture
    def helper(self, client):
        client.force_login(staff("helper", *VIEW, "delete_device", "view_player"))
        return client

    def test_tells_what_will_happen_and_does_nothing(self, helper, device):
        assert "its token is deleted" in shown(helper, page_of(device, "forget"))
        assert Device.objects.exists()

    def test_is_done_against_a_reason_and_on_record(self, helper, device, anna):
        answer = helper.post(page_of(device, "forget"), form(), follow=True)
        assert told(answer) == ["The device is forgotten."]
        assert not Device.objects.exists()
        entry = AuditEntry.objects.get()
        assert (entry.action, entry.reason) == ("forget_device", REASON)
        assert (entry.subject_type, entry.subject_id) == ("player", str(anna.public_id))
        assert entry.before == {"device": device.pk, "provider": "fcm"}

    def test_needs_a_reason(self, helper, device):
        helper.post(page_of(device, "forget"), form(reason=" "))
        assert Device.objects.exists()
        assert not AuditEntry.objects.exists()

    def test_needs_the_permission(self, looker, device):
        assert looker.post(page_of(device, "forget"), form()).status_code == 403
        assert Device.objects.exists()
        assert page_of(device, "forget") not in shown(looker, page_of(device))

    def test_leaves_what_was_sent_there(self, helper, device, anna):
        delivery = a_delivery(a_notice(anna, now=NOW), "push", "sent")
        target = a_target(delivery, device=device, status="sent")
        helper.post(page_of(device, "forget"), form())
        target.refresh_from_db()
        assert (target.device_id, target.status) == (None, "sent")
        assert Notification.objects.count() == Delivery.objects.count() == 1


class TestSendingAgain:
    @pytest.fixture
    def notice(self, anna):
        """A notification that failed by push, was dropped by mail, and is on its way elsewhere."""
        notice = a_notice(anna, now=NOW)
        push = a_delivery(notice, "push", "failed", reason="given_up", attempts=12)
        a_target(push, device=a_device(anna, now=NOW), status="refused", attempts=12)
        a_delivery(notice, "mail", "dropped", reason="not_set_up")
        a_delivery(notice, "webhook", "held", reason="retry", attempts=3)
        return notice

    @pytest.fixture
    def helper(self, client):
        client.force_login(staff("helper", *VIEW, "resend_delivery", "view_auditentry"))
        return client

    def on(self, notice, channel):
        return Delivery.objects.get(notification=notice, channel=channel)

    def standing(self, notice):
        return dict(Delivery.objects.filter(notification=notice).values_list("channel", "status"))

    def test_tells_what_will_happen_and_does_nothing(self, helper, notice):
        before = self.standing(notice)
        text = shown(helper, page_of(notice, "send-again"))
        assert "by each channel on which somebody did not get it" in text
        assert "quiet hours hold" in text
        text = shown(helper, page_of(self.on(notice, "push"), "send-again"), language="it")
        assert "Riparte via" in text
        assert self.standing(notice) == before
        assert not AuditEntry.objects.exists()

    def test_frees_all_that_has_ended_and_nothing_else(self, helper, notice):
        answer = helper.post(page_of(notice, "send-again"), form(), follow=True)
        assert told(answer)[0].startswith("It is being sent again, if nothing")
        assert self.standing(notice) == {"push": "waiting", "mail": "waiting", "webhook": "held"}
        push, webhook = self.on(notice, "push"), self.on(notice, "webhook")
        assert "given_up" in str(push.earlier)
        assert "however often it was tried" in shown(helper, page_of(push))
        assert (push.attempts, push.reason, push.dead_at) == (0, "", None)
        assert webhook.attempts == 3

    def test_is_on_record_with_what_was_so_before(self, helper, notice):
        helper.post(page_of(notice, "send-again"), form())
        entry = AuditEntry.objects.get()
        assert (entry.action, entry.reason) == ("resend_delivery", REASON)
        assert (entry.subject_type, entry.subject_id) == ("player", str(notice.player.public_id))
        assert entry.before == {"push": "given_up", "mail": "not_set_up"}
        assert entry.after == {"notification": str(notice.public_id)}
        for row in (notice, self.on(notice, "push")):
            record = helper.get(page_of(row, "history"), follow=True)
            assert REASON in record.content.decode()

    def test_leaves_no_words_about_whoever_is_erased(self, helper, notice, anna):
        helper.post(page_of(notice, "send-again"), form())
        erase(player_id=anna.pk, now=NOW)
        assert AuditEntry.objects.get().reason == ERASED_REASON

    def test_may_be_allowed_on_the_page_of_rights(self, admin_client, anna):
        page = reverse("admin:players_player_change", args=[anna.pk])
        text = shown(admin_client, page.replace("/change/", "/rights/"))
        assert "Can send a notification again" in text

    def test_of_one_delivery_leaves_the_others(self, helper, notice):
        helper.post(page_of(self.on(notice, "mail"), "send-again"), form())
        assert self.standing(notice) == {"push": "failed", "mail": "waiting", "webhook": "held"}

    def test_happens_once_for_a_form_that_is_sent_twice(self, helper, notice):
        sent = form()
        helper.post(page_of(notice, "send-again"), sent)
        Delivery.objects.filter(channel="push").update(status="failed", dead_at=NOW)
        answer = helper.post(page_of(notice, "send-again"), sent, follow=True)
        assert told(answer)[-1].startswith("This form was sent before")
        assert self.on(notice, "push").status == "failed"

    def test_is_refused_while_it_is_on_its_way(self, helper, notice):
        page = page_of(self.on(notice, "webhook"), "send-again")
        text = shown(helper, page)
        assert "It has not come to an end yet" in text
        assert 'name="reason"' not in text
        helper.post(page, form())
        assert self.on(notice, "webhook").attempts == 3
        assert not AuditEntry.objects.exists()

    def test_is_refused_of_what_is_in_the_inbox_alone(self, helper, anna):
        notice = a_notice(anna, now=NOW)
        assert "it stands in the inbox" in shown(helper, page_of(notice, "send-again"))
        answer = helper.post(page_of(notice, "send-again"), form(), follow=True)
        assert "it stands in the inbox" in told(answer)[0]

    @pytest.mark.parametrize("method", ["get", "post"])
    def test_needs_the_permission(self, looker, notice, method):
        for row in (notice, self.on(notice, "push")):
            answer = getattr(looker, method)(page_of(row, "send-again"), form())
            assert answer.status_code == 403
            assert page_of(row, "send-again") not in shown(looker, page_of(row))
        assert not AuditEntry.objects.exists()

    def test_of_several_asks_once_and_names_what_is_left(self, helper, notice, anna):
        alone = a_notice(anna, now=NOW)
        chosen = {"action": "resend_chosen", "_selected_action": [notice.pk, alone.pk]}
        assert "What will happen" in helper.post(list_of("notification"), chosen).content.decode()
        assert not AuditEntry.objects.exists()
        answer = helper.post(list_of("notification"), chosen | form(), follow=True)
        left, done = told(answer)
        assert left.startswith(f"{alone}: ")
        assert done == "1 is being sent again, if nothing stands in the way."
        assert self.standing(notice)["push"] == "waiting"

    def test_of_several_deliveries_puts_each_on_record(self, helper, notice):
        ended = [self.on(notice, channel).pk for channel in ("push", "mail")]
        chosen = {"action": "resend_chosen", "_selected_action": ended}
        answer = helper.post(list_of("delivery"), chosen | form(), follow=True)
        assert told(answer) == ["2 are being sent again, if nothing stands in the way."]
        assert AuditEntry.objects.count() == 2

    def test_of_several_is_not_offered_without_the_permission(self, looker, notice):
        chosen = {"action": "resend_chosen", "_selected_action": [notice.pk]}
        looker.post(list_of("notification"), chosen | form(), follow=True)
        assert self.standing(notice)["push"] == "failed"
