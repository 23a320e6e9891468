from __future__ import annotations

from django.urls import path

from news.web import feeds, following, webhooks

app_name = "news"
urlpatterns = [
    path("my-news/", following.my_news, name="my_news"),
    path("my-news/choices/", following.choices, name="choices"),
    path("follow/<slug:kind>/<slug:key>/", following.follow_page, name="follow"),
    path("mail/stop-news/<str:token>/", following.stop, name="stop"),
    path("feeds/<slug:language>/news.atom", feeds.site_feed, name="site_feed"),
    path("feeds/<slug:language>/clubs/<slug:slug>.atom", feeds.club_feed, name="club_feed"),
    path("feeds/<slug:language>/events/<slug:slug>.atom", feeds.event_feed, name="event_feed"),
    path("feeds/<slug:language>/leagues/<slug:club>/<slug:slug>.atom", feeds.league_feed, name="league_feed"),
    path("feeds/<slug:language>/players/<slug:key>.atom", feeds.player_feed, name="player_feed"),
    path("clubs/<slug:slug>/webhooks/", webhooks.webhooks, name="webhooks"),
    path("clubs/<slug:slug>/webhooks/<str:key>/", webhooks.webhook, name="webhook"),
]
