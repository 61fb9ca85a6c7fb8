"""How many durable moves a second the service takes over HTTP, beside what PostgreSQL could take.

    python bench/http_moves.py [--seconds 8] [--rounds 3] [--clients 1 32] [--server gunicorn ...]

The limit is a pgbench script that does the least a move needs (see _limit.py), on the same server
in the same rounds: only the ratio means anything on another machine. Synchronous commit and fsync
are on, or nothing is measured. Every POST is answered with the full view. In the rounds nothing but
POST moves is sent, by two people a match; the medians of the rounds are printed.

Without DATABASE_URL it starts a PostgreSQL of its own through .ci/with_services.py. It works in a
database that it makes and drops.
"""

import argparse
import importlib
import os
import sys
import tempfile
import time
from collections import defaultdict
from contextlib import ExitStack
from pathlib import Path
from statistics import median

import psycopg

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bench import _limit
from bench._databases import own_database
from bench._machine import parent_of, tree_cpu
from bench._servers import COMMANDS, ROOT, Measured, Server, serving

LEAST_SHARE = 0.08
WARM_UP_SECONDS = 2.0
# Moves a second that work is laid up for, until a round has shown what is needed.
FIRST_GUESS = 700.0
DISTURBED = 0.15
# Until the server has taken note of the processes that ended with pgbench.
SETTLED_SECONDS = 0.3
Key = tuple[str, int]


def main() -> int:
    """Measure and report; 1 when the share of the limit is too small."""
    options = _arguments()
    if "DATABASE_URL" not in os.environ:
        again = [sys.executable, str(ROOT / ".ci" / "with_services.py"), "--require", "--"]
        os.execv(sys.executable, [*again, sys.executable, *sys.argv])  # noqa: S606
    with tempfile.TemporaryDirectory(prefix="scopa-bench-") as folder, ExitStack() as running:
        url = running.enter_context(own_database(os.environ["DATABASE_URL"]))
        _set_up_django(url, Path(folder))
        postmaster = _refuse_unless_durable(url)
        _limit.prepare(url, options.rows)
        _fill(url, options.rows)
        bench = Bench(options, url, postmaster, Path(folder))
        for name in options.server:
            server = running.enter_context(serving(name, Path(folder)))
            bench.add(server)
        for number in range(options.rounds):
            bench.round(number)
        share = bench.report()
        bench.report_stages(options.stages)
    return 0 if share >= LEAST_SHARE or options.no_claim else 1


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Durable moves a second over HTTP.")
    parser.add_argument("--seconds", type=float, default=8.0, help="length of one measurement")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--clients", type=int, nargs="+", default=[1, 32])
    parser.add_argument("--server", nargs="+", choices=COMMANDS, default=list(COMMANDS))
    parser.add_argument("--rows", type=int, default=20_000, help="matches in the tables")
    parser.add_argument("--stages", type=int, default=720, help="moves timed stage by stage")
    parser.add_argument("--no-claim", action="store_true", help="exit 0 whatever the share")
    return parser.parse_args()


