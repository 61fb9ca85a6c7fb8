"""Whether a message goes out now, later, together with others, or never. Pure."""
