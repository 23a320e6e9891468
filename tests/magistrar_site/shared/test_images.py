"""Pictures that people upload come out small, of one kind, and with nothing else in them."""

from __future__ import annotations

import io
import struct
import subprocess
import sys
import zlib

import pytest
from django.conf import settings
from PIL import Image
from PIL.PngImagePlugin import PngInfo

from magistrar_site.shared.errors import Invalid
from magistrar_site.shared.images import small_picture


def file_of(kind: str, size: tuple[int, int] = (40, 20), mode: str = "RGB", **options: object) -> bytes:
    out = io.BytesIO()
    Image.new(mode, size, 128 if mode in "LP" else None).save(out, kind, **options)
    return out.getvalue()


def small(data: bytes, *, square: bool = False) -> bytes:
    return small_picture(io.BytesIO(data), square=square)


def shown(data: bytes) -> Image.Image:
    return Image.open(io.BytesIO(data), formats=("WEBP",))


@pytest.mark.parametrize("kind, mode", [("PNG", "RGBA"), ("PNG", "P"), ("PNG", "L"), ("JPEG", "CMYK"), ("WEBP", "RGB")])
def test_every_kind_becomes_a_small_webp(kind: str, mode: str) -> None:
    large = shown(small(file_of(kind, (900, 300), mode)))
    assert (large.format, large.size) == ("WEBP", (256, 85))
    assert shown(small(file_of(kind, (900, 300), mode), square=True)).size == (256, 256)


def test_large_picture_takes_little_memory_and_stands_upright() -> None:
    exif = Image.Exif()
    exif[0x0112] = 6
    for kind, mode, size in (
        ("PNG", "RGBA", (3000, 2000)),
        ("WEBP", "RGB", (3000, 2000)),
        ("JPEG", "RGB", (5760, 3840)),
    ):
        assert shown(small(file_of(kind, size, mode, exif=exif))).size == (171, 256)
    code = (
        "import io, re, sys; from magistrar_site.shared.images import settings, small_picture;"
        "sent = sys.stdin.buffer.read(settings.PICTURE_MAX_BYTES);"
        "peak = lambda: int(re.search(r'VmHWM:\\s+(\\d+)', open('/proc/self/status').read())[1]); before = peak();"
        "small_picture(io.BytesIO(sent)); print(peak() - before)"
    )
    for data in (file_of("PNG", (3000, 2000), "RGBA"), file_of("JPEG", (5760, 3840))):
        told = subprocess.run([sys.executable, "-c", code], input=data, capture_output=True, check=True)
        assert 1_000 < int(told.stdout) < 70_000, "kB"


@pytest.mark.parametrize("square, size", [(False, (192, 256)), (True, (256, 256))])
def test_photo_of_a_phone_stands_upright(square: bool, size: tuple[int, int]) -> None:
    """24 million pixels, lying; the upper half is dark once it stands."""
    photo = Image.new("RGB", (5712, 4284), "white")
    photo.paste("black", (0, 0, 2856, 4284))
    exif, file = Image.Exif(), io.BytesIO()
    exif[0x0112] = 6  # turned by a quarter
    photo.save(file, "JPEG", exif=exif)
    kept = shown(small_picture(file, square=square)).convert("L")
    assert kept.size == size
    assert kept.crop((0, 0, size[0], 120)).getextrema()[1] < 40
    assert kept.crop((0, 136, *size)).getextrema()[0] > 200


def test_metadata_goes_and_the_picture_stands_upright() -> None:
    exif = Image.Exif()
    exif[0x0112], exif[0x010E], exif[0x8825] = 6, "Anna at home", {1: "N"}
    kept = small(file_of("JPEG", (200, 100), exif=exif, comment=b"Anna at home"))
    assert b"Anna" not in kept
    assert shown(kept).size == (100, 200)
    assert not shown(kept).getexif()
    notes = PngInfo()
    notes.add_text("Comment", "Anna at home")
    assert b"Anna" not in small(file_of("PNG", pnginfo=notes))


def test_what_hangs_behind_a_picture_goes() -> None:
    assert b"<script>" not in small(file_of("PNG") + b"<script>alert(1)</script>")


def png_of_size(width: int, height: int) -> bytes:
    """A PNG whose header promises that many pixels, with next to no data: a bomb."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(bytes(99))) + chunk(b"IEND", b"")
    )


HOSTILE = {
    "nothing": b"",
    "text": b"hello",
    "svg": b'<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
    "html": b"<html><script>alert(1)</script></html>",
    "gif": file_of("GIF"),
    "tiff": file_of("TIFF"),
    "bmp": file_of("BMP"),
    "pdf": file_of("PDF"),
    "icon": file_of("ICO"),
    "cut short": file_of("JPEG", (400, 400))[:200],
    "broken": file_of("PNG")[:20] + bytes(200),
    "bomb": png_of_size(60_000, 60_000),
    "long": png_of_size(14_000, 1),
    "many pixels": png_of_size(2500, 2500),
    "many pixels of a JPEG": file_of("JPEG", (5100, 5000)),
    "empty pixels": png_of_size(2000, 2000),
    "large": file_of("PNG") + bytes(settings.PICTURE_MAX_BYTES),
    "eps": b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\n",
}


@pytest.mark.parametrize("what", HOSTILE)
def test_anything_else_is_refused_in_words(what: str) -> None:
    with pytest.raises(Invalid) as refused:
        small(HOSTILE[what])
    assert refused.value.code in {"no_picture", "picture_too_large"}
    assert set(refused.value.fields) == {"picture"}
