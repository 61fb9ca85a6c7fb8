"""What keeps strangers' addresses from having this service call what only it can reach."""

import logging
import socket
import time
import tracemalloc
from contextlib import suppress

import pytest

from players.notifications.channels import guard
from players.notifications.channels.public_addresses import AddressRefused, refuse_form
from tests.notifications.receivers import NAME, Names, answer, make_certificate, receiving

OK = answer(200, body=b"fine")
PUBLIC = "93.184.215.14"


@pytest.fixture(scope="module")
def certificate(tmp_path_factory):
    return make_certificate(tmp_path_factory.mktemp("tls"))


@pytest.fixture
def trusting(settings, certificate):
    """Believe the certificate of the receivers."""
    settings.OUTBOUND_CA_FILE = str(certificate[0])


@pytest.fixture
def loopback(settings, trusting):
    settings.OUTBOUND_LOOPBACK = True


@pytest.fixture
def names(monkeypatch):
    names = Names()
    monkeypatch.setattr(socket, "getaddrinfo", names)
    return names


def post(url, content=b"{}"):
    return guard.post(url, content=content, headers={"Content-Type": "application/json"})


def seconds_of(call):
    begun = time.monotonic()
    with pytest.raises(guard.NoAnswer):
        call()
    return time.monotonic() - begun


HOSTILE = [
    "http://hook.example/",
    "ftp://hook.example/",
    "file:///etc/passwd",
    "gopher://hook.example/",
    "//hook.example/",
    "https://",
    "https:///path",
    "https://user@hook.example/",
    "https://user:secret@hook.example/",
    "https://hook.example:22/",
    "https://hook.example:80/",
    "https://hook.example:0/",
    "https://hook.example:99999/",
    "https://hook.example:x/",
    "https://hook.example\\@127.0.0.1/",
    "https://hook.example /",
    "https://hook.example/\r\nX-Injected: 1",
    "https://h\u00f6ok.example/",
    "https://\u2460\u2461\u2466.0.0.1/",
    "https://hook%2eexample/",
    "https://localhost/",
    "https://LOCALHOST./",
    "https://a.localhost/",
    "https://printer/",
    "https://printer.local/",
    "https://metadata.google.internal/",
    "https://router.home.arpa/",
    "https://-x.example/",
    "https://a..example/",
    f"https://{'a' * 64}.example/",
    # this machine, in every way of writing it
    "https://127.0.0.1/",
    "https://127.0.0.1:8443/",
    "https://127.1/",
    "https://2130706433/",
    "https://0x7f000001/",
    "https://0x7f.0.0.1/",
    "https://0177.0.0.1/",
    "https://0.0.0.0/",
    "https://0/",
    "https://[::1]/",
    "https://[::]/",
    "https://[::ffff:127.0.0.1]/",
    "https://[::ffff:7f00:1]/",
    "https://[::127.0.0.1]/",
    # its network
    "https://10.0.0.1/",
    "https://172.16.0.1/",
    "https://192.168.1.1/",
    "https://100.64.0.1/",
    "https://169.254.169.254/",
    "https://0xa9fea9fe/",
    "https://168.63.129.16/",
    "https://100.100.100.200/",
    "https://192.0.0.192/",
    "https://[fd00:ec2::254]/",
    "https://[fe80::1]/",
    "https://[fe80::1%25eth0]/",
    "https://[fec0::1]/",
    # what becomes IPv4 on its way
    "https://[64:ff9b::7f00:1]/",
    "https://[64:ff9b::8.8.8.8]/",
    "https://[64:ff9b:1::1]/",
    "https://[2002:7f00:1::]/",
    "https://[2001:0:7f00:1::1]/",
    # groups, and what nobody has
    "https://224.0.0.1/",
    "https://255.255.255.255/",
    "https://240.0.0.1/",
    "https://192.88.99.1/",
    "https://[ff02::1]/",
    "https://[2001:db8::1]/",
    "https://[3fff::1]/",
]
FRIENDLY = [
    "https://hook.example/",
    "https://hook.example",
    "https://hook.example:443/x?y=z#part",
    "https://hook.example:8443/",
    "https://hook.example./",
    "https://xn--hok-sna.example/",
    "https://8.8.8.8/",
    "https://[2606:4700:4700::1111]/",
]


