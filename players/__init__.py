"""Who plays: accounts, tokens, profiles."""
