"""A letter as mail, at a real server: what it holds, and what comes of a server's faults."""

import threading
import time
from dataclasses import replace
from datetime import UTC, datetime
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from players.mail_parts import greeting_of, reads_as_link, unlinked
from players.notifications import registry
from players.notifications.channels.letter import Address, Later, Letter, Line, Refused, Sent
from players.notifications.channels.mail import MailTransport
from players.notifications.channels.transports import transport_for
from players.notifications.registry import Channel, Mode, NotificationType
from tests.players.smtp_sink import html, plain, smtp_sink

LATE = 8  # less than what hangs would take, and more than a busy machine does
ADDRESS = "anna.rossi@example.com"
TO = Address("mail", ADDRESS)
LINK = "https://scopa.example/unsubscribe/abc"
MATCH = "0f8fad5b-d9cb-469f-a165-70867728950e"
LETTER = Letter(
    id=UUID("7c9e6679-7425-40de-944b-e07fc1f90ae7"),
    type="mail_test",
    title="Tocca a te",
    body="Berta ha giocato. Hai tempo fino alle 18:30.",
    language="it",
    created_at=datetime(2026, 3, 2, 12, tzinfo=UTC),
    collapse_id=f"turn:{MATCH}",
    link=f"scopa://match/{MATCH}",
    unsubscribe=LINK,
    greeting="Ciao Anna,",
)


@pytest.fixture
def sink(settings):
    settings.DEFAULT_FROM_EMAIL = "Scopa <scopa@scopa.example>"
    with smtp_sink(settings) as sink:
        yield sink


@pytest.fixture(autouse=True)
def kind():
    registry.register_type(
        NotificationType("mail_test", "Il tuo turno", lambda _notices: {}, {Channel.MAIL: Mode.ON})
    )
    yield
    registry.unregister_type("mail_test")


@pytest.fixture
def transport():
    transport = MailTransport()
    yield transport
    transport.close()


class TestALetter:
    def test_comes_in_both_forms_and_says_how_to_have_no_more(self, sink, transport):
        assert isinstance(transport.send(LETTER, TO), Sent)
        (mail,) = sink.mails
        assert sink.envelopes == [("scopa@scopa.example", [ADDRESS])]
        assert mail["Subject"] == "Tocca a te"
        for words in (plain(mail), html(mail)):
            for part in (LETTER.greeting, LETTER.body, LETTER.link, LINK, "«Il tuo turno»"):
                assert part in words
        assert f'<a href="{LETTER.link}"' in html(mail)
        assert '<html lang="it">' in html(mail)

    def test_names_one_click_to_turn_it_off(self, sink, transport):
        transport.send(LETTER, TO)
        (mail,) = sink.mails
        assert mail["List-Unsubscribe"] == f"<{LINK}>"
        assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
        assert mail["Auto-Submitted"] == "auto-generated"

    def test_names_none_where_there_is_no_page_for_it(self, sink, transport):
        transport.send(replace(LETTER, unsubscribe=""), TO)
        (mail,) = sink.mails
        assert mail["List-Unsubscribe"] is None
        assert mail["List-Unsubscribe-Post"] is None
        assert "nell’app" in plain(mail)
        assert "nell’app" in html(mail)

    @pytest.mark.parametrize(
        ("language", "words"),
        [("it", ("Questa è una mail", "Apri Scopa")), ("en", ("This is a mail", "Open Scopa"))],
    )
    def test_speaks_its_own_language(self, sink, transport, language, words):
        transport.send(replace(LETTER, language=language), TO)
        assert words[0] in plain(sink.mails[0])
        assert all(each in html(sink.mails[0]) for each in words)

    def test_lists_its_lines(self, sink, transport):
        lines = Line("Berta: Tocca a te", "scopa://match/7"), Line("Carlo: <b>Fine</b>")
        transport.send(replace(LETTER, lines=lines), TO)
        (mail,) = sink.mails
        assert "- Berta: Tocca a te\r\n  scopa://match/7\r\n- Carlo: <b>Fine" in plain(mail)
        assert '<li><a href="scopa://match/7">Berta: Tocca a te</a>' in html(mail)
        assert "<li>Carlo: &lt;b&gt;Fine" in html(mail)

    def test_lists_no_more_than_anybody_reads(self, sink, transport):
        transport.send(replace(LETTER, lines=tuple(Line(f"No {n}.") for n in range(34))), TO)
        for words in (plain(sink.mails[0]), html(sink.mails[0])):
            assert "No 29." in words
            assert "No 30." not in words
            assert "e altre 4" in words

    def test_sent_twice_has_one_id(self, sink, transport):
        transport.send(LETTER, TO)
        transport.send(LETTER, TO)
        first, second = sink.mails
        assert first["Message-ID"] == second["Message-ID"]
        assert first["Message-ID"] == f"<{LETTER.id.hex}@scopa.example>"

    def test_about_the_same_thing_as_another_stands_with_it(self, sink, transport):
        other = replace(LETTER, id=UUID(int=1))
        third = replace(LETTER, id=UUID(int=2), collapse_id="turn:another")
        for letter in (LETTER, other, third, replace(third, collapse_id=str(third.id))):
            transport.send(letter, TO)
        one, same, different, alone = sink.mails
        assert one["References"] == same["References"] != different["References"]
        assert one["Message-ID"] != same["Message-ID"]
        assert alone["References"] is None

    def test_makes_no_second_header_of_what_it_says(self, sink, transport):
        transport.send(replace(LETTER, title="Tocca\r\nBcc: eve@evil.example\n a te"), TO)
        (mail,) = sink.mails
        assert mail["Bcc"] is None
        assert mail["Subject"] == "Tocca Bcc: eve evil example a te"


