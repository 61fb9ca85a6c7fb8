"""The HTTP API of accounts and profiles."""
