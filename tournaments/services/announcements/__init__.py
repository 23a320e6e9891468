"""Telling players something: `mail` writes to all of an event who agreed to that, `announce` says it on pages."""