class Bench:
    """The servers, the limit, and what was measured of them."""

    def __init__(
        self, options: argparse.Namespace, url: str, postmaster: int, folder: Path
    ) -> None:
        from bench._matches import Supply  # needs Django

        self.options, self.url, self.postmaster, self.folder = options, url, postmaster, folder
        self.supply = Supply(pairs=max(options.clients))
        self.servers: list[Server] = []
        self.needed: defaultdict[Key, float] = defaultdict(lambda: FIRST_GUESS)
        self.measured: defaultdict[Key, list[Measured]] = defaultdict(list)
        self.limits: defaultdict[int, list[tuple[float, float, float]]] = defaultdict(list)

    def add(self, server: Server) -> None:
        """Take a server into the rounds, its threads warm and connected."""
        self.servers.append(server)
        clients = max(*self.options.clients, 16)
        self._measure(server, clients, min(WARM_UP_SECONDS, self.options.seconds))

    def round(self, number: int) -> None:
        """Measure everything once, one after the other."""
        for clients in self.options.clients:
            self._measure_limit(clients)
            for server in self.servers:
                found = self._measure(server, clients, self.options.seconds)
                self.measured[server.name, clients].append(found)
                disturbed = "  DISTURBED" if found.others > DISTURBED else ""
                print(
                    f"round {number + 1}: {server.name} {clients:2}: {found.a_second:7.0f} moves/s,"
                    f" limit {self.limits[clients][-1][0]:7.0f},"
                    f" others {found.others:.0%} of the machine{disturbed}",
                    flush=True,
                )

    def _measure(self, server: Server, clients: int, seconds: float) -> Measured:
        moves = round(self.needed[server.name, clients] * seconds * 1.3)
        lanes = self.supply.lanes(clients, moves)
        texts = [[post.text for post in lane] for lane in lanes]
        found = server.measure(texts, seconds=seconds, postmaster=self.postmaster)
        self.needed[server.name, clients] = found.a_second
        return found

    def _measure_limit(self, clients: int) -> None:
        before = tree_cpu(self.postmaster)
        a_second, p50 = _limit.run(
            self.url,
            rows=self.options.rows,
            clients=clients,
            seconds=self.options.seconds,
            folder=self.folder,
        )
        time.sleep(SETTLED_SECONDS)
        worked = tree_cpu(self.postmaster) - before
        cpu = 1e6 * worked / (a_second * max(1, round(self.options.seconds)))
        self.limits[clients].append((a_second, p50, cpu))

    def report(self) -> float:
        """Print the medians; return the best share of the limit at the most clients."""
        print(
            "\nserver    clients  moves/s  of the limit     p50     p99 ms"
            "   CPU us a move: web, PostgreSQL, client"
        )
        best = 0.0
        for clients in self.options.clients:
            top, p50, cpu = (median(column) for column in zip(*self.limits[clients], strict=True))
            print(f"pgbench   {clients:7} {top:8.0f}         100 % {p50:7.1f}{cpu:33.0f}")
            for server in self.servers:
                rounds = self.measured[server.name, clients]
                found = _medians(rounds)
                # Round by round: whatever slowed one slowed the other.
                share = median(
                    each.a_second / limit[0]
                    for each, limit in zip(rounds, self.limits[clients], strict=True)
                )
                print(
                    f"{server.name:9} {clients:7} {found.a_second:8.0f} {share:13.1%}"
                    f" {found.p50:7.1f} {found.p99:7.1f}"
                    f"{found.web_cpu:19.0f} {found.postgres_cpu:6.0f} {found.client_cpu:6.0f}"
                )
                if clients == max(self.options.clients):
                    best = max(best, share)
        if all(each.others > DISTURBED for rounds in self.measured.values() for each in rounds):
            print("\nEvery round was disturbed: measure again on a quiet machine.")
        print(f"\nThe best share at {max(self.options.clients)} clients is {best:.1%}; ", end="")
        print(f"at least {LEAST_SHARE:.0%} is claimed.")
        return best

    def report_stages(self, moves: int) -> None:
        """Print where the time of one POST goes."""
        from bench import _stages  # needs Django

        (lane,) = self.supply.lanes(1, moves)
        clock = _stages.measure(lane[:moves])
        count = clock.entered[_stages.REST]
        statements = sum(
            entered for name, entered in clock.entered.items() if name.startswith("SQL")
        )
        # BEGIN goes out with the first statement of a transaction, and passes no wrapper.
        print(f"\n{statements / count + 1:.1f} statements a move, BEGIN and COMMIT among them.")
        print("us of one POST, in one process      wall     CPU")
        for name in sorted(clock.wall, key=clock.wall.__getitem__, reverse=True):
            wall, cpu = 1e6 * clock.wall[name] / count, 1e6 * clock.cpu[name] / count
            print(f"  {name:32} {wall:7.0f} {cpu:7.0f}")
        wall, cpu = (1e6 * sum(each.values()) / count for each in (clock.wall, clock.cpu))
        print(f"  {'together':32} {wall:7.0f} {cpu:7.0f}")


def _medians(rounds: list[Measured]) -> Measured:
    """Return the medians of the rounds, without the disturbed ones where others are left."""
    calm = [each for each in rounds if each.others <= DISTURBED] or rounds
    return Measured(
        moves=sum(each.moves for each in calm),
        a_second=median(each.a_second for each in calm),
        p50=median(each.p50 for each in calm),
        p99=median(each.p99 for each in calm),
        web_cpu=median(each.web_cpu for each in calm),
        postgres_cpu=median(each.postgres_cpu for each in calm),
        client_cpu=median(each.client_cpu for each in calm),
        others=median(each.others for each in calm),
    )


# --- database -----------------------------------------------------------------------------------


def _set_up_django(url: str, folder: Path) -> None:
    os.environ["DATABASE_URL"] = url
    os.environ["SCOPA_DATA_DIR"] = str(folder / "data")
    os.environ["LIMIT_MOVE_PER_PLAYER"] = "1000000000"  # counted, and never reached
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scopa_site.settings")
    importlib.import_module("django").setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)


def _refuse_unless_durable(url: str) -> int:
    """Print what the server promises; return the process that is the parent of its backends."""
    with psycopg.connect(url) as connection:
        told = {
            name: connection.info.parameter_status(name)
            or connection.execute(f"SHOW {name}").fetchone()[0]  # type: ignore[index]
            for name in ("server_version", "fsync", "synchronous_commit", "full_page_writes")
        }
        print("PostgreSQL: " + ", ".join(f"{name} {value}" for name, value in told.items()))
        if told["fsync"] != "on" or told["synchronous_commit"] != "on":
            raise SystemExit("This server may forget what it has confirmed: nothing was measured.")
        return parent_of(connection.info.backend_pid)


def _fill(url: str, rows: int) -> None:
    """Fill the table of matches with copies, to the size of a service that is used."""
    from bench._matches import Supply  # needs Django
    from games.models import Match

    Supply(pairs=1).lanes(1, 1)
    own = {"id", "public_id", "open_deal_id", "rematch_of_id"}
    kept = [field.column for field in Match._meta.concrete_fields if field.column not in own]
    columns = ", ".join(column for column in kept if column is not None)
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(
            f"INSERT INTO games_match (public_id, {columns}) SELECT gen_random_uuid(), {columns}"  # noqa: S608
            " FROM (SELECT * FROM games_match LIMIT 1) AS one, generate_series(1, %s)",
            (rows,),
        )
        connection.execute("VACUUM ANALYZE games_match")


if __name__ == "__main__":
    sys.exit(main())
