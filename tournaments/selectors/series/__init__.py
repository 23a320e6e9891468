"""Matches of several games. `matches`: what their games' results come to, and what the next game's set-up is. `cells`:
what such a match is in a stage's table. `views`: how pages and the API show it. `grand_mage`: a club's series for
its title."""
