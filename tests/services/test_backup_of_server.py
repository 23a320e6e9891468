"""The server's set-up backs itself up: PostgreSQL, by beat and a worker, and from there onto a laptop."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.services.conftest import Evening, run, variables_of
from tests.services.processes import Beat, Worker, ended_afterwards
from tests.services.waiting import wait_until

pytestmark = [pytest.mark.services, pytest.mark.slow, pytest.mark.xdist_group("services")]


def test_worker_backs_the_server_up_and_a_laptop_takes_over(evening: Evening, tmp_path: Path) -> None:
    folder = tmp_path / "backups"
    variables = {**evening.variables, "DATA_DIR": str(tmp_path), "BACKUP_DIR": str(folder), "BACKUP_MINUTES": "1440"}
    worker, beat = Worker("worker", variables, tmp_path), Beat(variables, tmp_path)
    with ended_afterwards(worker, beat):
        worker.start_and_wait()
        beat.start()
        wait_until(lambda: len(list(folder.glob("*.backup"))) == 1, what="a backup", seconds=240)
    (file,) = folder.glob("*.backup")
    laptop = {**variables_of("", ""), "DATA_DIR": str(tmp_path / "laptop"), "PORT": "8797"}
    assert "1 events and 0 leagues verified." in run(["manage.py", "restore", str(file)], laptop)
