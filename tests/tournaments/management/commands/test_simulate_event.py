"""simulate_event: every format, the same bytes for the same seed, and options that make no sense."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from tournaments.services.bundle.document import bundle_decode
from tournaments.services.verify.bundle import bundle_verify
from tournaments.trf.reader import decode_trf, read_trf

# The command plays in a throwaway database, which is a SQLite in memory wherever it runs.
pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


def run(*arguments: str) -> tuple[int, str, str]:
    """Exit status, standard output, standard error."""
    out, err = io.StringIO(), io.StringIO()
    try:
        call_command("simulate_event", *arguments, stdout=out, stderr=err)
    except SystemExit as exit_:
        return int(str(exit_.code)), out.getvalue(), err.getvalue()
    except CommandError as error:
        return error.returncode, out.getvalue(), str(error)
    return 0, out.getvalue(), err.getvalue()


@pytest.mark.parametrize("format_", ["swiss", "round_robin", "knockout", "double_elimination"])
def test_a_bundle_of_each_format_is_verified(format_: str, tmp_path: Path) -> None:
    path = tmp_path / "event.json"
    asked = ("--format", format_, "--players", "4", "--rounds", "99", "--seed", "4", "--output", str(path))
    status, out, err = run(*asked)
    assert " of the 99 asked for: this event plans no more" in err
    assert (status, out) == (0, f"holds {format_} 4 seed 4\n")
    assert str(bundle_verify(data=path.read_bytes())).startswith("verified ")


def test_the_same_seed_writes_the_same_bytes(tmp_path: Path) -> None:
    paths = [tmp_path / f"{name}.json" for name in ("one", "two", "three")]
    for path, seed in zip(paths, ("9", "9", "10"), strict=True):
        run("--format", "swiss", "--players", "5", "--rounds", "2", "--seed", seed, "--output", str(path))
    one, two, three = (path.read_bytes() for path in paths)
    assert one == two
    assert one != three


def test_rounds_and_absences_are_as_asked(tmp_path: Path) -> None:
    path = tmp_path / "event.json"
    common = ("--format", "round_robin", "--players", "5", "--rounds", "2", "--seed", "1", "--output", str(path))
    run(*common, "--absences", "1")
    kinds = [fact.kind for fact in bundle_decode(path.read_bytes()).facts]
    assert kinds.count("bye.requested") >= 5
    assert "submission.received" not in kinds
    _status, _out, err = run(*common, "--absences", "0")
    assert "asked for" not in err
    rounds = {
        fact.payload["round"] for fact in bundle_decode(path.read_bytes()).facts if fact.kind == "round.published"
    }
    assert rounds == {1, 2}
    assert "bye.requested" not in [fact.kind for fact in bundle_decode(path.read_bytes()).facts]


def test_a_swiss_as_trf_is_paired_as_the_system_pairs_it(tmp_path: Path) -> None:
    path, out = tmp_path / "event.trf", io.StringIO()
    status, _out, _err = run(
        "--format",
        "swiss",
        "--players",
        "9",
        "--rounds",
        "6",
        "--seed",
        "3",
        "--absences",
        "0.1",
        "--output",
        str(path),
    )
    assert status == 0
    assert len(read_trf(decode_trf(path.read_bytes())).players) >= 9
    call_command("trf_check", str(path), stdout=out)
    assert [line.rpartition(" ")[2] for line in out.getvalue().splitlines()] == ["same"] * 6


@pytest.mark.parametrize(
    "arguments, words",
    [
        (("--format", "round_robin", "--players", "1"), "players are needed to start"),
        (("--format", "chess", "--players", "8"), "invalid choice: 'chess'"),
        (("--format", "swiss", "--players", "0"), "a number from 1 to 2000 is expected"),
        (("--format", "swiss", "--players", "8", "--absences", "2"), "a number from 0 to 1 is expected"),
        (("--format", "swiss", "--players", "8", "--output", "x.pdf"), "name a file x.json or x.trf"),
        (("--format", "knockout", "--players", "8", "--output", "x.trf"), "only a Swiss can be written as TRF"),
        (("--format", "knockout", "--players", "4", "--output", "/nonexistent/x.json"), "No such file or directory"),
    ],
)
def test_what_makes_no_sense_is_said(arguments: tuple[str, ...], words: str) -> None:
    status, out, err = run(*arguments)
    assert (status == 0, out) == (False, "")
    assert words in err
