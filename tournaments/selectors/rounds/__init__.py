"""What is read of rounds and their matches:

- `matches`: matches with their seats and games. `clock`: the clock of a round.
- `pairings`: pairings as pages show them; `name_lines`: the same by the players' names.
- `desk`: all games of a round as the results desk sees them.
- `wishes`: byes asked for, fixed tables, players kept apart.
- `pairing_jobs`: pairings that are worked out in the background.
- `explain` and `reasons`: how a pairing came about, in words.
"""
