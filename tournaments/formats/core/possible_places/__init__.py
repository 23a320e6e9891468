"""The best and the worst place that each entrant of a stage can still end on. Read `places.py` first.

- `values`: what is told of an entrant, and the chance that is reckoned with
- `columns`: the tie-breaks, as far as open games leave them known
- `reaches`: the least and the most of each column for each entrant
- `bounds`: places by these reaches alone, for any number of open games
- `worlds`: the games of a stage where given entrants are struck from the table
- `search`: the exact places, over all results of few open games
- `keeping`: the places within those that were told before
- `guarantees`: which own results make a place certain
"""
