"""Notifications over HTTP: parse, one call, render."""