class TestTheForm:
    @pytest.mark.parametrize("url", HOSTILE)
    def test_is_refused_of_what_is_no_public_machine(self, url):
        with pytest.raises(AddressRefused) as refusal:
            refuse_form(url, loopback=False)
        assert "hook" not in str(refusal.value)

    @pytest.mark.parametrize("url", FRIENDLY)
    def test_is_that_of_public_machines(self, url):
        refuse_form(url, loopback=False)

    @pytest.mark.parametrize("url", HOSTILE)
    def test_is_looked_at_again_when_it_is_called(self, url, names):
        with pytest.raises((AddressRefused, guard.NoAnswer)):
            post(url)
        assert names.asked == []

    def test_lets_this_machine_be_called_only_where_it_is_set_up(self):
        for url in ("http://127.0.0.1:9/", "http://localhost:9/", "https://[::1]:22/"):
            refuse_form(url, loopback=True)
        for url in ("http://10.0.0.1/", "http://hook.example/", "https://169.254.169.254/"):
            with pytest.raises(AddressRefused):
                refuse_form(url, loopback=True)


class TestTheAddress:
    @pytest.mark.parametrize(
        "address",
        ["127.0.0.1", "10.1.2.3", "169.254.169.254", "100.64.0.1", "::1", "::ffff:127.0.0.1",
         "64:ff9b::7f00:1", "2002:7f00:1::", "fd00::1", "fe80::1", "ff02::1", "0.1.2.3"],
    )  # fmt: skip
    def test_is_refused_behind_a_public_name(self, names, trusting, certificate, address):
        with receiving(OK, certificate=certificate) as receiver:
            names.mean(NAME, [address])
            with pytest.raises(AddressRefused):
                post(f"https://{NAME}:{receiver.port}/")
            assert receiver.connections == 0

    def test_is_refused_where_one_of_several_is_private(self, names):
        names.mean(NAME, [PUBLIC, "127.0.0.1"])
        with pytest.raises(AddressRefused):
            post(f"https://{NAME}/")

    def test_is_refused_where_the_name_comes_to_mean_another(self, names, trusting, certificate):
        with receiving(OK, certificate=certificate) as receiver:
            names.mean(NAME, [PUBLIC], ["127.0.0.1"])
            with pytest.raises(AddressRefused):
                post(f"https://{NAME}:{receiver.port}/")
            assert receiver.connections == 0

    def test_that_was_looked_at_is_the_one_that_is_called(self, names, loopback, certificate):
        with receiving(OK, certificate=certificate) as receiver:
            names.mean(NAME, ["127.0.0.1"], ["127.0.0.1"], ["127.0.0.2"])
            assert post(f"https://{NAME}:{receiver.port}/").body == b"fine"
        assert names.asked.count(NAME) == 2
        assert set(names.asked) == {NAME, "127.0.0.1"}
        [request] = receiver.requests
        assert request.headers["host"] == f"{NAME}:{receiver.port}"

    def test_has_to_have_a_certificate_for_its_name(self, names, loopback, certificate):
        with receiving(OK, certificate=certificate) as receiver:
            names.mean("other.example", ["127.0.0.1"])
            with pytest.raises(guard.NoAnswer, match="trust"):
                post(f"https://other.example:{receiver.port}/")
            assert receiver.requests == []

    def test_has_to_have_a_certificate_that_somebody_signed(self, names, settings, certificate):
        settings.OUTBOUND_LOOPBACK = True
        with receiving(OK, certificate=certificate) as receiver:
            with pytest.raises(guard.NoAnswer, match="trust"):
                post(f"https://127.0.0.1:{receiver.port}/")
            assert receiver.requests == []

    def test_is_waited_for_no_longer_than_for_a_connection(self, names):
        names.mean(NAME, lambda: time.sleep(4))
        assert seconds_of(lambda: post(f"https://{NAME}/")) < guard.CONNECT_SECONDS + 1

    def test_that_is_unknown_is_no_answer(self, names):
        def unknown():
            raise socket.gaierror(socket.EAI_NONAME, "unknown")

        names.mean(NAME, unknown)
        with pytest.raises(guard.NoAnswer):
            post(f"https://{NAME}/")

    def test_is_reached_past_the_proxies_of_the_environment(
        self, monkeypatch, loopback, certificate
    ):
        with receiving(OK) as proxy, receiving(OK, certificate=certificate) as receiver:
            for name in ("https_proxy", "HTTPS_PROXY", "all_proxy", "http_proxy"):
                monkeypatch.setenv(name, f"http://127.0.0.1:{proxy.port}")
            post(f"https://127.0.0.1:{receiver.port}/")
            assert (proxy.connections, len(receiver.requests)) == (0, 1)


