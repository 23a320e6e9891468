"""What is done with the players of a season:

- `answer`: a player of last season comes back, or doesn't.
- `sign_up`: newcomers and reserves, by themselves or by the league's staff.
- `seed`: a strong newcomer gets a division before filling (G11); reserves.
- `take_over`: a reserve goes on in the place of a player of the running season (G15).
- `move`: a player is put in a division by hand, with a reason (G3).
"""
