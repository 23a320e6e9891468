"""An event's stages, one after the other. One module per action:

- `plan`: plan the stage after the one that runs, or plan none.
- `advance`: who goes on from a stage, and in which order of seeds.
- `close`: close a stage and start the next one; take that back.
- `standings`: work out and store a stage's tables.
"""
