"""What people are told of matches beside the API: the types, and their words."""
