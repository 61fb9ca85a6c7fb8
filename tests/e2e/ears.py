"""How an app listens to its person's events, each from a cursor: by long poll, or by a stream."""

import http.client
import json
import socket
import threading
import time

from tests.e2e.app_client import (
    ANSWER_SECONDS,
    PATIENCE_SECONDS,
    TRY_AGAIN,
    ContractBroken,
    Heard,
    Refused,
    asked,
    check,
    connected,
    exchanged,
)


class Ear:
    """A thread that listens to a person's events and goes on after the last one when cut off."""

    def __init__(self, app):
        self.app = app
        self.items = []
        self.cursor = self.start = app.get("/events")["cursor"]
        self.reconnected = -1
        self.trouble = None
        self._used = set()
        self._news = threading.Condition()
        self._line = None
        self._stopped = False
        self._thread = threading.Thread(target=self._run, name=f"ear of {app.name}", daemon=True)
        self._thread.start()

    def hears(self, kind, match, **facts):
        """Wait for an event that nobody has waited for yet; give its data."""
        until = time.monotonic() + PATIENCE_SECONDS
        with self._news:
            while (item := self._found(kind, match, facts)) is None:
                left = until - time.monotonic()
                check(self.trouble is None, f"{self.app.name} cannot listen: {self.trouble}")
                check(left > 0, f"{self.app.name} did not hear {kind} {facts}: {self._last()}")
                self._news.wait(min(left, 1.0))
        self._used.add(item["id"])
        return item["data"]

    def heard_of(self, match, *kinds):
        """List the events of a match so far, or those of some kinds."""
        with self._news:
            return [
                item
                for item in self.items
                if item["match"] == match and (not kinds or item["type"] in kinds)
            ]

    def catch_up(self):
        """Wait until all that has happened has been heard."""
        now = self.app.get("/events")["cursor"]
        until = time.monotonic() + PATIENCE_SECONDS
        while int(self.cursor) < int(now):
            check(time.monotonic() < until, f"{self.app.name} hears {self.cursor}, not {now}")
            time.sleep(0.05)

    def cut(self):
        """Break the line; the ear is to find its way back by itself."""
        line = self._line
        if line is not None and line.sock is not None:
            # Not closed: the thread that reads from it would wait for ever.
            line.sock.shutdown(socket.SHUT_RDWR)

    def stop(self):
        self._stopped = True
        self.cut()
        self._thread.join(ANSWER_SECONDS)

    def _found(self, kind, match, facts):
        for item in self.items:
            fits = item["type"] == kind and item["match"] == match and item["id"] not in self._used
            if fits and all(item["data"].get(name) == fact for name, fact in facts.items()):
                return item
        return None

    def _last(self):
        return json.dumps(self.items[-4:])

    def _run(self):
        while not self._stopped:
            self.reconnected += 1
            self._line = connected(self.app.events_base)
            try:
                self._listen()
            except (OSError, http.client.HTTPException, AttributeError, ValueError):
                # What a broken line looks like from within http.client.
                time.sleep(0.2)
            except (Refused, ContractBroken) as error:
                if getattr(error, "status", 0) not in TRY_AGAIN:
                    self.trouble = error
                    return
                time.sleep(0.5)
            finally:
                self._line.close()

    def _take(self, item):
        with self._news:
            self.items.append(item)
            self.cursor = item["id"]
            self._news.notify_all()

    def _listen(self):
        raise NotImplementedError


class PollingEar(Ear):
    """Asks, and the answer is held back until there is one."""

    def _listen(self):
        while not self._stopped:
            path = f"/events?cursor={self.cursor}&wait=25&limit=20"
            page = exchanged(self._line, self.app, "GET", path, None, {}).data
            for item in page["items"]:
                self._take(item)
            check(page["cursor"] == self.cursor, f"the page ends at {page['cursor']}")


class StreamingEar(Ear):
    """Reads server-sent events."""

    def _listen(self):
        path = "/events/stream"
        self._line.request("GET", *asked(self.app, path, None, {"Last-Event-ID": self.cursor}))
        answer = self._line.getresponse()
        if answer.status != 200:
            raise Refused(path, answer.status, json.loads(answer.read()))
        field = {}
        for line in iter(answer.readline, b""):
            if line.strip():
                name, _, value = line.decode().rstrip("\n").partition(": ")
                field[name] = value
                continue
            if "data" in field:
                item = json.loads(field["data"])
                self.app.heard.append(Heard(path, field["data"].encode(), "", self.app.ply))
                is_same = (field["id"], field["event"]) == (item["id"], item["type"])
                check(is_same, f"the stream says {field['id']} {field['event']} of {item}")
                self._take(item)
            field = {}