class TestNamesOfStrangers:
    @pytest.mark.parametrize(
        "name",
        [
            "https://evil.example/x",
            "HTTP://evil",
            "www.evil.example",
            "mario@evil",
            "evil.example/x",
            "10.0.0.1/x",
            "evil\u3002example",
            "пример.рф",
            "mailto:eve",
            "evil\uff0eexample",
            "evil\uff61example",
            "evil\u2024example",
            "evil\u2027example",
            "eve\uff20example",
            "192.0.2.7",
            "192\u2024\uff10.2.7",
        ],
    )
    def test_become_no_link(self, sink, transport, name):
        said = {
            "title": f"Gioca {name}",
            "body": f"{name} ti invita.",
            "lines": (Line(f"da {name}!"),),
        }
        transport.send(replace(LETTER, **said), TO)
        (mail,) = sink.mails
        assert name not in mail["Subject"] + plain(mail) + html(mail)
        assert not reads_as_link(mail["Subject"])

    @pytest.mark.parametrize(
        "text",
        [
            "Anna B. ha giocato. Hai tempo fino alle 18:30 del 02/03/2026.",
            "Hai vinto 11/9: brava!",
            "It is your turn. You have until 6:30 p.m.",
            "J. R. Rossi, 3.5",
            "Alle 18.30 del 2.3.2026…",
            "½ e №\u00a01",
        ],
    )
    def test_take_nothing_from_words_of_ours(self, text):
        assert unlinked(text) == text

    @given(st.text(st.sampled_from("ab1.:/@\\ 。-_é․‧．＠／½")))
    def test_leave_nothing_by_which_a_link_is_known(self, text):
        cleaned = unlinked(text)
        assert not {"@", "\\"} & set(cleaned)
        assert "//" not in cleaned
        assert unlinked(cleaned) == cleaned

    def test_greet_nobody_by_a_link(self):
        assert greeting_of("evil.example") == greeting_of("") == "Hello,"
        assert greeting_of("Anna B.") == "Hello Anna B.,"


