"""What is done with the players of a season before it starts:

- `answer`: a player of last season comes back, or doesn't.
- `sign_up`: newcomers and reserves, by themselves or by the league's staff.
- `seed`: a strong newcomer gets a division before filling (G11); reserves.
- `move`: a player is put in a division by hand, with a reason (G3).
"""
