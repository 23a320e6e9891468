"""What is done with the result of an event's game. One module per action:

- `set_up`: what the event's rule asks for before a game starts, and what a document may say of it.
- `variants`: say at the table what a game is played with.
- `draft`: record a game part by part.
- `hand_in`: hand a result in.
- `confirm`: confirm it, dispute it, or give in.
- `deadline`: confirm a result by itself when nobody objected in time.
- `desk`: accept or enter many results at once.
- `rule`: an arbiter's decision, previewed and made.
"""
