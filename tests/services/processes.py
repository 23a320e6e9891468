"""The site's own processes as a server runs them: web, worker, beat. Each in a process group of its own."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

from tests.services.waiting import wait_until

ROOT = Path(__file__).resolve().parent.parent.parent
START_SECONDS = 120  # a busy machine starts slowly


class Process:
    """A command that runs until it is ended; what it says stands in `log`."""

    def __init__(self, name: str, arguments: Sequence[str], variables: Mapping[str, str], folder: Path) -> None:
        self.name = name
        self.arguments = [sys.executable, "-m", *arguments]
        self.variables = dict(variables)
        self.log = folder / f"{name}.log"
        self._process: subprocess.Popen[bytes] | None = None

    def start(self, *, pass_fds: Sequence[int] = ()) -> None:
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                self.arguments,
                cwd=ROOT,
                env=self.variables,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                pass_fds=pass_fds,
                start_new_session=True,
            )

    @property
    def pid(self) -> int:
        """Of a process that was started."""
        assert self._process is not None
        return self._process.pid

    @property
    def runs(self) -> bool:
        return self._process is not None and self._process.poll() is None

    def says(self, text: str) -> bool:
        """Whether the log holds `text`. RuntimeError where the process ended by itself."""
        found = text in self.log.read_text(errors="replace")
        if not found and not self.runs:
            raise RuntimeError(f"{self.name} ended: {self.log.read_text(errors='replace')[-4000:]}")
        return found

    def end(self, sign: signal.Signals = signal.SIGTERM) -> None:
        """Send `sign` to the process, or SIGKILL to it and all its children at once; wait until it is gone."""
        if self._process is None:
            return
        with suppress(ProcessLookupError):
            if sign is signal.SIGKILL:
                os.killpg(self._process.pid, sign)
            else:
                self._process.send_signal(sign)
        try:
            self._process.wait(timeout=30)
        except subprocess.TimeoutExpired:
            os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
        self._process = None

    def kill(self) -> None:
        """End it as a power cut does."""
        self.end(signal.SIGKILL)


class Worker(Process):
    """A Celery worker with one child process, for all queues or for some."""

    def __init__(self, name: str, variables: Mapping[str, str], folder: Path, *, queues: str = "") -> None:
        arguments = ["celery", "-A", "magistrar_site", "worker", "--concurrency", "1", "--hostname", f"{name}@%h"]
        arguments += ["-Q", queues] if queues else []
        super().__init__(
            name, [*arguments, "--loglevel", "info", "--without-gossip", "--without-mingle"], variables, folder
        )

    def start_and_wait(self) -> None:
        said = self.log.read_text(errors="replace").count(" ready.") if self.log.exists() else 0
        self.start()
        wait_until(
            lambda: self.says(" ready.") and self.log.read_text(errors="replace").count(" ready.") > said,
            what=f"{self.name} is ready",
            seconds=START_SECONDS,
        )


class Beat(Process):
    """Celery beat, which sends what is due every few seconds."""

    def __init__(self, variables: Mapping[str, str], folder: Path) -> None:
        schedule = str(folder / "beat-schedule")
        super().__init__("beat", ["celery", "-A", "magistrar_site", "beat", "--schedule", schedule], variables, folder)


class Web(Process):
    """Gunicorn on a port that it is handed already open, so that nobody else can take it."""

    def __init__(
        self,
        variables: Mapping[str, str],
        folder: Path,
        *,
        arguments: Sequence[str] = ("gunicorn", "magistrar_site.wsgi"),
    ) -> None:
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        more = {"SITE_URL": self.url, "BIND": f"fd://{self._listener.fileno()}"}
        super().__init__("web", arguments, {**variables, **more}, folder)

    def start_and_wait(self) -> None:
        self.start(pass_fds=[self._listener.fileno()])
        self._listener.close()
        wait_until(self.answers, what="the web process answers", seconds=START_SECONDS)

    def answers(self) -> bool:
        if not self.runs:
            raise RuntimeError(f"The web process ended: {self.log.read_text(errors='replace')[-4000:]}")
        with suppress(URLError, OSError), urlopen(f"{self.url}/healthz", timeout=5) as response:
            return bool(response.status == 200)
        return False


@contextmanager
def ended_afterwards(*processes: Process) -> Iterator[None]:
    """Whatever happens, none of the processes outlives the test; their logs are shown where it failed."""
    try:
        yield
    except BaseException:
        for process in processes:
            if process.log.exists():
                sys.stderr.write(f"--- {process.name}\n{process.log.read_text(errors='replace')[-6000:]}\n")
        raise
    finally:
        for process in processes:
            process.kill()
