"""Typed reads of the environment; nonsense stops the start with a sentence."""

import re
import secrets
from pathlib import Path

from environs import Env

__all__ = ["BASE_DIR", "DATA_DIR", "LOCAL", "env", "kept_secret", "versions"]

BASE_DIR = Path(__file__).resolve().parent.parent

_SECRET_BYTES = 32
_VERSION = re.compile(r"\d{1,6}\.\d{1,6}\.\d{1,6}")

env = Env()

# One process tree on SQLite for a newcomer; any DATABASE_URL means a real deployment.
LOCAL = not env.str("DATABASE_URL", "")
DATA_DIR = Path(env.str("SCOPA_DATA_DIR", str(BASE_DIR / "var")))


def versions(variable: str) -> dict[str, str]:
    """Read versions by name, as in `ios=1.4.0,android=1.3.2`. Raises ValueError for any other."""
    found: dict[str, str] = env.dict(variable, {})
    for name, version in found.items():
        if not _VERSION.fullmatch(version):
            raise ValueError(f"{variable} has {version!r} for {name}; a version is like 1.2.3.")
    return found


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
