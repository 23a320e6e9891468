"""Entries in the API. `list`: lists of players, entries and their links. `moves`: sign up, wait, pause, leave, come
back, check in."""
