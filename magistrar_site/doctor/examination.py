"""All checks, in the order in which one mends what they find."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from magistrar_site.doctor.backups import backups_findings
from magistrar_site.doctor.database import database_findings, is_usable, people_findings
from magistrar_site.doctor.finding import Finding, problem
from magistrar_site.doctor.machine import clock_findings, disk_findings, folder_findings, static_findings
from magistrar_site.doctor.services import mail_findings, redis_findings, unsent_findings, work_findings
from magistrar_site.doctor.settings import settings_findings
from magistrar_site.doctor.site import site_findings

Check = Callable[[], Iterable[Finding]]

FIRST: tuple[Check, ...] = (settings_findings, folder_findings, disk_findings, database_findings)
WITH_DATABASE: tuple[Check, ...] = (
    people_findings,
    clock_findings,
    work_findings,
    unsent_findings,
    backups_findings,
)
LAST: tuple[Check, ...] = (redis_findings, mail_findings, static_findings, site_findings)


def examination() -> list[Finding]:
    """What every check found. One that breaks is a finding itself: the others go on."""
    found = [finding for check in FIRST for finding in _findings(check)]
    checks = (*WITH_DATABASE, *LAST) if is_usable() else LAST
    return [*found, *(finding for check in checks for finding in _findings(check))]


def _findings(check: Check) -> list[Finding]:
    try:
        return list(check())
    except Exception as error:  # whatever is broken here must not hide the rest
        name = check.__name__.removesuffix("_findings")
        return [problem(name, f"This could not be looked at: {error!r}", "Tell the makers of the site.")]
