"""The ways in which notifications, devices and preferences change."""
