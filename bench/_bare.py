"""The bare cost of telling: as many equal requests, with nothing around them."""

import json
import multiprocessing
import os
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx

from sinks.serving import Sinks

THREADS = 16  # as many as the service sends side by side


def bare_seconds(sinks: Sinks, count: int, *, processes: int) -> float:
    """Send as many requests as the service did, with nothing around them; return the seconds."""
    book = sinks.book(kind="fcm")
    work = {
        "url": f"{sinks.push}{_path(sinks)}", "ca": os.environ["OUTBOUND_CA_FILE"],
        "authorization": book[0].headers["authorization"], "body": json.dumps(book[0].body),
    }  # fmt: skip
    sinks.clear()
    shares = [count // processes] * processes
    begun = time.monotonic()
    with multiprocessing.get_context("spawn").Pool(processes) as pool:
        pool.starmap(_send_bare, [(work, share) for share in shares])
    return time.monotonic() - begun


def _path(sinks: Sinks) -> str:
    credentials = json.loads(Path(sinks.environment["FCM_CREDENTIALS"]).read_text())
    return f"/v1/projects/{credentials['project_id']}/messages:send"


def _send_bare(work: dict[str, str], count: int) -> None:
    headers = {"authorization": work["authorization"], "content-type": "application/json"}
    with httpx.Client(verify=work["ca"], trust_env=False) as client:

        def send(_number: int) -> None:
            client.post(work["url"], content=work["body"], headers=headers).raise_for_status()

        with ThreadPoolExecutor(THREADS) as threads:
            list(threads.map(send, range(count)))
