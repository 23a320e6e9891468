"""Pictures that people upload: decoded, made small and encoded anew, so that nothing of the file that was sent is ever
served: no metadata, no second file behind the first, no script."""

from __future__ import annotations

import io
import os
import threading
import warnings
from typing import IO

from django.conf import settings
from django.utils.translation import gettext_lazy as _
from PIL import ExifTags, Image, ImageOps

from magistrar_site.shared.errors import Invalid

FORMATS = ("PNG", "JPEG", "WEBP")
MEDIA_TYPE = "image/webp"
MOST_PIXELS = 25_000_000  # of a JPEG, which is decoded small: as many as phones' cameras make
MOST_PIXELS_AT_ONCE = 6_000_000  # of the others, which are decoded in full
LONGEST_SIDE = 12_000
SIZE = 256  # of what is kept
ORIENTATION = ExifTags.Base.Orientation
QUALITY = 82
_ONE_AT_A_TIME = threading.Lock()  # it takes up to 50 MB, a progressive JPEG 150 MB


def small_picture(file: IO[bytes], *, square: bool = False) -> bytes:
    """The picture in a file as WebP, at most 256 pixels a side; cut to its middle where it is to be `square`. Invalid
    `picture_too_large`, `no_picture`."""
    if file.seek(0, os.SEEK_END) > settings.PICTURE_MAX_BYTES:
        raise _refused("picture_too_large", _("The file is too large: at most 10 MB."))
    file.seek(0)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            with _ONE_AT_A_TIME:
                return _encoded(file, square=square)
    except Invalid:
        raise
    # What a broken file makes a decoder raise is anything; all of it means the same.
    except Exception:
        raise _refused("no_picture", _("This is no picture that can be read. Send a PNG, JPEG or WebP file.")) from None


def _encoded(file: IO[bytes], *, square: bool) -> bytes:
    with Image.open(file, formats=FORMATS) as opened:
        width, height = opened.size  # of the header: nothing is decoded yet
        most = MOST_PIXELS_AT_ONCE if opened.format in {"PNG", "WEBP"} else MOST_PIXELS
        if width * height > most or max(width, height) > LONGEST_SIDE:
            raise _refused(
                "picture_too_large", _("The picture has too many pixels: at most 25 million as JPEG, else 6 million.")
            )
        opened.draft("RGB", (SIZE * 2, SIZE * 2))
        kept = _upright(opened)
    if square:
        kept = ImageOps.fit(kept, (SIZE, SIZE))
    else:
        kept.thumbnail((SIZE, SIZE))
    bare = Image.new(kept.mode, kept.size)
    bare.paste(kept)
    out = io.BytesIO()
    bare.save(out, "WEBP", quality=QUALITY, method=4)
    return out.getvalue()


def _upright(opened: Image.Image) -> Image.Image:
    """The picture as its camera was held, in RGB or RGBA. Made smaller before it is turned, as each step is a copy."""
    orientation = opened.getexif().get(ORIENTATION)
    mode = "RGBA" if opened.has_transparency_data else "RGB"
    whole = opened if opened.mode == mode else opened.convert(mode)
    small = whole.reduce(max(1, min(whole.size) // (2 * SIZE)))
    if orientation:
        small.getexif()[ORIENTATION] = orientation
    return ImageOps.exif_transpose(small)


def _refused(code: str, message: object) -> Invalid:
    return Invalid(code, message, fields={"picture": message})  # type: ignore[arg-type, dict-item]
