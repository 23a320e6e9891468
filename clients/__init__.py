"""Clients of the API, made from its schema: `python -m clients.make`."""
