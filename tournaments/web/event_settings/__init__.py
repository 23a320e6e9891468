"""Pages of an event's settings. `page`: the page and who helps with the event. `form`: its fields. `meanwhile`: what
happens when two organisers change settings at once. `edition`: which edition of the rules is played."""
