"""What is done with a whole event. One module per action:

- `create`: create an event from a preset (`presets`).
- `edition`: choose which edition of the rules is played.
- `settings`: change what an event was set up with, and who helps with it.
- `start`: seed the entries and start; `rating_sources`: which ratings seed an event.
- `finish`: fix the final ranking and the prizes.
- `prizes`: add and remove prize categories.
"""
