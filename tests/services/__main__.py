"""Run a command with a PostgreSQL and a Redis of its own: `python -m tests.services COMMAND...`.

The command finds them by DATABASE_URL and REDIS_URL, as the site does. Tasks still run in the process of a test, so
that its assertions see them done; the tests marked `services` start workers of their own.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys

from tests.services.postgresql import postgresql
from tests.services.redis_server import redis_server


def main(command: list[str]) -> int:
    """The command's exit code. Both servers are gone afterwards, also when this process is asked to end."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    with postgresql() as database_url, redis_server() as redis:
        environment = {
            "DATABASE_URL": database_url,
            "REDIS_URL": redis.url,
            "TASKS_IN_PROCESS": "true",
            "SECRET_KEY": "only-for-tests",
        }
        return subprocess.run(command, env={**os.environ, **environment}, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
