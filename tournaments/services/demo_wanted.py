"""Whether this site shall have a demo club: said once, and kept in the data folder."""

from __future__ import annotations

from pathlib import Path

from magistrar_site.settings import environment

NO_DEMO = "no_demo"  # the file that says that none is wanted


def wants_demo(data_dir: Path) -> bool:
    """Whether there shall be a demo club: what DEMO says, which is kept, else what it said before, else yes."""
    without = data_dir / NO_DEMO
    if environment.text("DEMO"):
        if environment.flag("DEMO"):
            without.unlink(missing_ok=True)
        else:
            without.touch()
    return not without.exists()
