"""What everybody may read of leagues.

- `zones`: what the places of a division's table mean, and whether that is certain
- `history`: champions, the all-time table, records, and a player's way through the divisions
"""
