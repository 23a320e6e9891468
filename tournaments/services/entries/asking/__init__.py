"""What an event asks its players beside the name, and what becomes of it.

`form` says what is asked. `details` takes what a player says, `fees` notes who has paid, `forget` deletes contact
details and answers some time after the event. All of it is rows, for the organiser alone: no fact, no bundle, no log.
"""
