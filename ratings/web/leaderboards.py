from __future__ import annotations

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from ratings.selectors.leaderboards import liveliest_pool
from ratings.selectors.pools import pool_by_key, pools
from ratings.selectors.ratings import leaderboard as ratings_of_pool

PAGE_SIZE = 50


@require_safe
def leaderboard(request: HttpRequest, key: str | None = None) -> HttpResponse:
    """A pool's ranked players. Without a key: the pool in which was played last."""
    if key is None:
        pool = liveliest_pool()
        if pool is None:
            return render(request, "ratings/leaderboard.html", {"section": "leaderboard"})
    else:
        pool = pool_by_key(key)
    page = Paginator(ratings_of_pool(pool), PAGE_SIZE).get_page(request.GET.get("page"))
    context = {"section": "leaderboard", "pool": pool, "page": page, "others": [p for p in pools() if p.pk != pool.pk]}
    return render(request, "ratings/leaderboard.html", context)


@require_safe
def choose(request: HttpRequest) -> HttpResponse:
    """The form that changes the pool, without JavaScript: on to its address."""
    return redirect("ratings:pool", key=pool_by_key(request.GET.get("pool", "")).key)
