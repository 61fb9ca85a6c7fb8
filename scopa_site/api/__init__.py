"""The transport kernel: what every HTTP API of the service has in common."""
