"""The cache on Redis. Nothing that is right or wrong rests on it, so Redis may be away."""

from __future__ import annotations

import logging
import os
import threading
from collections.abc import Callable
from functools import wraps
from typing import Any

from django.core.cache.backends.redis import RedisCache, RedisCacheClient
from redis.backoff import NoBackoff
from redis.exceptions import ConnectionError as NotConnected
from redis.exceptions import RedisError
from redis.retry import Retry

from magistrar_site.outage import Outage

log = logging.getLogger(__name__)

cache_outage = Outage()

# What an empty cache that keeps nothing would answer.
ANSWERS_WHILE_AWAY: dict[str, Any] = {
    "get": None,
    "get_many": {},
    "has_key": False,
    "add": True,
    "set": None,
    "set_many": None,
    "incr": 1,
    "touch": False,
    "delete": False,
    "delete_many": None,
    "clear": False,
}


class _Readers(threading.local):
    """This thread's clients with a connection of their own, by process."""

    def __init__(self) -> None:
        self.clients: dict[int, Any] = {}


class ForgivingRedisCacheClient(RedisCacheClient):
    """Answers as an empty cache would while Redis is away: a page never fails, nor waits long, because of it."""

    def __init__(self, servers: Any, **options: Any) -> None:
        # Asking again in the same request would only make the visitor wait.
        super().__init__(servers, retry=Retry(NoBackoff(), 0), **options)
        self._made_clients: dict[int, Any] = {}
        self._readers = _Readers()

    def get_client(self, key: Any = None, *, write: bool = False) -> Any:
        """One client for each server: making one for each question took as long as asking it."""
        index = self._get_connection_pool_index(write)  # type: ignore[attr-defined] # Django's own, without types
        if index not in self._made_clients:
            self._made_clients[index] = super().get_client(key, write=write)
        return self._made_clients[index]

    def get(self, key: Any, default: Any) -> Any:
        """As Django's, over a connection that this thread keeps: every request reads, and taking one from the pool
        took as long as the question. Where the server was started anew, that shows when it is asked."""
        connection = self._reader().connection
        try:
            value = _asked(connection, "GET", key)
        except NotConnected:
            value = _asked(connection, "GET", key)
        return default if value is None else self._serializer.loads(value)  # type: ignore[attr-defined]

    def _reader(self) -> Any:
        clients, process = self._readers.clients, os.getpid()  # one that parted from this shares no connection
        if process not in clients:
            pool = self._get_connection_pool(False)  # type: ignore[attr-defined] # Django's own, without types
            clients[process] = self._client(connection_pool=pool, single_connection_client=True)  # type: ignore[attr-defined]
        return clients[process]


def _asked(connection: Any, *command: str) -> Any:
    try:
        connection.send_command(*command)
        return connection.read_response()
    except BaseException:  # an answer that nobody read would be taken for that to the next question
        connection.disconnect()
        raise


def forgiving(name: str, answer: Any) -> Callable[..., Any]:
    """The client's method `name`, giving `answer` (`get`: the caller's default) where Redis doesn't."""
    method = getattr(ForgivingRedisCacheClient, name)

    @wraps(method)
    def ask(self: ForgivingRedisCacheClient, *args: Any, **kwargs: Any) -> Any:
        if not cache_outage:
            try:
                return method(self, *args, **kwargs)
            except (RedisError, OSError) as error:
                cache_outage.begin()
                log.warning("The cache is away: %s", error)
        return args[1] if name == "get" and len(args) > 1 else answer

    return ask


for _name, _answer in ANSWERS_WHILE_AWAY.items():
    setattr(ForgivingRedisCacheClient, _name, forgiving(_name, _answer))


class ForgivingRedisCache(RedisCache):
    """Django's Redis cache with a client that forgives."""

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self._class = ForgivingRedisCacheClient
