"""Backups of the whole service: one file each, made while the site runs, checked by working out everything in it anew.

- `make`: makes a backup, and notes how it went.
- `plan`: when the next one is due.
- `keep`: which of the files stay.
- `restore`: sets a database up from a backup.
- `archive`: the file of a backup, written and read.
- `rows`: copies a database row by row, from either kind to either kind.
- `verify`: whether everything in a database holds; of a copy, in a process of its own.
"""
