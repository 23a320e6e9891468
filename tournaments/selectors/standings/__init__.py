"""Standings, read from what was derived:

- `rows`: the newest table and its rows; `outdated`: events whose tables are behind their facts.
- `tables`: standings as pages show them; `groups`: a table of each group; `leaders`: the first lines.
- `tie_breaks`: what the values of a line are made of; `progress`: how a player's points grew.
- `crosstables`: everybody against everybody, or round by round.
- `final`: the ranking and the prizes of a finished event.
"""
