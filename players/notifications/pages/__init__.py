"""Pages that mails lead to, without a log-in."""
