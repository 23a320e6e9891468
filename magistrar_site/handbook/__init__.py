"""The handbook: the chapters in docs/handbook, shown under /help/ and linked from every page. It knows no other app:
pages are named by the names of their addresses."""
