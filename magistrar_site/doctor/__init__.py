"""`manage.py doctor`: what is wrong with a set-up, and what to do. Each module looks at one thing and tells `Finding`s;
`examination.py` runs them all."""
