"""Reading the environment: every setting that differs between set-ups comes from a variable, typed and checked here."""

from __future__ import annotations

import os
import secrets
import sys
from difflib import get_close_matches
from pathlib import Path
from zoneinfo import ZoneInfo, available_timezones

from django.core.exceptions import ImproperlyConfigured

TRUE = {"1", "true", "yes", "on"}
FALSE = {"", "0", "false", "no", "off"}
asked: set[str] = set()
"""The names of all variables that were read."""


def text(name: str, default: str = "") -> str:
    """The variable's value; an empty one counts as not set."""
    asked.add(name)
    return os.environ.get(name, "").strip() or default


def secret(name: str) -> str:
    """A secret: the variable's value, or what is kept in the file that the variable NAME_FILE names. Where there is no
    such file yet, it is made."""
    path = text(f"{name}_FILE")
    try:
        return secret_from_file(Path(path)) if path else text(name)
    except (OSError, UnicodeDecodeError) as error:
        raise ImproperlyConfigured(f"{name}_FILE: {path} can't be read or made: {error}") from None


def long_text(name: str) -> str:
    """A text of several lines: the variable's value, or what stands in the file that the variable NAME_FILE names."""
    path = text(f"{name}_FILE")
    if not path:
        return text(name)
    try:
        return Path(path).read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise ImproperlyConfigured(f"{name}_FILE: {path} can't be read: {error}") from None


def flag(name: str, *, default: bool = False) -> bool:
    """A yes-or-no variable: 1/true/yes/on or 0/false/no/off."""
    value = text(name).lower()
    if not value:
        return default
    if value in TRUE:
        return True
    if value in FALSE:
        return False
    raise ImproperlyConfigured(f"{name} must be true or false, not {value!r}.")


def number(name: str, default: int, most: int | None = None) -> int:
    """A whole number that is zero or more, and `most` at most."""
    value = text(name, str(default))
    if not value.isdecimal():
        raise ImproperlyConfigured(f"{name} must be a whole number, not {value!r}.")
    if most is not None and int(value) > most:
        raise ImproperlyConfigured(f"{name} must be {most} or less, not {value}.")
    return int(value)


def time_zone(name: str, default: str) -> str:
    """The name of a time zone that this machine knows."""
    value = text(name, default)
    try:
        ZoneInfo(value)
    except (KeyError, OSError, ValueError):  # unknown, a folder, no name at all
        alike = get_close_matches(value, sorted(available_timezones()), n=1)
        hint = f"Is {alike[0]} meant?" if alike else "One is Europe/Berlin."
        raise ImproperlyConfigured(f"{name}: there is no time zone {value!r}. {hint}") from None
    return value


def words(name: str, default: str = "") -> list[str]:
    """A list of words separated by commas."""
    return [word.strip() for word in text(name, default).split(",") if word.strip()]


def bound() -> list[str]:
    """The addresses where the web process listens, as Gunicorn takes it: BIND (several, divided by commas), or PORT of
    this machine."""
    return words("BIND", f"127.0.0.1:{number('PORT', 8000)}")


def site_url() -> str:
    """SITE_URL; without it this machine, at the port where the web process listens."""
    ports = (address.rpartition(":")[2] for address in bound() if not address.startswith(("unix:", "fd:")))
    port = next((port for port in ports if port.isdecimal()), str(number("PORT", 8000)))
    return text("SITE_URL", f"http://localhost:{port}")


def secret_from_file(path: Path) -> str:
    """The secret kept in `path` (readable by its owner alone), made on the first call. Two processes that start at the
    same time get the same one: the file is put in place whole, and only where none is yet. While a backup is restored
    none is made: the backup brings its own, and what fails leaves nothing."""
    if not path.exists() and sys.argv[1:2] == ["restore"]:
        return secrets.token_urlsafe(64)
    if not path.exists():
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        draft = path.with_name(f"{path.name}.{os.getpid()}.{secrets.token_hex(4)}")
        descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w", encoding="ascii") as file:
            file.write(secrets.token_urlsafe(64))
        try:
            os.link(draft, path)
        except FileExistsError:
            pass
        finally:
            draft.unlink()
    return path.read_text(encoding="ascii").strip()
