"""The life of a season (G1), one step a module. Each is the act of a named person and a fact of the league's stream.

- `plan`: a next season with its settings, and changing them.
- `open_entries`: last season's players are asked, newcomers may sign up; and taking that back.
- `placement`: who plays in which division, first as a plan; and taking it back.
- `start`: each division gets its event, its players and its rounds; and taking that back.
- `matchdays`: the windows that all divisions share, and moving them.
- `cancel`: no promotion, no champion; games stay rated.
- `begin_closing`: the tables become final; and taking that back.
- `decide`: ties that matter and play-offs, by a game, by lots or by a ruling.
- `close`: champions, promoted and relegated players; and taking that back.
- `correct`: a result of a closed season is put right.

What players and organisers do with entries is in `leagues.services.entries`. `change` has what all steps begin with.
"""
