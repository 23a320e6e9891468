"""Makes the database of the version that is about to be released: `python -m tests.upgrades` (`make release-database`).

It is the demo, as `make run` sets it up, in a folder of its own. Made anew until the version is released, and never
afterwards.
"""

from __future__ import annotations

import gzip
import json
import os
import re
import sqlite3
import subprocess
import sys
import tempfile
from contextlib import closing
from pathlib import Path

from magistrar_site.version import VERSION

FOLDER = Path(__file__).parent
ROOT = FOLDER.parent.parent
SECRET_KEY = "only-for-upgrades"
MOST_BYTES = 300_000
LINK = re.compile(r"/l/([^/\s]+)/")


def main() -> int:
    with tempfile.TemporaryDirectory() as data_dir:
        variables = {**os.environ, "DATA_DIR": data_dir, "SECRET_KEY": SECRET_KEY, "DATABASE_URL": "", "REDIS_URL": ""}
        manage = [sys.executable, str(ROOT / "manage.py")]
        subprocess.run([*manage, "migrate", "--verbosity", "0"], env=variables, check=True)
        said = subprocess.run([*manage, "demo"], env=variables, check=True, capture_output=True, text=True).stdout
        verdict = subprocess.run([*manage, "verify_all", "--json"], env=variables, check=True, capture_output=True)
        with closing(sqlite3.connect(Path(data_dir) / "magistrar.sqlite3")) as database:
            script = "\n".join(database.iterdump())
    link = LINK.search(said)
    assert link, said
    packed = gzip.compress(script.encode(), 9, mtime=0)
    assert len(packed) < MOST_BYTES, len(packed)
    (FOLDER / f"{VERSION}.sql.gz").write_bytes(packed)
    found = {**json.loads(verdict.stdout), "link": link[1]}
    assert not found.pop("differences")
    (FOLDER / f"{VERSION}.json").write_text(json.dumps(found, indent=2) + "\n")
    sys.stdout.write(f"{FOLDER / VERSION}.sql.gz: {len(packed) // 1000} kB, {found}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
