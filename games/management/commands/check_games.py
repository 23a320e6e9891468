"""`manage.py check_games`: judge documents from files or standard input, one report a line.

A `.json` file holds one document, and so does a `.txt` file in the text notation; any other file, and standard input,
holds one document a line.
"""

import sys
from argparse import ArgumentParser
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from enum import Enum
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

from django.core.management.base import BaseCommand

from games.engine.core.report import encode_report
from games.engine.registry import DEFAULT_JUDGE, GAME_SYSTEMS, judge_of

ALL_LEGAL, SOME_ILLEGAL, UNREADABLE = 0, 1, 2
BLOCK_BYTES = 1 << 18
LONGEST_DOCUMENT = 1 << 23  # bytes; a longer one is judged by its beginning, which is no JSON
BLOCKS_AHEAD = 3  # blocks in work or waiting, for each worker
BYTE_ORDER_MARK = b"\xef\xbb\xbf"
BAR_WIDTH = 40


class Form(Enum):
    """How documents stand in a block."""

    LINES = "one document a line"
    JSON = "one document"
    TEXT = "one document in the text notation, or else one a line"


class Block(NamedTuple):
    """Whole documents read at once, and how many bytes of the input they took."""

    documents: bytes
    form: Form
    size: int


FORMS = {".json": Form.JSON, ".txt": Form.TEXT}


class Judged(NamedTuple):
    """The reports of a block, one a line."""

    reports: bytes
    number: int
    legal: bool


def judge_block(system_key: str, documents: bytes, form: Form) -> Judged:
    """Judge the documents of a block; runs in a worker where there are any."""
    text = documents.decode("utf-8", errors="replace") if form is Form.TEXT else ""
    system = GAME_SYSTEMS.get(system_key)
    if system is not None and system.is_notation(text):
        reports = [encode_report(system.check_text(text))]
    elif form is Form.JSON:
        reports = [judge_of(documents, system_key).check_encoded(documents)]
    else:
        lines = (line for line in documents.split(b"\n") if line.strip())
        reports = [judge_of(line, system_key).check_encoded(line) for line in lines]
    if not reports:
        return Judged(b"", 0, True)
    # Members stand in the order of the report's fields, and a string's quotes are escaped: the first match is its own.
    legal = all(b'"legal":true' in report for report in reports)
    return Judged(b"\n".join(reports) + b"\n", len(reports), legal)


def line_blocks(stream: BinaryIO) -> Iterator[Block]:
    """Blocks of whole lines, in order, as soon as they can be read; of a line that is too long, its beginning."""
    first = True
    while data := _read_some(stream):
        size = len(data)
        if not data.endswith(b"\n"):
            rest = stream.readline(LONGEST_DOCUMENT)
            size += len(rest)
            data += rest
            while rest and not rest.endswith(b"\n"):
                rest = stream.readline(BLOCK_BYTES)
                size += len(rest)
        yield Block(data.removeprefix(BYTE_ORDER_MARK) if first else data, Form.LINES, size)
        first = False


def _read_some(stream: BinaryIO) -> bytes:
    # What is buffered or can be read at once, so the stream's buffer must be as large as a block is to be.
    read1 = getattr(stream, "read1", stream.read)
    data: bytes = read1(BLOCK_BYTES)
    return data


def file_blocks(path: Path) -> Iterator[Block]:
    """The blocks of a file, which its suffix tells apart."""
    with path.open("rb", buffering=BLOCK_BYTES) as stream:
        form = FORMS.get(path.suffix, Form.LINES)
        if form is Form.LINES:
            yield from line_blocks(stream)
        else:
            data = stream.read(LONGEST_DOCUMENT + 1)
            yield Block(data.removeprefix(BYTE_ORDER_MARK), form, len(data))


class Progress:
    """A bar on standard error, or nothing where that is no terminal."""

    def __init__(self, total: int | None, stream: Any) -> None:
        self.total = total
        self.stream = stream
        self.shown = bool(stream.isatty())
        self.read = 0
        self.documents = 0

    def advance(self, size: int, documents: int) -> None:
        self.read += size
        self.documents += documents
        if self.shown:
            self.stream.write(f"\r{self._bar()}{self.documents:,} documents", str, ending="")
            self.stream.flush()

    def _bar(self) -> str:
        if not self.total:
            return ""
        done = min(1.0, self.read / self.total)
        return f"[{'#' * int(BAR_WIDTH * done):{BAR_WIDTH}}] {done:4.0%}  "

    def end(self) -> None:
        if self.shown:
            self.stream.write("")


class Command(BaseCommand):
    help = "Judge documents of every game, one report a line. Exit status 1 if any is illegal."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("files", nargs="*", metavar="FILE", help=".json, .txt or .jsonl, or - for standard input")
        parser.add_argument("--workers", type=int, default=1, metavar="N", help="spread the work over N processes")
        parser.add_argument(
            "--system", default=DEFAULT_JUDGE, choices=sorted(GAME_SYSTEMS), help="judges what has no known format"
        )

    def handle(self, *args: Any, files: list[str], workers: int, system: str, **options: Any) -> None:
        self.status = ALL_LEGAL
        progress = Progress(_total_size(files), self.stderr)
        for block, judged in _judge(self._blocks(files or ["-"]), system, workers):
            self._write(judged.reports)
            if not judged.legal:
                self.status = max(self.status, SOME_ILLEGAL)
            progress.advance(block.size, judged.number)
        progress.end()
        if self.status != ALL_LEGAL:
            sys.exit(self.status)

    def _blocks(self, files: list[str]) -> Iterator[Block]:
        for name in files:
            try:
                if name == "-":
                    with open(sys.stdin.fileno(), "rb", buffering=BLOCK_BYTES, closefd=False) as stream:
                        yield from line_blocks(stream)
                else:
                    yield from file_blocks(Path(name))
            except OSError as error:
                self.status = UNREADABLE
                self.stderr.write(f"{name}: {error.strerror or error}")

    def _write(self, reports: bytes) -> None:
        binary = getattr(self.stdout, "buffer", None)
        if binary is None:
            self.stdout.write(reports.decode(), ending="")
        else:
            binary.write(reports)
        self.stdout.flush()


def _judge(blocks: Iterable[Block], system: str, workers: int) -> Iterator[tuple[Block, Judged]]:
    """Each block with its reports, in input order; never more than a few blocks for each worker in memory."""
    if workers <= 1:
        for block in blocks:
            yield block, judge_block(system, block.documents, block.form)
        return
    waiting: deque[tuple[Block, Future[Judged]]] = deque()
    with ProcessPoolExecutor(workers) as pool:
        for block in blocks:
            waiting.append((block, pool.submit(judge_block, system, block.documents, block.form)))
            if len(waiting) > BLOCKS_AHEAD * workers:
                oldest, future = waiting.popleft()
                yield oldest, future.result()
        for left, future in waiting:
            yield left, future.result()


def _total_size(files: list[str]) -> int | None:
    """The bytes of all files together, None where that can't be known."""
    try:
        return sum(Path(name).stat().st_size for name in files) if files and "-" not in files else None
    except OSError:
        return None
