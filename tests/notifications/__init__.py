"""What players are told beside the API."""
