"""What is done with a round, from the first wish for it to the last result. One module per action:

- `byes`: request a bye for a round that isn't paired yet, and withdraw the request.
- `seating`: fix tables, and keep players apart.
- `plan`: change how many rounds a running Swiss stage has.
- `pair`: pair a round as a draft. `publish`: publish it.
- `pairing_jobs`: pair a large field in the background.
- `change`: change the pairings by hand.
- `undo`: discard a draft, or take a whole published round back.
- `clock`: set, start, pause and extend the round's clock.
- `times`: schedule the round, and agree on another time for a match.
- `states`: start, close and reopen a round; the table of what is allowed in which state.

`matches` writes the rows of matches and games for all of them; `warnings` compares a pairing with the system's own.
"""
