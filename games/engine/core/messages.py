"""Marks a sentence for translation without translating it: the engine speaks English, its users translate."""


def gettext_noop(message: str) -> str:
    """Return `message` as it is; gettext's extraction finds the call by its name."""
    return message
