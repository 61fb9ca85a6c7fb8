"""Pages for people without an app: rendered here, and without a script."""