@pytest.fixture(params=["tls", "plain"])
def served(request, loopback, certificate):
    """Run receivers on loopback, with and without TLS; return how, and their address."""
    with_tls = request.param == "tls"

    def receive(*answers):
        return receiving(*answers, certificate=certificate if with_tls else None)

    return receive, "https" if with_tls else "http"


@pytest.fixture
def hasty(monkeypatch):
    """Allow less time than strangers have, that a test is not as slow as they."""
    monkeypatch.setattr(guard, "SECONDS", 1.5)


def slowly(what, seconds=0.2):
    def drip(connection):
        for byte in what:
            connection.sendall(bytes([byte]))
            time.sleep(seconds)

    return drip


def hang(connection):
    time.sleep(20)


def flood(connection):
    connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 10485760\r\n\r\n")
    for _ in range(160):
        connection.sendall(b"x" * 65536)


def flood_of_headers(connection):
    connection.sendall(b"HTTP/1.1 200 OK\r\n")
    for number in range(90):
        connection.sendall(b"X-%d: " % number + b"x" * 60000 + b"\r\n")
    connection.sendall(b"\r\n")


def bomb(connection):
    import gzip

    body = gzip.compress(b"0" * 50_000_000)
    head = f"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: {len(body)}\r\n\r\n"
    connection.sendall(head.encode() + body)


def reset(connection):
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")


