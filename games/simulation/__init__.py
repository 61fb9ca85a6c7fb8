"""A month of correspondence play in minutes: invented people, a clock of its own, real services."""

from games.simulation.course import Course, simulate
from games.simulation.figures import Figures, figures_of
from games.simulation.habits import Habits, draw_habits

__all__ = ["Course", "Figures", "Habits", "draw_habits", "figures_of", "simulate"]
