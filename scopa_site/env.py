"""Typed reads of the environment; nonsense stops the start with a sentence."""

import secrets
from pathlib import Path

from environs import Env

__all__ = ["BASE_DIR", "DATA_DIR", "LOCAL", "env", "kept_secret"]

BASE_DIR = Path(__file__).resolve().parent.parent

_SECRET_BYTES = 32

env = Env()

# One process tree on SQLite for a newcomer; any DATABASE_URL means a real deployment.
LOCAL = not env.str("DATABASE_URL", "")
DATA_DIR = Path(env.str("SCOPA_DATA_DIR", str(BASE_DIR / "var")))


def kept_secret(name: str) -> str:
    """Return the secret kept under `name` in the data directory, making it on first use.

    Only for a local run: a deployment gives its secrets by environment.
    """
    path = DATA_DIR / name
    if not path.exists():
        DATA_DIR.mkdir(parents=True, exist_ok=True)
        # Written aside and linked into place: of two first starts at once, one secret wins whole.
        draft = DATA_DIR / f".{name}-{secrets.token_hex(4)}"
        draft.touch(mode=0o600)
        draft.write_text(secrets.token_urlsafe(_SECRET_BYTES) + "\n")
        try:
            path.hardlink_to(draft)
        except FileExistsError:
            pass
        finally:
            draft.unlink()
    return path.read_text().strip()
