"""Ladders: a player challenges another (challenge.py) and withdraws it, the other accepts or declines (answer.py), and
the accepted challenge has a match whose result comes in as any other. Players say when they are away (holidays.py) and
come back to the ladder (roster.py). Deadlines and idle players follow by themselves (days.py). Those who run the event
rule on challenges without a match (rule.py)."""
