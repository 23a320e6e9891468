"""A made-up game for three or four seats, which shows that the service knows no game by name.

In each turn all three bid coins at once, and a bid that is higher than both others wins the turn (B1). Nobody bids more
than the edition allows (B2). After the edition's number of turns more turns won rank first, then fewer coins bid (B3).
"""

from tests.toy_system.system import TOY

__all__ = ["TOY"]
