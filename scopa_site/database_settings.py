"""How the database is reached, and how long it may keep anybody waiting."""

from typing import Any

from scopa_site.env import DATA_DIR, env

__all__ = ["database"]

_SQLITE_PRAGMAS = (
    "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA foreign_keys=ON;"
    " PRAGMA busy_timeout=20000;"
)
_SQLITE_OPTIONS = {
    # A deferred transaction that turns into a writer fails at once under load; IMMEDIATE waits.
    "transaction_mode": "IMMEDIATE",
    "timeout": 20,
    "init_command": _SQLITE_PRAGMAS,
}
_POSTGRES_OPTIONS: dict[str, Any] = {
    "options": " ".join(
        f"-c {name}={value}"
        for name, value in {
            "lock_timeout": env.str("PG_LOCK_TIMEOUT", "2s"),
            "statement_timeout": env.str("PG_STATEMENT_TIMEOUT", "5s"),
            "idle_in_transaction_session_timeout": "10s",
        }.items()
    ),
    "application_name": "scopa",
}
if env.bool("PG_PREPARE", True):
    # Statements are parsed and planned once a connection. Not behind a pooler that hands the
    # server's connections around between transactions: set PG_PREPARE=false there.
    _POSTGRES_OPTIONS |= {"server_side_binding": True, "prepare_threshold": 3}


def database() -> dict[str, Any]:
    """Return the settings of the one database: of DATABASE_URL, or a file in the data directory."""
    config: dict[str, Any] = dict(
        env.dj_db_url("DATABASE_URL", f"sqlite:///{DATA_DIR / 'scopa.sqlite3'}")
    )
    sqlite = config["ENGINE"].endswith("sqlite3")
    ours = _SQLITE_OPTIONS if sqlite else _POSTGRES_OPTIONS
    config["OPTIONS"] = {**ours, **config.get("OPTIONS", {})}
    if sqlite:
        # Threads of the tests must see one another: an in-memory database would be one a thread.
        config["TEST"] = {"NAME": str(DATA_DIR / "test.sqlite3")}
    else:
        config["CONN_MAX_AGE"] = env.int("CONN_MAX_AGE", 600)
    return config
