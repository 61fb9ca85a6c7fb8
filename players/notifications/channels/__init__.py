"""The ways out: plain messages to telephones, mailboxes and programs. Nothing here reads a row."""
