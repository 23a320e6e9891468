"""Rounds in the API. `pairings`: pair, publish and read rounds. `pairing_jobs`: pair in the background. `change`:
changes by hand, states, the clock. `wishes`: byes, tables, players kept apart, prizes. `explain`: how a pairing
came about."""
