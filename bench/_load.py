"""The load: keep-alive clients that send prepared requests, in a process of its own.

    python bench/_load.py WORK < go > result

WORK is JSON: {"port", "seconds", "lanes": [[request, ...], ...]}; each lane is one client. Says
"ready", waits for a line, sends until the time is up or a lane is empty, and prints the result.
One thread and bare sockets, so that the client takes little of the machine it shares.
"""

import json
import selectors
import socket
import sys
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter, process_time

BUFFER = 64 * 1024
CREATED = b"201"


@dataclass
class Lane:
    """One client: its connection, what it has still to send, and how long its answers took."""

    connection: socket.socket
    requests: list[bytes]
    next: int = 0
    sent_at: float = 0.0
    received: bytearray = field(default_factory=bytearray)
    seconds: list[float] = field(default_factory=list)

    @property
    def is_empty(self) -> bool:
        """Whether nothing is left to send."""
        return self.next >= len(self.requests)

    def send(self) -> None:
        """Send the next request."""
        self.sent_at = perf_counter()
        self.connection.sendall(self.requests[self.next])
        self.next += 1

    def receive(self) -> bool:
        """Take in what has come; return whether the answer is whole. Raises on a bad one."""
        chunk = self.connection.recv(BUFFER)
        if not chunk:
            raise ConnectionError("the server closed a connection that was to be kept")
        self.received += chunk
        end = self.received.find(b"\r\n\r\n")
        if end < 0:
            return False
        head = bytes(self.received[:end]).lower()
        start = head.index(b"content-length:") + 15
        length = int(head[start : head.find(b"\r\n", start) if b"\r\n" in head[start:] else None])
        if len(self.received) < end + 4 + length:
            return False
        if self.received[9:12] != CREATED:
            raise ConnectionError(f"not 201: {self.received[:2000].decode(errors='replace')}")
        self.seconds.append(perf_counter() - self.sent_at)
        self.received.clear()
        return True


def main() -> int:
    """Run one measurement."""
    work = json.loads(Path(sys.argv[1]).read_text())
    lanes = [
        Lane(
            socket.create_connection(("127.0.0.1", work["port"]), timeout=30),
            [request.encode() for request in requests],
        )
        for requests in work["lanes"]
    ]
    for lane in lanes:
        lane.connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    print("ready", flush=True)
    sys.stdin.readline()
    begun, worked = perf_counter(), process_time()
    drive(lanes, until=begun + work["seconds"])
    result = {
        "elapsed": perf_counter() - begun,
        "client_cpu": process_time() - worked,
        "sent": [lane.next for lane in lanes],
        "seconds": [seconds for lane in lanes for seconds in lane.seconds],
    }
    print(json.dumps(result), flush=True)
    return 0


def drive(lanes: list[Lane], *, until: float) -> None:
    """Keep one request of every lane under way until the time is up or a lane is empty."""
    with selectors.DefaultSelector() as selector:
        for lane in lanes:
            selector.register(lane.connection, selectors.EVENT_READ, lane)
            lane.send()
        under_way, ending = len(lanes), False
        while under_way:
            for key, _events in selector.select():
                lane = key.data
                if not lane.receive():
                    continue
                ending = ending or lane.is_empty or perf_counter() >= until
                if ending:
                    under_way -= 1
                    selector.unregister(lane.connection)
                else:
                    lane.send()


if __name__ == "__main__":
    sys.exit(main())
