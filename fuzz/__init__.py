"""Call the API by what its own document allows and forbids, as each kind of caller."""
