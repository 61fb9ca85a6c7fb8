"""Mail as an effect: to whom, in which words, and what a server's faults do to it."""

import time
from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django.core.checks import run_checks
from django.core.mail import EmailMessage

from players.mail_texts import LETTERS
from players.models import CodePurpose, Player, World
from players.services.codes import LIFETIME, code_of, issue_code
from players.services.mail import MailKind, deliver, owe_mail
from scopa_site.outbox.claims import BACKOFF
from scopa_site.outbox.effects import run_effects
from scopa_site.outbox.models import Effect
from scopa_site.transactions import one_transaction
from tests.players.accounts import NOW, signed_up
from tests.players.smtp_sink import html, plain, smtp_sink

pytestmark = pytest.mark.django_db(transaction=True)

ADDRESS = "anna.rossi@example.com"


@pytest.fixture
def sink(settings):
    settings.DEFAULT_FROM_EMAIL = "Scopa <scopa@scopa.example>"
    with smtp_sink(settings) as sink:
        yield sink


@pytest.fixture
def anna():
    return signed_up("anna").player


def owe_code(player, purpose=CodePurpose.VERIFY_EMAIL, now=NOW):
    with one_transaction():
        row = issue_code(player_id=player.pk, purpose=purpose, address=ADDRESS, now=now)
        owe_mail(player_id=player.pk, kind=MailKind(purpose.value), now=now)
    return code_of(row, now=now)


def owe_notice(player, kind, address_id=None):
    with one_transaction():
        owe_mail(player_id=player.pk, kind=kind, address_id=address_id, now=NOW)


def run(now=NOW):
    return run_effects(clock=lambda: now)


def verified(player, address=ADDRESS):
    return EmailAddress.objects.create(user=player, email=address, verified=True, primary=True)


class TestAMail:
    def test_brings_the_code_to_the_address_it_was_issued_for(self, sink, anna):
        code = owe_code(anna)
        assert run() == 1
        (mail,) = sink.mails
        assert sink.envelopes == [("scopa@scopa.example", [ADDRESS])]
        assert mail["To"] == ADDRESS
        assert mail["Auto-Submitted"] == "auto-generated"
        assert f"{code[:4]} {code[4:]}" in plain(mail)
        assert f"{code[:4]} {code[4:]}" in html(mail)

    @pytest.mark.parametrize(
        ("language", "words"), [("it", "Questo codice prova"), ("en", "This code shows")]
    )
    def test_speaks_the_language_that_the_player_has_when_it_is_sent(
        self, sink, anna, language, words
    ):
        owe_code(anna)
        Player.objects.update(language=language)
        run()
        (mail,) = sink.mails
        assert words in plain(mail)
        assert words in html(mail)
        assert f'lang="{language}"' in html(mail)

    @pytest.mark.parametrize(
        "kind", [kind for kind in MailKind if kind is not MailKind.ADDRESS_TAKEN]
    )
    @pytest.mark.parametrize("language", ["it", "en"])
    def test_of_each_kind_can_be_sent(self, sink, anna, kind, language):
        verified(anna)
        Player.objects.update(language=language)
        if kind in set(CodePurpose.values):
            owe_code(anna, CodePurpose(kind.value))
        else:
            owe_notice(anna, kind)
        assert run() == 1
        assert len(sink.mails) == 1

    def test_has_words_for_each_kind(self):
        assert set(LETTERS) == set(MailKind)

    def test_shows_a_name_as_text_and_not_as_markup(self, sink, anna):
        verified(anna)
        Player.objects.update(display_name="<b>Anna<b>")
        owe_notice(anna, MailKind.PASSWORD_CHANGED)
        run()
        assert "&lt;b&gt;Anna&lt;b&gt;" in html(sink.mails[0])

    @pytest.mark.parametrize(("language", "greeting"), [("it", "Ciao,"), ("en", "Hello,")])
    def test_greets_nobody_by_name_at_an_address_that_is_not_verified(
        self, sink, anna, language, greeting
    ):
        EmailAddress.objects.create(user=anna, email=ADDRESS, verified=False)
        Player.objects.update(display_name="You have won", language=language)
        owe_code(anna)
        run()
        (mail,) = sink.mails
        for words in (plain(mail), html(mail)):
            assert greeting in words
            assert "You have won" not in words

    @pytest.mark.parametrize(
        "name",
        [
            "claim 1000 at https://evil.example/x",
            "HTTP://evil",
            "www.evil.example",
            "win at evil.example now",
            "mario@evil",
            "evil.example/x",
            "evil\u3002example",
            "пример.рф",
        ],
    )
    def test_greets_by_no_name_that_reads_as_a_link(self, sink, anna, name):
        verified(anna)
        Player.objects.update(display_name=name)
        owe_notice(anna, MailKind.PASSWORD_CHANGED)
        run()
        (mail,) = sink.mails
        assert plain(mail).startswith("Hello,")
        assert name not in plain(mail) + html(mail)

    @pytest.mark.parametrize("name", ["Anna B.", "J. R. Rossi", "Anna, 3.5", "アンナ"])
    def test_greets_by_any_other_name(self, sink, anna, name):
        verified(anna)
        Player.objects.update(display_name=name)
        owe_notice(anna, MailKind.PASSWORD_CHANGED)
        run()
        assert plain(sink.mails[0]).startswith(f"Hello {name},")

    def test_owes_neither_address_nor_name_nor_code(self, anna):
        code = owe_code(anna)
        effect = Effect.objects.get()
        held = f"{effect.payload} {effect.dedupe_key}"
        assert not [part for part in (ADDRESS, "anna", code) if part in held]

    def test_tells_the_holder_of_an_address_that_somebody_else_gave_it(self, sink, anna):
        berta = signed_up("berta", language="it").player
        verified(berta)
        code = owe_code(anna)
        run()
        (mail,) = sink.mails
        assert "Qualcuno" in mail["Subject"]
        assert "Ciao berta" in plain(mail)
        assert code[:4] not in plain(mail)

    def test_goes_to_the_verified_address_of_the_player(self, sink, anna):
        EmailAddress.objects.create(user=anna, email="old@example.com", primary=False)
        owe_notice(anna, MailKind.PASSWORD_CHANGED)
        run()
        assert sink.mails == []
        verified(anna)
        owe_notice(anna, MailKind.PASSWORD_CHANGED)
        run()
        assert sink.mails[0]["To"] == ADDRESS