class TestAnAnswer:
    def test_is_handed_out(self, served):
        receive, scheme = served
        with receive(answer(429, "Retry-After: 7", body=b"later")) as receiver:
            reply = post(f"{scheme}://127.0.0.1:{receiver.port}/x?y=1", b'{"a":1}')
        assert (reply.status, reply.headers["retry-after"], reply.body) == (429, "7", b"later")
        [request] = receiver.requests
        assert (request.line, request.body) == ("POST /x?y=1 HTTP/1.1", b'{"a":1}')

    @pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
    def test_that_points_elsewhere_is_not_followed(self, served, status):
        receive, scheme = served
        with receive(OK) as secret:
            there = f"Location: http://127.0.0.1:{secret.port}/admin"
            with receive(answer(status, there)) as receiver:
                assert post(f"{scheme}://127.0.0.1:{receiver.port}/").status == status
        assert (secret.connections, len(receiver.requests)) == (0, 1)

    def test_that_points_to_nonsense_is_an_answer(self, served):
        receive, scheme = served
        with receive(answer(302, "Location: http://[/")) as receiver:
            assert post(f"{scheme}://127.0.0.1:{receiver.port}/").status == 302

    def test_is_cut_where_it_is_too_long(self, served):
        receive, scheme = served
        with receive(flood) as receiver:
            tracemalloc.start()
            reply = post(f"{scheme}://127.0.0.1:{receiver.port}/")
            peak = tracemalloc.get_traced_memory()[1]
            tracemalloc.stop()
        assert (reply.status, len(reply.body)) == (200, guard.ANSWER_SIZE)
        assert peak < 2_000_000

    def test_is_not_unpacked(self, served):
        receive, scheme = served
        with receive(bomb) as receiver:
            reply = post(f"{scheme}://127.0.0.1:{receiver.port}/")
        assert (reply.status, len(reply.body) <= guard.ANSWER_SIZE) == (200, True)
        assert receiver.requests[0].headers["accept-encoding"] == "identity"

    def test_is_none_where_its_headers_have_no_end(self, served):
        receive, scheme = served
        with receive(flood_of_headers) as receiver, pytest.raises(guard.NoAnswer):
            post(f"{scheme}://127.0.0.1:{receiver.port}/")

    def test_is_not_waited_for_where_nothing_comes(self, served):
        receive, scheme = served
        assert guard.SECONDS == 5
        with receive(hang) as receiver:
            took = seconds_of(lambda: post(f"{scheme}://127.0.0.1:{receiver.port}/"))
        assert guard.SECONDS - 0.5 < took < guard.SECONDS + 0.5

    def test_is_not_waited_for_where_it_drips(self, served, hasty):
        receive, scheme = served
        with receive(slowly(b"HTTP/1.1 200 OK\r\nX: " + b"x" * 100)) as receiver:
            took = seconds_of(lambda: post(f"{scheme}://127.0.0.1:{receiver.port}/"))
        assert guard.SECONDS - 0.5 < took < guard.SECONDS + 0.5

    def test_is_one_once_its_status_is_there_however_its_body_drips(self, served, hasty):
        receive, scheme = served
        with receive(
            lambda connection: (
                connection.sendall(b"HTTP/1.1 204 OK\r\nContent-Length: 500\r\n\r\n"),
                slowly(b"x" * 100)(connection),
            )
        ) as receiver:
            begun = time.monotonic()
            assert post(f"{scheme}://127.0.0.1:{receiver.port}/").status == 204
            assert time.monotonic() - begun < guard.SECONDS + 0.5

    @pytest.mark.parametrize(
        "fault", [reset, lambda connection: None, lambda c: c.sendall(b"SSH-2.0-x\r\n")]
    )
    def test_is_none_where_it_cannot_be_read(self, served, fault):
        receive, scheme = served
        with receive(fault) as receiver, pytest.raises(guard.NoAnswer) as refusal:
            post(f"{scheme}://127.0.0.1:{receiver.port}/")
        assert "127" not in str(refusal.value)

    def test_leaves_no_cookie(self, served):
        receive, scheme = served
        with receive(answer(200, "Set-Cookie: a=b; Path=/")) as receiver:
            for _ in range(2):
                post(f"{scheme}://127.0.0.1:{receiver.port}/")
        assert ["cookie" in request.headers for request in receiver.requests] == [False, False]

    def test_is_not_waited_for_where_tls_does_not_begin(self, loopback, hasty):
        with receiving(hang) as receiver:
            took = seconds_of(lambda: post(f"https://127.0.0.1:{receiver.port}/"))
        assert took < guard.SECONDS + 0.5

    @pytest.mark.parametrize(
        "head",
        [
            b"HTTP/1.1 200 OK\r\nno header but-words-of-a-stranger\r\n\r\n",
            b"HTTP/1.1 200 OK\r\n: but-words-of-a-stranger\r\n\r\n",
            b"HTTP/1.1 2xx but-words-of-a-stranger\r\n\r\n",
        ],
    )
    def test_that_is_malformed_brings_nothing_into_the_log(self, served, caplog, head):
        receive, scheme = served
        caplog.set_level(logging.INFO)
        with receive(head) as receiver, suppress(guard.NoAnswer):
            post(f"{scheme}://127.0.0.1:{receiver.port}/a-path/a-token?key=a-secret")
        for told in ("a-token", "a-secret", "a-path", "words-of-a-stranger"):
            assert told not in caplog.text


class TestALetter:
    def test_goes_over_a_connection_that_is_there(self, served):
        receive, scheme = served
        with receive(OK) as receiver:
            for _ in range(3):
                post(f"{scheme}://127.0.0.1:{receiver.port}/")
        assert (receiver.connections, len(receiver.requests)) == (1, 3)

    def test_goes_over_a_new_connection_after_one_that_was_cut(self, served):
        receive, scheme = served
        with receive(flood, OK) as receiver:
            for _ in range(2):
                post(f"{scheme}://127.0.0.1:{receiver.port}/")
        assert receiver.connections == 2

    def test_is_not_in_the_log(self, served, caplog):
        receive, scheme = served
        caplog.set_level(logging.INFO)
        with receive(answer(500)) as receiver:
            post(f"{scheme}://127.0.0.1:{receiver.port}/a-token", b"a-secret")
        assert "a-token" not in caplog.text
        assert "a-secret" not in caplog.text
