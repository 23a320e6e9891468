"""A small database of each released version: VERSION.sql.gz, and VERSION.json with what is in it. test_upgrades.py
migrates each to the newest version. `python -m tests.upgrades` makes those of the version that is about to be released.
"""
