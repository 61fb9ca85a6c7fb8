"""The admin of the service itself, and what the admins of the apps above are made of."""

from scopa_site.admin.effects import EffectAdmin

__all__ = ["EffectAdmin"]
