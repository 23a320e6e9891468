"""The files of the data folder that belong into a backup: the secret key's, and the demo club's sign-in."""

from __future__ import annotations

from pathlib import Path

from django.conf import settings

from magistrar_site.settings import environment

SECRET, DEMO = "secret_key", "demo.txt"  # their names in a backup


def beside_of(data_dir: Path) -> dict[str, Path]:
    """Where they are, by their names in a backup. The secret key is in the file that SECRET_KEY_FILE names, where that
    is in the folder."""
    named = Path(environment.text("SECRET_KEY_FILE") or data_dir / SECRET)
    is_inside = named.resolve().is_relative_to(data_dir.resolve())
    return {SECRET: named if is_inside else data_dir / SECRET, DEMO: data_dir / DEMO}


def is_key_kept() -> bool:
    """Whether backups have the secret key that is in use: it is in the data folder, not set by a variable or kept
    elsewhere."""
    path = beside_of(Path(settings.DATA_DIR))[SECRET]
    return path.is_file() and path.read_text("ascii", "replace").strip() == settings.SECRET_KEY
