"""Backups: made, whole, and not too old."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

from django.conf import settings

from magistrar_site.doctor.finding import Finding, note, ok, problem, warning
from upkeep.selectors.backups import BackupTrouble, backup_state

LATER = "manage.py backup makes one now. They are made by the site itself on one machine, else by beat and a worker."


def backups_findings() -> Iterator[Finding]:
    yield from _folder(Path(settings.BACKUP_DIR))
    state = backup_state()
    when = f"{state.made_at:%Y-%m-%d %H:%M} UTC" if state.made_at else ""
    match state.trouble:
        case BackupTrouble.FAILED:
            yield problem(
                "backups", f"The last backup failed: {state.problem}", "Mend that, then run manage.py backup."
            )
        case BackupTrouble.DIFFERS:
            yield problem(
                "backups",
                "Not everything in the last backup holds.",
                "manage.py verify_all says what; earlier backups in which everything holds are kept.",
            )
        case BackupTrouble.NEVER:
            yield warning("backups", "No backup has been made so far.", LATER)
        case BackupTrouble.GONE:
            yield problem(
                "backups", f"The last backup, of {when}, isn't in {state.folder} any more, or isn't whole.", LATER
            )
        case BackupTrouble.OLD:
            yield warning("backups", f"The last backup is of {when}.", LATER)
        case BackupTrouble.OFF:
            yield note("backups", "No backups are made by themselves (BACKUP_MINUTES=0).", "Make them elsewhere.")
        case _:
            yield ok("backups", f"The last backup is of {when}, in {state.folder}, and everything in it holds.")
    if not state.has_key:
        yield warning(
            "backups_key",
            "The secret key isn't in the backups: with another one all personal links, QR codes and sign-ins end.",
            "Keep it with your passwords, or let SECRET_KEY_FILE name a file in DATA_DIR.",
        )


def _folder(folder: Path) -> Iterator[Finding]:
    """Whether backups can be put there, and aren't lost with what they are of."""
    if not settings.BACKUP_MINUTES:
        return
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        yield problem(
            "backup_dir",
            f"Backups can't be put in {folder}: {error.strerror or error}",
            "Is the stick in? BACKUP_DIR names the folder; the user that the site runs as needs leave to write there.",
        )
        return
    data = Path(settings.DATA_DIR)
    if data not in folder.parents and data.is_dir() and folder.stat().st_dev == data.stat().st_dev:
        yield note(
            "backup_dir",
            f"The backups' folder {folder} is on the same disk as {data}: one is lost with the other.",
            "If another disk is meant, is it mounted there?",
        )
