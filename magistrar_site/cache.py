"""The cache on Redis."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any, TypeVar

from django.core.cache.backends.redis import RedisCache, RedisCacheClient
from redis.exceptions import RedisError

log = logging.getLogger(__name__)

T = TypeVar("T")


class ForgivingClient(RedisCacheClient):
    """Answers as an empty cache would while Redis is away: a page never fails because of it."""

    def get(self, key: str, default: Any) -> Any:
        return self._unless_away(lambda: super(ForgivingClient, self).get(key, default), default)

    def add(self, key: str, value: Any, timeout: float | None) -> bool:
        return self._unless_away(lambda: super(ForgivingClient, self).add(key, value, timeout), False)

    def set(self, key: str, value: Any, timeout: float | None) -> None:
        self._unless_away(lambda: super(ForgivingClient, self).set(key, value, timeout), None)

    def touch(self, key: str, timeout: float | None) -> bool:
        return self._unless_away(lambda: super(ForgivingClient, self).touch(key, timeout), False)

    def delete(self, key: str) -> bool:
        return self._unless_away(lambda: super(ForgivingClient, self).delete(key), False)

    def get_many(self, keys: list[str]) -> dict[str, Any]:
        return self._unless_away(lambda: super(ForgivingClient, self).get_many(keys), {})

    def has_key(self, key: str) -> bool:
        return self._unless_away(lambda: super(ForgivingClient, self).has_key(key), False)

    def incr(self, key: str, delta: int) -> int:
        return self._unless_away(lambda: super(ForgivingClient, self).incr(key, delta), delta)

    def set_many(self, data: dict[str, Any], timeout: float | None) -> None:
        self._unless_away(lambda: super(ForgivingClient, self).set_many(data, timeout), None)

    def delete_many(self, keys: list[str]) -> None:
        self._unless_away(lambda: super(ForgivingClient, self).delete_many(keys), None)

    def clear(self) -> bool:
        return self._unless_away(lambda: super(ForgivingClient, self).clear(), False)

    @staticmethod
    def _unless_away(ask: Callable[[], T], otherwise: T) -> T:
        try:
            return ask()
        except (RedisError, OSError) as error:
            log.warning("The cache is away: %s", error)
            return otherwise


class ForgivingRedisCache(RedisCache):
    """Django's Redis cache with a client that forgives."""

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self._class = ForgivingClient
