"""The process that waits for events in place of the web processes.

A thousand who wait are a thousand coroutines here, and one query twice a second; a thread or a
database connection for each there never is.
"""
