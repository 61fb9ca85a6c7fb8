"""The servers of one process: push over TLS and HTTP/2, webhooks with and without TLS, mail."""

import asyncio
import json
import socket
import ssl
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from granian.constants import Interfaces
from granian.server.embed import Server

from sinks import apns
from sinks.app import App
from sinks.door import serve_http
from sinks.fcm import TOKEN_PATH
from sinks.identities import KEY_ID, TEAM_ID, TOPIC, VAPID_SUBJECT, Identities
from sinks.mail import serve_mail

__all__ = ["READY_FILE", "Ports", "serve"]

# Written when all of them answer; what is in it, `serving` reads.
READY_FILE: Final = "sinks.json"
_UP_WITHIN: Final = 10.0


@dataclass(frozen=True, slots=True)
class Ports:
    """Where they listen; 0 is one that is free."""

    push: int = 0
    hooks_tls: int = 0
    hooks: int = 0
    mail: int = 0

    @classmethod
    def following(cls, first: int) -> "Ports":
        """Return four ports in a row."""
        return cls(first, first + 1, first + 2, first + 3)


async def serve(app: App, ports: Ports, stop: asyncio.Event) -> None:
    """Serve until told to stop; write the ready file once all of them answer."""
    push_port = ports.push or _free_port()
    app.push_origin = f"https://127.0.0.1:{push_port}"
    identities = app.identities
    tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    tls.load_cert_chain(identities.certificate, identities.certificate_key)
    with_tls = await serve_http(app, ports.hooks_tls, tls=tls)
    plain = await serve_http(app, ports.hooks, control=True)
    mail = await serve_mail(app.book, app.behaviours, ports.mail)
    push = _push_server(app, push_port)
    task = asyncio.create_task(push.serve())
    await _until_open(push_port, task)
    described = _described(identities, Ports(push_port, *map(_port, (with_tls, plain, mail))))
    _write_ready(identities.folder, described)
    await stop.wait()
    for server in (with_tls, plain, mail):
        server.close()
    push.stop()  # type: ignore[no-untyped-call]
    await task


def _push_server(app: App, port: int) -> Server:
    return Server(
        app,
        address="127.0.0.1",
        port=port,
        interface=Interfaces.ASGINL,
        ssl_cert=app.identities.certificate,
        ssl_key=app.identities.certificate_key,
        websockets=False,
        log_enabled=False,
    )


def _described(identities: Identities, ports: Ports) -> dict[str, Any]:
    """Return the addresses, and the environment of a service that is to use them."""
    push = f"https://127.0.0.1:{ports.push}"
    account = identities.write_service_account(f"{push}{TOKEN_PATH}")
    return {
        "push": push,
        "hooks_tls": f"https://127.0.0.1:{ports.hooks_tls}/hooks",
        "hooks": f"http://127.0.0.1:{ports.hooks}/hooks",
        "control": f"http://127.0.0.1:{ports.hooks}",
        "mail_port": ports.mail,
        "environment": {
            "FCM_CREDENTIALS": str(account),
            "FCM_URL": push,
            "APNS_KEY": str(identities.apns_key),
            "APNS_KEY_ID": KEY_ID,
            "APNS_TEAM_ID": TEAM_ID,
            "APNS_TOPIC": TOPIC,
            "APNS_URL": f"{push}{apns.PRODUCTION_PATH}",
            "APNS_SANDBOX_URL": f"{push}{apns.SANDBOX_PATH}",
            "VAPID_PRIVATE_KEY": identities.vapid_private_key,
            "VAPID_SUBJECT": VAPID_SUBJECT,
            "EMAIL_URL": f"smtp://127.0.0.1:{ports.mail}",
            "OUTBOUND_CA_FILE": str(identities.certificate),
            "OUTBOUND_LOOPBACK": "1",
        },
    }


def _write_ready(folder: Path, described: dict[str, Any]) -> None:
    """Write the ready file whole, and the environment as a shell reads it."""
    lines = [f"export {name}='{value}'\n" for name, value in described["environment"].items()]
    (folder / "environment.sh").write_text("".join(lines))
    draft = folder / f"{READY_FILE}.draft"
    draft.write_text(json.dumps(described))
    draft.rename(folder / READY_FILE)


async def _until_open(port: int, serving: asyncio.Task[None]) -> None:
    async with asyncio.timeout(_UP_WITHIN):
        while True:
            if serving.done():
                await serving
                raise OSError(f"nothing listens on port {port}")
            try:
                _, writer = await asyncio.open_connection("127.0.0.1", port)
            except OSError:
                await asyncio.sleep(0.02)
            else:
                writer.close()
                return


def _port(server: asyncio.Server) -> int:
    port: int = server.sockets[0].getsockname()[1]
    return port


def _free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port: int = taken.getsockname()[1]
        return port
