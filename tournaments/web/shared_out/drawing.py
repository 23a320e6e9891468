"""A picture of a result, as what reads Open Graph shows it: 1200 x 630 pixels, in the site's light colours."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

WIDTH, HEIGHT, EDGE = 1200, 630, 64
FONT = Path(__file__).parent / "fonts" / "DejaVuSans-Bold.ttf"
# The tokens of the stylesheet: bg, card, line, text, muted, accent, ok.
PAPER, CARD, LINE, TEXT, MUTED, ACCENT, WON = (
    "#fbfaf7",
    "#ffffff",
    "#dcd8cf",
    "#1d1b22",
    "#5d5866",
    "#5b3fa8",
    "#1d7a46",
)
SMALL, NAME, NUMBER, LEAST = 30, 46, 150, 24
MOST_SIDES = 6
NOT_IN_FONT = "\U0010fffd"


@dataclass(frozen=True)
class SideOfPicture:
    """A player: the name, what stands for one that the font can't write, the number, and whether they won."""

    name: str
    instead: str
    number: str
    is_winner: bool


@dataclass(frozen=True)
class ResultPicture:
    """What the picture says: where the game was played, the sides in seat order, what the numbers count, and the result
    in words."""

    where: str
    sides: Sequence[SideOfPicture]
    label: str
    said: str


@lru_cache(maxsize=64)
def font(size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(FONT, size)


@lru_cache(maxsize=4096)
def can_be_written(letter: str) -> bool:
    """Whether the font has the letter."""
    return letter.isspace() or bytes(font(SMALL).getmask(letter)) != bytes(font(SMALL).getmask(NOT_IN_FONT))


def written(side: SideOfPicture) -> str:
    """The name, or what stands for it."""
    return side.name if all(can_be_written(letter) for letter in side.name) else side.instead


def fitted(text: str, size: int, width: float) -> tuple[str, ImageFont.FreeTypeFont]:
    """The text in the largest letters that fit, at most `size`; cut where even the smallest are too large."""
    while size > LEAST and font(size).getlength(text) > width:
        size -= 2
    while len(text) > 1 and font(size).getlength(text) > width:
        text = text[:-2].rstrip() + "…"
    return text, font(size)


def result_png(picture: ResultPicture) -> bytes:
    """The picture as PNG."""
    image = Image.new("RGB", (WIDTH, HEIGHT), PAPER)
    draw = ImageDraw.Draw(image)
    draw.rounded_rectangle((EDGE / 2, EDGE / 2, WIDTH - EDGE / 2, HEIGHT - EDGE / 2), 24, CARD, LINE, 3)
    draw.rectangle((EDGE / 2, EDGE * 1.5, EDGE / 2 + 10, HEIGHT - EDGE * 1.5), ACCENT)
    _centred(draw, picture.where, SMALL, 96, MUTED)
    if len(picture.sides) == 2:
        _two(draw, picture)
    else:
        _many(draw, picture.sides[:MOST_SIDES])
    _centred(draw, picture.said, NAME, HEIGHT - 132, TEXT)
    _centred(draw, "Magistrar", SMALL, HEIGHT - 72, ACCENT)
    made = io.BytesIO()
    image.quantize(64).save(made, "PNG", optimize=True)
    return made.getvalue()


def _centred(
    draw: ImageDraw.ImageDraw, text: str, size: int, y: float, colour: str, *, x: float = WIDTH / 2, width: float = 0
) -> None:
    shown, letters = fitted(text, size, width or WIDTH - 3 * EDGE)
    draw.text((x, y), shown, colour, letters, anchor="mm")


def _two(draw: ImageDraw.ImageDraw, picture: ResultPicture) -> None:
    """Both names with their numbers face to face, the result's own word between them."""
    for side, x in zip(picture.sides, (WIDTH * 0.27, WIDTH * 0.73), strict=True):
        _centred(draw, written(side), NAME, 196, TEXT, x=x, width=WIDTH * 0.4)
        _centred(draw, side.number, NUMBER, 330, WON if side.is_winner else TEXT, x=x, width=WIDTH * 0.3)
    _centred(draw, ":" if picture.label else "–", NAME * 2, 326, MUTED)
    _centred(draw, picture.label, SMALL, 432, MUTED)


def _many(draw: ImageDraw.ImageDraw, sides: Sequence[SideOfPicture]) -> None:
    """A line for each player."""
    for at, side in enumerate(sides):
        y = 166 + at * (300 / max(1, len(sides) - 1) if len(sides) > 5 else 64)
        colour = WON if side.is_winner else TEXT
        name, letters = fitted(written(side), NAME, WIDTH * 0.6)
        draw.text((EDGE * 2.5, y), name, colour, letters, anchor="lm")
        draw.text((WIDTH - EDGE * 2.5, y), side.number, colour, font(NAME), anchor="rm")
