"""Several processes on the database of a test, each with a connection of its own; and one that is killed."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Any

from django.db import connection, connections
from django.db.backends.utils import CursorWrapper

from magistrar_site.shared.errors import DomainError

# A copy of this process has everything imported already: it begins at once.
FORK = multiprocessing.get_context("fork")
PATIENCE = 60  # seconds until a test fails that waits in vain
WRITES = ("INSERT", "UPDATE", "DELETE")

Action = Callable[[], Any]


def at_once_in_processes(*actions: Action) -> list[Any]:
    """Run each action in a process of its own, all from the same moment on. What they returned, in order; the code of
    what was refused; AssertionError where one broke."""
    connections.close_all()
    barrier = FORK.Barrier(len(actions))
    pipes = [FORK.Pipe(duplex=False) for _action in actions]
    children = [
        FORK.Process(target=_child, args=(action, barrier.wait, said))
        for action, (_heard, said) in zip(actions, pipes, strict=True)
    ]
    for child in children:
        child.start()
    answers = [_answer(heard) for heard, _said in pipes]
    for child in children:
        child.join(PATIENCE)
    return answers


def _child(action: Action, begin: Callable[[float], object], said: Connection) -> None:
    begin(PATIENCE)
    try:
        said.send(("returned", action()))
    except DomainError as refusal:
        said.send(("returned", refusal.code))
    except BaseException as error:
        said.send(("broke", repr(error)))
    finally:
        connections.close_all()
        os._exit(0)  # nothing of pytest is to be run a second time


def _answer(heard: Connection) -> Any:
    assert heard.poll(PATIENCE), "a process said nothing"
    outcome, value = heard.recv()
    assert outcome == "returned", value
    return value


def writes_of(action: Action) -> int:
    """How many times the action writes to the database."""
    counted = 0

    def count(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        nonlocal counted
        counted += sql.startswith(WRITES)
        return execute(sql, params, many, context)

    with connection.execute_wrapper(count):
        action()
    return counted


def killed_at(write: int, action: Action) -> None:
    """Run the action in a process that is killed (SIGKILL, as by a power cut) right after its write number `write`."""
    connections.close_all()
    heard, said = FORK.Pipe(duplex=False)
    child = FORK.Process(target=_stuck_at, args=(write, action, said))
    child.start()
    assert heard.poll(PATIENCE), "the process didn't get so far"
    assert heard.recv() == "in the middle"
    assert child.pid is not None
    os.kill(child.pid, signal.SIGKILL)
    child.join(PATIENCE)
    assert child.exitcode == -signal.SIGKILL


def _stuck_at(write: int, action: Action, said: Connection) -> None:
    counted = 0

    def stop(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: dict[str, CursorWrapper]) -> Any:
        nonlocal counted
        result = execute(sql, params, many, context)
        counted += sql.startswith(WRITES)
        if counted == write:
            said.send("in the middle")
            signal.pause()
        return result

    try:
        with connection.execute_wrapper(stop):
            action()
        said.send("came to its end")
    except BaseException as error:
        said.send(repr(error))
    finally:
        os._exit(0)
