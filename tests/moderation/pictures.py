"""Pictures to send."""

from __future__ import annotations

from io import BytesIO

from PIL import Image


def png(size: tuple[int, int] = (8, 8)) -> BytesIO:
    """A PNG of one colour."""
    file = BytesIO()
    Image.new("RGB", size, "teal").save(file, "PNG")
    file.seek(0)
    return file
