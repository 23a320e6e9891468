"""The steps of the Containerfile, run as a script in an empty folder, up to a site that answers. That an engine makes
an image of them isn't shown: there is none here."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from urllib.request import urlopen

import pytest

from tests.deploy.recipes import ROOT, compose, container_steps
from tests.services.processes import Process, ended_afterwards
from tests.services.waiting import free_port, wait_until

pytestmark = [pytest.mark.slow, pytest.mark.one_database]

FOLDERS = ("/srv/", "/var/lib/magistrar", "/tmp/collecting")


def python_for_anybody() -> str:
    """A Python of the site's versions that the image's user may run too: some stand in somebody's own folder."""
    for python in (getattr(sys, "_base_executable", ""), "/usr/bin/python3", "/usr/local/bin/python3"):
        try:
            look = "import ensurepip, sys; sys.exit(sys.version_info < (3, 11))"
            subprocess.run([python, "-c", look], user=10001, group=10001, extra_groups=[], cwd="/", check=True)
        except (OSError, subprocess.SubprocessError):
            continue
        return str(python)
    pytest.skip("No Python here can be run by every user.")


class Image:
    """A folder that stands for the root of the container: the recipe's paths lead into it."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.variables = {"PATH": f"{root}/python:/usr/local/bin:/usr/bin:/bin", "HOME": str(root), "LC_ALL": "C.UTF-8"}
        self.place, self.user, self.command = root, 0, [""]
        # `python` of the image, which its first step makes the environment with.
        (root / "python").mkdir()
        (root / "python" / "python").symlink_to(python_for_anybody())

    def within(self, text: str) -> str:
        for folder in FOLDERS:
            text = text.replace(folder, f"{self.root}{folder}")
        return text

    def build(self) -> None:
        for step in container_steps():
            words = [self.within(word) for word in step.words] if step.word != "CMD" else []
            match step.word:
                case "WORKDIR":
                    self.place = Path(words[0])
                    self.place.mkdir(parents=True, exist_ok=True)
                case "COPY" if not words[0].startswith("--from"):
                    self._copy(words[:-1], self.place / words[-1])
                case "ENV":
                    for name, _, value in (word.partition("=") for word in words):
                        self.variables[name] = value.replace("$PATH", self.variables["PATH"])
                case "RUN":
                    self._run(["sh", "-e", "-c", self.within(step.text)])
                case "USER":
                    self.user = int(words[0].split(":")[0])
                case "CMD":
                    self.command = [*map(self.within, json.loads(step.text))]
                case _:
                    assert step.word in {"FROM", "COPY", "EXPOSE"}

    def _copy(self, sources: list[str], target: Path) -> None:
        for source in sources:
            listed = subprocess.run(["git", "ls-files", source], cwd=ROOT, capture_output=True, text=True, check=True)
            for name in listed.stdout.splitlines():
                place = target / Path(name).relative_to(source) if (ROOT / source).is_dir() else target / name
                place.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(ROOT / name, place)

    def _run(self, command: list[str]) -> None:
        subprocess.run(command, cwd=self.place, env=self.variables, check=True, stdout=subprocess.DEVNULL)

    def run_as_its_user(self, command: list[str], variables: Mapping[str, str]) -> str:
        ran = subprocess.run(
            command,
            cwd=self.place,
            env=variables,
            user=self.user,
            group=self.user,
            extra_groups=[],
            capture_output=True,
            text=True,
            check=False,
        )
        assert ran.returncode == 0, ran.stdout + ran.stderr
        return ran.stdout


class Web(Process):
    """The image's own command, as its user."""

    def __init__(self, image: Image, variables: Mapping[str, str]) -> None:
        super().__init__("web", ["unused"], variables, image.root)
        self.arguments, self.image = image.command, image

    def start(self, *, pass_fds: object = ()) -> None:
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                self.arguments,
                cwd=self.image.place,
                env=self.variables,
                user=self.image.user,
                group=self.image.user,
                extra_groups=[],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )


@pytest.fixture(scope="module")
def image() -> Iterator[Image]:
    if os.geteuid() != 0:
        pytest.skip("Only root can give folders to the image's user.")
    root = Path(tempfile.mkdtemp(prefix="magistrar-image-"))
    root.chmod(0o755)
    before = os.umask(0o022)  # what a container begins with
    (root / "tmp").mkdir()  # as every base image has one
    try:
        made = Image(root)
        made.build()
        yield made
    finally:
        os.umask(before)
        shutil.rmtree(root)


def test_image_serves_the_site_as_a_user_who_can_change_nothing_but_data(image: Image) -> None:
    port = free_port()
    variables = {
        **image.variables,
        "BIND": f"127.0.0.1:{port}",
        "WEB_WORKERS": "2",
        "SITE_URL": f"http://localhost:{port}",
    }
    variables["SECRET_KEY_FILE"] = image.within("/var/lib/magistrar/secret_key")
    migrate = compose()["services"]["migrate"]["command"]
    image.run_as_its_user([*migrate], variables)
    web = Web(image, variables)

    def answer(path: str) -> tuple[int, str]:
        with urlopen(f"http://127.0.0.1:{port}{path}", timeout=20) as response:
            return response.status, response.read().decode()

    def answers() -> bool:
        assert web.runs, web.log.read_text()
        try:
            return answer("/healthz")[0] == 200
        except OSError:
            return False

    with ended_afterwards(web):
        web.start()
        wait_until(answers, what="the site of the image answers", seconds=60)
        assert answer("/readyz")[0] == 200
        status, page = answer("/")
        style = next(part for part in page.split('"') if part.startswith("/static/css/magistrar."))
        assert (status, answer(style)[0]) == (200, 200)
    mine = image.run_as_its_user(["find", str(image.root), "-writable", "-not", "-type", "l"], variables).split()
    data = image.within("/var/lib/magistrar")
    assert [path for path in mine if not path.startswith(data)] == []
    assert f"{data}/magistrar.sqlite3" in mine