class TestAServer:
    def test_that_refuses_the_address_for_good_is_not_asked_again(self, sink, transport):
        sink.reply_to_address = "550 nobody of that name"
        assert transport.send(LETTER, TO) == Refused("SMTPRecipientsRefused", 550)

    def test_that_refuses_the_mail_for_good_is_not_asked_again(self, sink, transport):
        sink.reply = "554 not this"
        assert transport.send(LETTER, TO) == Refused("SMTPDataError", 554)

    def test_that_refuses_for_now_is_asked_again(self, sink, transport):
        sink.reply_to_address = "450 come back"
        assert transport.send(LETTER, TO) == Later("SMTPRecipientsRefused", 450)
        sink.reply_to_address, sink.reply = None, "451 the disk is full"
        assert transport.send(LETTER, TO) == Later("SMTPDataError", 451)
        sink.reply = "250 taken"
        assert isinstance(transport.send(LETTER, TO), Sent)

    def test_that_hangs_is_left_alone_in_time(self, sink, transport, settings):
        settings.EMAIL_TIMEOUT = 0.3
        sink.delay = 30
        began = time.monotonic()
        outcome = transport.send(LETTER, TO)
        assert time.monotonic() - began < LATE
        assert outcome.provider_rests

    def test_that_is_slow_at_each_step_is_cut_off_in_time(self, sink, transport, settings):
        settings.EMAIL_TIMEOUT = 0.5
        sink.delay_of_each = 0.3
        outcome = transport.send(LETTER, TO)
        assert outcome.provider_rests

    def test_that_is_not_there_rests(self, transport, settings):
        settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1
        assert transport.send(LETTER, TO) == Later("ConnectionRefusedError", provider_rests=True)

    def test_that_hung_up_meanwhile_is_called_anew(self, transport, settings):
        for _again in range(2):
            with smtp_sink(settings) as sink:
                assert isinstance(transport.send(LETTER, TO), Sent)
                assert len(sink.mails) == 1

    def test_that_ends_the_call_after_each_mail_is_called_anew(self, sink, transport):
        sink.hangs_up = True
        for number in range(3):
            assert isinstance(transport.send(replace(LETTER, id=UUID(int=number)), TO), Sent)
            time.sleep(0.3)
        assert sink.connections == 3

    def test_is_called_once_for_many_mails(self, sink, transport):
        for number in range(5):
            transport.send(replace(LETTER, id=UUID(int=number)), TO)
        assert len(sink.mails) == 5
        assert sink.connections == 1

    def test_gets_each_mail_whole_from_many_threads(self, sink, transport, settings):
        settings.EMAIL_TIMEOUT = 60
        letters = [
            replace(LETTER, id=UUID(int=n), title=f"No {n}", body=f"Body {n}") for n in range(24)
        ]
        threads = [threading.Thread(target=transport.send, args=(each, TO)) for each in letters]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert sorted(mail["Subject"] for mail in sink.mails) == sorted(
            each.title for each in letters
        )
        for mail in sink.mails:
            assert mail["Subject"].replace("No", "Body") in plain(mail)
        assert sink.connections <= 24

    def test_that_nobody_set_up_takes_nothing(self, transport, settings):
        settings.EMAIL_BACKEND = "django.core.mail.backends.dummy.EmailBackend"
        outcome = transport.send(LETTER, TO)
        assert isinstance(outcome, Refused)
        assert outcome.not_set_up

    @pytest.mark.parametrize("address", ["a@b\r\nBcc: eve@evil.example", "not an address\x00@"])
    def test_is_not_asked_to_take_what_is_no_address(self, sink, transport, address):
        outcome = transport.send(LETTER, Address("mail", address))
        assert isinstance(outcome, Refused | Later)
        assert sink.mails == []

    def test_says_nothing_of_the_address_whatever_it_answers(self, sink, transport, caplog):
        for reply in ("550 {a} is nobody", "450 {a} is full"):
            sink.reply_to_address = reply.format(a=ADDRESS)
            assert ADDRESS not in repr(transport.send(LETTER, TO))
        sink.reply_to_address, sink.reply = None, f"554 not to {ADDRESS}"
        assert ADDRESS not in repr(transport.send(LETTER, TO)) + repr(TO)
        assert ADDRESS not in caplog.text


class TestAServerOfItsOwn:
    """The sinks run in another process, and misbehave as the network does."""

    @pytest.fixture(autouse=True)
    def _sinks(self, sinks, settings):
        settings.EMAIL_TIMEOUT = 3

    @pytest.mark.parametrize(
        ("how", "outcome"),
        [
            ("gone", Refused("SMTPRecipientsRefused", 550)),
            ("forbidden", Refused("SMTPRecipientsRefused", 550)),
            ("throttled", Later("SMTPRecipientsRefused", 450)),
            ("bad_message", Refused("SMTPDataError", 554)),
            ("error", Later("SMTPDataError", 451)),
            ("unavailable", Later("SMTPDataError", 421, provider_rests=True)),
        ],
    )
    def test_says_what_it_means(self, sinks, transport, how, outcome):
        sinks.behave(how, kind="mail", times=1)
        assert transport.send(LETTER, TO) == outcome
        assert isinstance(transport.send(LETTER, TO), Sent)

    @pytest.mark.parametrize("how", ["hang", "drip", "reset", "nonsense"])
    def test_that_breaks_off_is_left_alone_in_time_and_called_anew(self, sinks, transport, how):
        assert isinstance(transport.send(LETTER, TO), Sent)
        sinks.behave(how, kind="mail", times=1)
        began = time.monotonic()
        outcome = transport.send(LETTER, TO)
        assert time.monotonic() - began < LATE
        assert isinstance(outcome, Later)
        assert outcome.provider_rests
        assert isinstance(transport.send(LETTER, TO), Sent)
        entries = sinks.wait(3, kind="mail")
        assert len({entry.headers["message-id"] for entry in entries}) == 1


def test_mail_is_carried_by_the_transport_of_its_name():
    assert isinstance(transport_for("mail"), MailTransport)
