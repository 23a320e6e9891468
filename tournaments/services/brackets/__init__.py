"""Brackets. One module per action:

- `decide`: say who goes on from a match whose games leave it open.
- `follow`: let the rounds that are paired follow a corrected result.
- `changes`: which matches change players, in words.
- `view`: a bracket as pages and the API show it.
- `names`: what its rounds and matches are called.
"""
