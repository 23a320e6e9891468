"""What is done with a league itself:

- `create`: a club starts a league.
- `change`: its name, what it says of itself, the clubs that run it together.
- `roles`: who is owner, manager, arbiter.
"""
