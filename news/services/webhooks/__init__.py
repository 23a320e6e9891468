"""Webhooks: other programs are told what happens in a club.

- `set_up`: an owner adds one, changes, stops, removes or tests it, or has a new secret made.
- `queue`: what happened becomes a message to each webhook that wants it.
- `contents`: what a message says, made when it is sent.
- `deliver`: sends what waits, tries again, and stops what fails for three days.
- `signing`: secrets and signatures (Standard Webhooks).
- `connection`: one request over https, to a checked address.
"""
