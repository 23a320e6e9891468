"""Two players who are one person (ADR 22).

`merge` makes them one: everything of the one is the other's. `preview` tells before what that changes. `undo` takes it
back. `ask` is for players: an account says that two players are the same person, and an organiser answers.
"""
