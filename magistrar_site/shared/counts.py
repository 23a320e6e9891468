"""Where limits are counted: beside the cache of pages, so that no flood of pages pushes a count out."""

from __future__ import annotations

from django.core.cache import caches
from django.utils.connection import ConnectionProxy

counts = ConnectionProxy(caches, "counts")
