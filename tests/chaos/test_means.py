"""What breaks things does break them, and puts nothing else in the way."""

import http.client
import json
import signal
import socket
import subprocess
import sys
import threading
from http.server import BaseHTTPRequestHandler
from random import Random
from socketserver import TCPServer

import pytest

from chaos.databases import free_port
from chaos.postman import Postman
from chaos.processes import Part, PartFailed, wait_until
from chaos.proxy import proxying
from scopa_site.env import BASE_DIR
from tests.chaos.alive import is_alive


class Counting(BaseHTTPRequestHandler):
    """Counts the requests that were taken."""

    def do_POST(self):
        self.server.taken += 1
        self.rfile.read(int(self.headers["Content-Length"]))
        self.send_response(200)
        self.send_header("Content-Length", "2")
        self.end_headers()
        self.wfile.write(b"ok")

    def log_message(self, *_):
        """Say nothing."""


@pytest.fixture
def server():
    with TCPServer(("127.0.0.1", 0), Counting) as served:
        served.taken = 0
        threading.Thread(target=served.serve_forever, daemon=True).start()
        yield served
        served.shutdown()


def post(port):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
    try:
        connection.request("POST", "/", "body")
        return connection.getresponse().read()
    finally:
        connection.close()


class TestTheProxy:
    def test_hands_everything_on(self, server):
        with proxying(free_port(), server.server_address[1]) as proxy:
            assert [post(proxy.port) for _ in range(3)] == [b"ok"] * 3
        assert (server.taken, proxy.count) == (3, 0)

    def test_cuts_the_answer_to_what_was_taken(self, server):
        with proxying(free_port(), server.server_address[1]) as proxy:
            proxy.cut = 1.0
            with pytest.raises(http.client.RemoteDisconnected):
                post(proxy.port)
        assert (server.taken, proxy.count) == (1, 1)

    def test_severs_what_is_under_way(self):
        with (
            socket.create_server(("127.0.0.1", 0)) as silent,
            proxying(free_port(), silent.getsockname()[1]) as proxy,
            socket.create_connection(("127.0.0.1", proxy.port), timeout=5) as client,
        ):
            client.send(b"a request")
            upstream, _address = silent.accept()
            with upstream:
                assert upstream.recv(100) == b"a request"
                proxy.sever()
                assert client.recv(1) == b""
        assert proxy.count == 1


class Box(list):
    """As much of a Redis as a postman needs."""

    def lpush(self, _queue, message):
        self.append(json.loads(message))


class TestThePostman:
    def test_brings_each_message_three_times_but_for_a_tenth(self):
        postman, box = Postman(dice=Random(7)), Box()
        for number in range(500):
            message = {"body": number, "properties": {"delivery_tag": "tag"}}
            postman.hand_over("ai", json.dumps(message))
        postman.empty_bag(box)
        numbers = [message["body"] for message in box]
        assert len(numbers) == 3 * (500 - postman.dropped) == postman.delivered
        assert 25 < postman.dropped < 75
        assert numbers != sorted(numbers)
        # Each copy is a message of its own to the broker.
        assert len({message["properties"]["delivery_tag"] for message in box}) == len(box)


class TestAPart:
    def part(self, tmp_path, script):
        return Part("part", ["sh", "-c", script], {"PATH": "/usr/bin:/bin"}, tmp_path)

    def test_dies_with_all_that_it_started(self, tmp_path):
        part = self.part(tmp_path, "sleep 60 & sleep 60 & wait")
        part.start()
        wait_until(lambda: len(part.descendants()) == 2, within=10, what="its children")
        children = part.descendants()
        part.kill_tree()
        assert not part.runs
        wait_until(lambda: not any(map(is_alive, children)), within=10, what="their end")

    def test_tells_what_it_said_when_it_did_not_come_up(self, tmp_path):
        part = self.part(tmp_path, "echo no database; exit 3")
        part.answers = lambda: False
        part.start()
        with pytest.raises(PartFailed, match=r"(?s)part ended at once.*no database"):
            part.await_answer()


class TestLeaving:
    SCRIPT = """
import os, signal, time
from chaos.leaving import leave_by_signal, not_now
leave_by_signal()
with not_now(), not_now():
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(0.01)
    print("done with it", flush=True)
print("went on")
"""

    def test_waits_for_what_is_half_done(self):
        done = subprocess.run(
            [sys.executable, "-c", self.SCRIPT],
            cwd=BASE_DIR,
            capture_output=True,
            text=True,
            check=False,
        )
        assert (done.returncode, done.stdout) == (128 + signal.SIGTERM, "done with it\n")
