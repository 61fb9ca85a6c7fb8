"""What must hold of everything stored, whatever was killed meanwhile: docs/reliability.md."""

from games.invariants.checks import CHECKS, violations
from games.invariants.violation import Scope, Violation

__all__ = ["CHECKS", "Scope", "Violation", "violations"]
