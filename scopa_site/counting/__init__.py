"""Counters of attempts: in Redis or in this process, and in the database while Redis is away."""
