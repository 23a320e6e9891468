"""Backups: made, whole, and not too old."""

from __future__ import annotations

from collections.abc import Iterator

from magistrar_site.doctor.finding import Finding, note, ok, problem, warning
from upkeep.selectors.backups import BackupTrouble, backup_state

LATER = "manage.py backup makes one now. They are made by the site itself on one machine, else by beat and a worker."


def backups_findings() -> Iterator[Finding]:
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
        case BackupTrouble.OLD:
            yield warning("backups", f"The last backup is of {when}.", LATER)
        case BackupTrouble.OFF:
            yield note("backups", "No backups are made by themselves (BACKUP_MINUTES=0).", "Make them elsewhere.")
        case _:
            yield ok("backups", f"The last backup is of {when}, in {state.folder}, and everything in it holds.")
