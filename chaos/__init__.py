"""Break the service while people play on it, and prove that nothing was lost: `make chaos`."""
