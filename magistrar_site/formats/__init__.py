"""Dates as they are written where Django's own way is unclear or too long."""
