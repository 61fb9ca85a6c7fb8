"""Doorbells. A task reads the clock, makes one call, and may run twice."""
