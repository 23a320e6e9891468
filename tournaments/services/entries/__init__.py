"""How players come into an event and leave it. One module per action:

- `lists`: read lists of players as people have them (a package: values in, values out).
- `preview`: say line by line what entering a list would do, before anything is written.
- `add`: enter the players of a list. `links`: their personal links.
- `sign_up`: players enter themselves.
- `claims`: the organiser says whether somebody who signed up is the known player of that name.
- `late`: enter a running event, with a bye for each round that was missed.
- `open_games`: the games of rounds published ahead, when an entry leaves or comes back.
- `take_over`: another player goes on in an entry's place.
- `check_in`: open and close the check-in; check players in and out.
- `states`: remove, pause, withdraw, expel, return and place an entry; the waiting list; the table of what is allowed
  in which state.
"""
