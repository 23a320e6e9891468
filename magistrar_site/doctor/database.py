"""The database: there, of a version that works, with the tables of this version, and run by somebody."""

from __future__ import annotations

from collections.abc import Iterator

from django.conf import settings
from django.db import Error, connection
from django.db.migrations.loader import MigrationLoader
from django.db.utils import NotSupportedError

from magistrar_site.accounts.selectors.users import is_run_by_nobody
from magistrar_site.doctor.finding import Finding, ok, problem, warning
from magistrar_site.health import missing_migrations


def database_findings() -> Iterator[Finding]:
    name = connection.settings_dict["NAME"]
    try:
        connection.ensure_connection()
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except (Error, NotSupportedError) as error:
        yield problem("database", f"The database can't be used: {_first_line(error)}", _what_to_do(name))
        return
    yield ok("database", f"The database answers ({connection.display_name}).")
    yield from _migrations()


def is_usable() -> bool:
    """Whether the other checks can ask the database: it answers and has its tables."""
    try:
        return not missing_migrations()
    except Error:
        return False


def people_findings() -> Iterator[Finding]:
    if is_run_by_nobody():
        yield warning(
            "first_admin",
            "No account runs this site: nobody can help people in.",
            "manage.py first_admin prints a link.",
        )
    else:
        yield ok("first_admin", "An account runs this site.")


def _migrations() -> Iterator[Finding]:
    missing = missing_migrations()
    if missing:
        yield problem(
            "migrations",
            f"The database lacks {len(missing)} changes of this version (the first: {missing[0]}).",
            "Back it up, stop the site, run manage.py migrate, and start it again.",
        )
        return
    loader = MigrationLoader(connection)
    ours = {app for app, _name in loader.disk_migrations}
    newer = sorted(
        f"{app}.{name}"
        for app, name in loader.applied_migrations
        if app in ours and (app, name) not in loader.disk_migrations
    )
    if newer:
        yield problem(
            "migrations",
            f"The database was changed by a newer version of the site ({newer[-1]}).",
            "Install that version, or restore the backup from before it.",
        )
    else:
        yield ok("migrations", "The database has all changes of this version.")


def _what_to_do(name: object) -> str:
    if connection.vendor == "sqlite":
        return f"May this user read and write {name} and its folder? DATA_DIR or DATABASE_URL says where it is."
    host = connection.settings_dict.get("HOST") or "this machine"
    return (
        f"Is PostgreSQL running on {host}, does it have the database {name}, and is the password right? DATABASE_URL "
        "and DATABASE_PASSWORD_FILE say how it is reached."
    )


def _first_line(error: BaseException) -> str:
    line = (str(error).strip().splitlines() or [type(error).__name__])[0]
    password = settings.DATABASES["default"].get("PASSWORD")
    return line.replace(str(password), "***") if password else line
