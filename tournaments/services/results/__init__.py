"""What is done with the result of an event's game. One module per action:

- `set_up`: what the event's rule asks for before a game starts, and what a document may say of it.
- `variants`: say at the table what a game is played with.
- `draft`: record a game part by part.
- `hand_in`: hand a result in.
- `confirm`: confirm it, dispute it, or give in.
- `deadline`: confirm a result by itself when nobody objected in time.
- `desk`: confirm many waiting results at once.
- `enter`: enter results as they are typed at the desk (`typed`: lines; `typed_verdict`: what they say).
- `take_back`: take back what the desk just did.
- `appeal`: a player answers a decision once, and an arbiter lets it stand.
- `rule`: an arbiter's decision, previewed and made.
"""
