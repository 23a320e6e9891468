"""Matches of several games, and the Grand Mage title that is played for in them. One module per action:

- `follow`: arrange the next game, and let games that nobody has played yet follow a corrected result.
- `forfeit`: rule that a player forfeits what is left of a match.
- `annul`: annul later games, so that they are played anew.
- `friendly`: arrange one more game of a decided match.
- `grand_mage`: work out and store a club's Grand Mage standings.
"""
