"""The time that this machine has been running, whatever its clock says: time that nobody can set."""

from __future__ import annotations

import time
from datetime import timedelta
from pathlib import Path

BOOT_ID = Path("/proc/sys/kernel/random/boot_id")


def running_since() -> tuple[str, timedelta] | None:
    """A name of the machine's last start, and how long ago that was, sleep included. None where the system doesn't say
    (only Linux does)."""
    try:
        return BOOT_ID.read_text().strip(), timedelta(seconds=time.clock_gettime(time.CLOCK_BOOTTIME))
    except (OSError, AttributeError):
        return None
