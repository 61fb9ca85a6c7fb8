"""Replies kept beside their effects, so that a request sent again changes nothing again."""