class TestNobody:
    @pytest.mark.parametrize("gone", [{"is_active": False}, {"is_active": False, "erased_at": NOW}])
    def test_who_left_is_written_to(self, sink, anna, gone):
        owe_code(anna)
        Player.objects.update(email="", **gone)
        assert run() == 1
        assert sink.mails == []

    def test_who_is_gone_altogether_is_written_to(self, sink, anna):
        owe_code(anna)
        Player.objects.all().delete()
        assert run() == 1
        assert sink.mails == []

    def test_in_a_sandbox_is_written_to(self, sink, anna):
        Player.objects.update(world=World.objects.create(created_at=NOW))
        owe_code(anna)
        assert run() == 1
        assert sink.mails == []

    def test_is_sent_a_code_that_has_ended(self, sink, anna):
        owe_code(anna)
        assert run(NOW + LIFETIME) == 1
        assert sink.mails == []


class TestAServer:
    def test_that_is_broken_is_tried_again_later(self, sink, anna, caplog):
        sink.reply = "451 the disk is full"
        code = owe_code(anna)
        assert run() == 0
        effect = Effect.objects.get()
        assert effect.available_at == NOW + BACKOFF[0]
        assert effect.last_error.startswith("MailNotSent: SMTPDataError 451")
        sink.reply = "250 taken"
        assert run(NOW + BACKOFF[0]) == 1
        assert run(NOW + timedelta(minutes=5)) == 0
        (mail,) = sink.mails
        assert code[:4] in plain(mail)
        assert ADDRESS not in caplog.text

    @pytest.mark.parametrize("reply", ["450 come back", "421 too many"])
    def test_that_refuses_an_address_for_now_is_tried_again(self, sink, anna, caplog, reply):
        sink.reply_to_address = reply
        owe_code(anna)
        assert run() == 0
        assert ADDRESS not in caplog.text + Effect.objects.get().last_error
        assert ADDRESS not in caplog.text

    def test_that_refuses_an_address_for_good_is_not_asked_again(self, sink, anna, caplog):
        sink.reply_to_address = "550 nobody of that name"
        owe_code(anna)
        assert run() == 1
        assert f"the address of player {anna.pk} is refused: 550" in caplog.text
        assert ADDRESS not in caplog.text

    def test_that_does_not_answer_in_time_is_a_failure(self, sink, anna, settings):
        settings.EMAIL_TIMEOUT = 0.3
        sink.delay = 1.5
        owe_code(anna)
        began = time.monotonic()
        assert run() == 0
        assert time.monotonic() - began < 1.4
        assert Effect.objects.get().last_error.startswith("MailNotSent")

    def test_that_is_not_there_loses_nothing(self, anna, settings):
        settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1
        owe_code(anna)
        assert run() == 0
        assert Effect.objects.get().last_error.startswith("MailNotSent: ConnectionRefusedError")
        with smtp_sink(settings) as sink:
            assert run(NOW + BACKOFF[0]) == 1
            assert len(sink.mails) == 1

    def test_gets_a_mail_that_is_sent_twice_under_one_id(self, sink, anna):
        owe_code(anna)
        payload = Effect.objects.get().payload
        deliver(payload, NOW)
        deliver(payload, NOW)
        first, second = sink.mails
        assert first["Message-ID"] == second["Message-ID"]
        assert first["Message-ID"].endswith("@scopa.example>")

    def test_gets_two_mails_under_two_ids(self, sink, anna):
        owe_code(anna)
        owe_code(anna)
        run()
        assert len({mail["Message-ID"] for mail in sink.mails}) == 2


class TestTheDeployCheck:
    @staticmethod
    def found():
        return [message.id for message in run_checks(include_deployment_checks=True)]

    def test_warns_while_nobody_decided_about_mail(self, settings):
        settings.EMAIL_URL_GIVEN = False
        assert "scopa_site.W003" in self.found()

    def test_is_content_with_a_decision(self, settings):
        settings.EMAIL_URL_GIVEN = True
        assert "scopa_site.W003" not in self.found()

    def test_leaves_room_for_a_mail_in_the_limits_of_the_task(self, settings):
        from scopa_site import mail_settings

        assert mail_settings.EMAIL_TIMEOUT < settings.CELERY_TASK_SOFT_TIME_LIMIT
        assert EmailMessage().from_email == settings.DEFAULT_FROM_EMAIL
