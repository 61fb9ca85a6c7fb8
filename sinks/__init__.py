"""Receivers on loopback for all that leaves the service: `make sinks`.

They speak as the providers do, write down what they got, and misbehave when told to.
"""
