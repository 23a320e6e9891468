"""The handbook's pictures, made anew from the demo club: `make pictures`, or `python -m tests.handbook_pictures`.

They are committed, so that a stranger's site shows them: docs/handbook/pictures/<language>/<name>.webp. A picture is a
page of tests/browser/pages.py, or a part of one; tests say that each is there in every language, and that its page and
its part are.
"""

from __future__ import annotations

import argparse
import io
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tests.shots import LANGUAGES, served_scene

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from tests.browser.pages import Scene, ShownPage

QUALITY = 72  # of the WebP: letters stay sharp at twice the size
FEWEST_PIXELS = 40


@dataclass(frozen=True)
class Picture:
    """The page by its name, the part of it by a selector, the browser's width, and at most how much of the height."""

    page: str
    part: str = "main"
    width: int = 760
    most: int = 620
    press: str = ""  # what is pressed first


PHONE = 390
PICTURES: Mapping[str, Picture] = {
    "new-event": Picture("event-new", most=760),
    "before-start": Picture("manage-upcoming", most=640),
    "links": Picture("links", part=".link-cards", most=560, press="main form .button-primary"),
    "results": Picture("results-desk", most=640),
    "final": Picture("event-final", most=560),
    "season": Picture("demo-league-manage", most=560),
    "sheet": Picture("sheet", width=PHONE, most=640),
}


def pictures_make(languages: tuple[str, ...], only: tuple[str, ...] = ()) -> int:
    """Make the pictures; how many."""
    from playwright.sync_api import sync_playwright

    count = 0
    with served_scene() as (scene, site), sync_playwright() as playwright:
        from tests.browser.conftest import CHROMIUM, FLAGS
        from tests.browser.pages import candidates

        pages = {page.name: page for page in candidates(scene)[0]}
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        for language in languages:
            for name, picture in PICTURES.items():
                if not only or name in only:
                    picture_make(browser, scene, pages[picture.page], name, picture, site, language)
                    count += 1
        browser.close()
    return count


def picture_make(
    browser: Browser, scene: Scene, page: ShownPage, name: str, picture: Picture, site: str, language: str
) -> None:
    from PIL import Image

    from magistrar_site.handbook.book import FOLDER, PICTURE_SCALE
    from tests.shots import context_for

    size = {"width": picture.width, "height": picture.most}
    context = context_for(browser, scene, page, site, language, viewport=size, device_scale_factor=PICTURE_SCALE)
    shown = context.new_page()
    shown.goto(page.path, wait_until="load")
    shown.emulate_media(color_scheme="light", reduced_motion="reduce")
    if picture.press and shown.locator(picture.press).count():
        shown.locator(picture.press).first.click()
        shown.wait_for_load_state("load")
    box = shown.locator(picture.part).first.bounding_box()
    if box is None or box["height"] < FEWEST_PIXELS:
        raise SystemExit(f"{name}: there is nothing to see at {picture.part} of {page.path}")
    top, height = int(box["y"]), min(picture.most, int(box["height"]))
    # What sticks to the window's edges stands at the picture's.
    shown.set_viewport_size({"width": picture.width, "height": top + height})
    clip = {"x": 0, "y": top, "width": picture.width, "height": height}
    with Image.open(io.BytesIO(shown.screenshot(clip=clip))) as drawn:
        drawn.convert("RGB").save(FOLDER / "pictures" / language / f"{name}.webp", quality=QUALITY, method=6)
    context.close()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--languages", nargs="+", choices=LANGUAGES, default=LANGUAGES)
    parser.add_argument("--only", nargs="+", choices=tuple(PICTURES), default=())
    given = parser.parse_args()
    sys.stdout.write(f"{pictures_make(tuple(given.languages), tuple(given.only))} pictures\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
