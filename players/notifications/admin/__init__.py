"""Notifications in the admin: what was told, what became of it, and sending it again."""
