"""What people are told of matches beside the API: the types, and their words."""

from games.notices.hearer import Hearer

__all__ = ["Hearer"]
