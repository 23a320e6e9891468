"""What works beside the web process: Redis, workers, beat, the mail server."""

from __future__ import annotations

import smtplib
from collections.abc import Iterator
from datetime import timedelta

from django.conf import settings
from django.core.mail import get_connection
from django.utils import timezone
from redis import Redis
from redis.exceptions import RedisError

from magistrar_site.celery import app as celery
from magistrar_site.doctor.finding import Finding, note, ok, problem, warning
from magistrar_site.shared.selectors.due import due_waiting, mails_unsent, pulse_of
from magistrar_site.shared.selectors.facts import unfollowed_since

LATE = timedelta(minutes=2)  # work that is due, tables, a pulse
MAILS_LATE = timedelta(minutes=30)
WORKERS_ANSWER_SECONDS = 3
REDIS_SECONDS = 2


def redis_findings() -> Iterator[Finding]:
    if not settings.REDIS_URL:
        if settings.DATABASES["default"]["ENGINE"].endswith("postgresql"):
            yield note(
                "redis",
                "There is no Redis: tasks run in the web process, and each web process keeps a cache of its own.",
                "With more than one web process set REDIS_URL.",
            )
        return
    try:
        with Redis.from_url(
            settings.REDIS_URL, socket_connect_timeout=REDIS_SECONDS, socket_timeout=REDIS_SECONDS
        ) as redis:
            redis.ping()
            policy = str(redis.config_get("maxmemory-policy").get("maxmemory-policy", ""))
    except (RedisError, OSError, ValueError) as error:
        yield problem("redis", f"Redis can't be used: {error}", "Start it, or correct REDIS_URL.")
        return
    if policy.startswith("allkeys"):
        yield warning(
            "redis",
            f"Redis may drop tasks when it is full ({policy}).",
            "maxmemory-policy volatile-lru in its settings.",
        )
    else:
        yield ok("redis", "Redis answers.")


def work_findings() -> Iterator[Finding]:
    """Workers and beat, or the thread of the web process; and whether they keep up."""
    takers = None if settings.TASKS_IN_PROCESS else _queues_taken()
    if takers is not None:
        yield from _workers(takers)
    yield from _pulse(takers)
    now = timezone.now()
    due, behind = due_waiting(now), unfollowed_since()
    if due.since is not None and now - due.since > LATE:
        yield problem(
            "due_work",
            f"{due.count} pieces of work are due and not done, the oldest since {due.since:%Y-%m-%d %H:%M} UTC.",
            "Start what is missing above; else the log of the worker says what holds it up.",
        )
    elif due.failing:
        yield warning(
            "due_work",
            f"{due.failing} pieces of work fail and are tried again.",
            f"{settings.SITE_URL}/admin/shared/duework/ shows the errors.",
        )
    else:
        yield ok("due_work", "Nothing that is due waits.")
    if behind is not None and now - behind > LATE:
        yield problem(
            "tables",
            f"Standings or ratings are behind what happened, since {behind:%Y-%m-%d %H:%M} UTC.",
            "They follow by themselves once what is missing above runs.",
        )
    else:
        yield ok("tables", "Standings and ratings follow what happened.")


def _queues_taken() -> set[str]:
    """The queues that workers take tasks from."""
    try:
        found = celery.control.inspect(timeout=WORKERS_ANSWER_SECONDS).active_queues() or {}
    except Exception:  # the broker is away, which another check says
        return set()
    return {str(queue["name"]) for queues in found.values() for queue in queues}


def _workers(taken: set[str]) -> Iterator[Finding]:
    missing = [queue.name for queue in celery.conf.task_queues if queue.name not in taken]
    if not taken:
        yield problem(
            "worker",
            "No worker answers: results come in, but tables don't follow.",
            "Start one: celery -A magistrar_site worker",
        )
    elif missing:
        yield problem(
            "worker",
            f"No worker takes tasks of the queue {missing[0]}.",
            "Start one without -Q, or with all queues: celery -A magistrar_site worker",
        )
    else:
        yield ok("worker", "Workers take tasks of all queues.")


def _pulse(takers: set[str] | None) -> Iterator[Finding]:
    name, last = "thread" if takers is None else "beat", pulse_of("due")
    start = (
        "Start the web process (make run, or gunicorn magistrar_site.wsgi)."
        if takers is None
        else "Start one: celery -A magistrar_site beat; and a worker that takes the queue deadlines."
    )
    if last is None:
        yield problem(name, "Nobody has ever looked for what is due: deadlines, openings, mails.", start)
    elif timezone.now() - last > LATE:
        yield problem(name, f"Nobody has looked for what is due since {last:%Y-%m-%d %H:%M} UTC.", start)
    else:
        yield ok(name, "What is due is looked for.")


def mail_findings() -> Iterator[Finding]:
    if not settings.EMAIL_HOST:
        yield note(
            "mail",
            "No mail is sent: nobody confirms an address, gets a new password by mail, or is told of anything.",
            "Set EMAIL_HOST, EMAIL_FROM and the others. Passwords without mail: manage.py password_link ADDRESS.",
        )
        return
    if settings.DEFAULT_FROM_EMAIL.endswith("@localhost"):
        yield problem(
            "mail_sender",
            "Mails come from an address at localhost, which servers refuse.",
            "Set EMAIL_FROM to an address of yours.",
        )
    server = f"{settings.EMAIL_HOST}:{settings.EMAIL_PORT}"
    try:
        transport = get_connection(settings.MAIL_TRANSPORT)
        transport.open()
        transport.close()
    except smtplib.SMTPAuthenticationError:
        yield problem("mail", f"The mail server {server} refuses the password.", "Correct EMAIL_USER, EMAIL_PASSWORD.")
    except smtplib.SMTPNotSupportedError as error:
        yield problem(
            "mail", f"The mail server {server} can't do it: {error}", "Set EMAIL_TLS=false, or another EMAIL_PORT."
        )
    except (OSError, smtplib.SMTPException) as error:
        yield problem("mail", f"The mail server {server} can't be used: {error}", "Correct EMAIL_HOST and EMAIL_PORT.")
    else:
        yield ok("mail", f"The mail server {server} takes mails.")


def unsent_findings() -> Iterator[Finding]:
    mails = mails_unsent()
    if mails.since is not None and timezone.now() - mails.since > MAILS_LATE:
        yield warning(
            "mails_waiting",
            f"{mails.count} mails wait, the oldest since {mails.since:%Y-%m-%d %H:%M} UTC.",
            "They go out by themselves once the mail server takes them; after three days they are given up.",
        )
