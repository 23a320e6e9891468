"""The version of this release, said here alone: pages, the API, backups and packages read it."""

from __future__ import annotations

VERSION = "0.1.0"
