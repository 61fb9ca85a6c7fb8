"""Delivers every message three times, shuffled, and drops a tenth.

Kombu's queues are lists in Redis: the senders push to one database, and the worker pops from
another. Between the two stands this.
"""

import json
import threading
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from random import Random

import redis

__all__ = ["Postman", "delivering"]

_COPIES = 3
_DROPPED = 0.1
_LONGEST_SECONDS = 2.0  # in the bag, well within the life of a message


@dataclass
class Postman:
    """What went through his hands."""

    taken: int = 0
    dropped: int = 0
    delivered: int = 0
    dice: Random = field(default_factory=lambda: Random(3))
    _bag: list[tuple[float, str, str]] = field(default_factory=list)

    def work(self, source: redis.Redis, target: redis.Redis, stop: threading.Event) -> None:
        """Carry messages until told to stop, and then what is left."""
        while not stop.is_set():
            for queue in map(_text, source.scan_iter(_type="list")):
                while (message := source.rpop(queue)) is not None:
                    self.hand_over(queue, _text(message))
            self._deliver(target, [each for each in self._bag if each[0] <= time.monotonic()])
            time.sleep(0.02)
        self.empty_bag(target)

    def hand_over(self, queue: str, message: str) -> None:
        """Take a message: it is dropped, or put into the bag three times."""
        self.taken += 1
        if self.dice.random() < _DROPPED:
            self.dropped += 1
            return
        for _ in range(_COPIES):
            due = time.monotonic() + self.dice.random() * _LONGEST_SECONDS
            self._bag.append((due, queue, _copied(message)))

    def empty_bag(self, target: redis.Redis) -> None:
        """Deliver all that is left."""
        self._deliver(target, list(self._bag))

    def _deliver(self, target: redis.Redis, due: list[tuple[float, str, str]]) -> None:
        self.dice.shuffle(due)
        for each in due:
            self._bag.remove(each)
            target.lpush(each[1], each[2])
            self.delivered += 1


@contextmanager
def delivering(source: str, target: str) -> Iterator[Postman]:
    """Run a postman in a thread for the length of a block."""
    postman, stop = Postman(), threading.Event()
    with redis.Redis.from_url(source) as one, redis.Redis.from_url(target) as other:
        thread = threading.Thread(target=postman.work, args=(one, other, stop), daemon=True)
        thread.start()
        try:
            yield postman
        finally:
            stop.set()
            thread.join(10)


def _copied(message: str) -> str:
    """Give the copy a tag of its own: by it the worker tells the broker what it has done."""
    data = json.loads(message)
    data["properties"]["delivery_tag"] = str(uuid.uuid4())
    return json.dumps(data)


def _text(message: object) -> str:
    return message.decode() if isinstance(message, bytes) else str(message)
