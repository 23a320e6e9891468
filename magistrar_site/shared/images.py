"""Pictures that people upload: decoded, made small and encoded anew, so that nothing of the file that was sent is ever
served: no metadata, no second file behind the first, no script."""

from __future__ import annotations

import io
import warnings

from django.utils.translation import gettext_lazy as _
from PIL import Image, ImageOps

from magistrar_site.shared.errors import Invalid

FORMATS = ("PNG", "JPEG", "WEBP")
MEDIA_TYPE = "image/webp"
MOST_BYTES = 900_000
MOST_PIXELS = 16_000_000
LONGEST_SIDE = 12_000
SIZE = 256  # of what is kept
QUALITY = 82


def small_picture(data: bytes, *, square: bool = False) -> bytes:
    """The picture as WebP, at most 256 pixels a side; cut to its middle where it is to be `square`. Invalid
    `picture_too_large`, `no_picture`."""
    if len(data) > MOST_BYTES:
        raise _refused("picture_too_large", _("The file is too large: at most 900 kB."))
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            return _encoded(data, square=square)
    except Invalid:
        raise
    # What a broken file makes a decoder raise is anything; all of it means the same.
    except Exception:
        raise _refused("no_picture", _("This is no picture that can be read. Send a PNG, JPEG or WebP file.")) from None


def _encoded(data: bytes, *, square: bool) -> bytes:
    with Image.open(io.BytesIO(data), formats=FORMATS) as opened:
        width, height = opened.size  # of the header: nothing is decoded yet
        if width * height > MOST_PIXELS or max(width, height) > LONGEST_SIDE:
            raise _refused("picture_too_large", _("The picture has too many pixels: at most 16 million."))
        opened.draft("RGB", (SIZE * 2, SIZE * 2))  # a large JPEG is decoded small
        upright = ImageOps.exif_transpose(opened)
        kept = upright.convert("RGBA" if upright.has_transparency_data else "RGB")
    if square:
        kept = ImageOps.fit(kept, (SIZE, SIZE))
    else:
        kept.thumbnail((SIZE, SIZE))
    bare = Image.new(kept.mode, kept.size)
    bare.paste(kept)
    out = io.BytesIO()
    bare.save(out, "WEBP", quality=QUALITY, method=4)
    return out.getvalue()


def _refused(code: str, message: object) -> Invalid:
    return Invalid(code, message, fields={"picture": message})  # type: ignore[arg-type, dict-item]
