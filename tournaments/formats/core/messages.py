"""Marks a message for translation without translating it: the formats speak English, the pages translate."""


def gettext_noop(message: str) -> str:
    """Return `message` as it is; gettext's extraction finds the call by its name."""
    return message


def pgettext_noop(context: str, message: str) -> str:
    """Return `message` as it is; whoever translates it has to give the same context."""
    return message
