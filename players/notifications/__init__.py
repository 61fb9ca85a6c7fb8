"""What players are told beside the API: types, ways, manners, and why something did not come."""
