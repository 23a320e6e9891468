"""Pages on which players come into an event. `players`: the organiser's page. `list_forms`: pasting or uploading
a list. `links`: their personal links. `sign_up`: players enter themselves. `check_in`: the desk's list of who
is here, and a player's own check-in."""
