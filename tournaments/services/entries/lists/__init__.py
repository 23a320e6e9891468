"""Reads lists of players: typed, pasted from a table, or saved by a spreadsheet. Nothing here knows who is who.

- `read`: reads any list; the other modules serve it.
- `encodings`: finds out which encoding a file was saved in.
- `lines`: reads lists without a heading, line by line.
- `tables`: reads tables with a heading.
- `trf`: reads the players of a tournament report file.
- `columns`: what a column holds, by its title or its cells.
- `name_extras`: what people write beside a name (titles, federations, years of birth).
- `player_list`: the values that reading returns, and how single cells are read.
"""
