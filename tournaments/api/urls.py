from __future__ import annotations

from django.urls import path

from tournaments.api import entries, events, games, rounds, tables

urlpatterns = [
    path("presets/", events.PresetsView.as_view(), name="presets"),
    path("events/", events.EventsView.as_view(), name="events"),
    path("events/<slug:slug>/", events.EventView.as_view(), name="event"),
    path("events/<slug:slug>/start/", events.EventStartView.as_view(), name="event_start"),
    path("events/<slug:slug>/finish/", events.EventFinishView.as_view(), name="event_finish"),
    path("events/<slug:slug>/facts/", events.FactsView.as_view(), name="facts"),
    path("events/<slug:slug>/entries/", entries.EntriesView.as_view(), name="entries"),
    path("events/<slug:slug>/entries/preview/", entries.EntriesPreviewView.as_view(), name="entries_preview"),
    path("events/<slug:slug>/rounds/", rounds.RoundsView.as_view(), name="rounds"),
    path("events/<slug:slug>/rounds/<int:number>/", rounds.RoundView.as_view(), name="round"),
    path("events/<slug:slug>/rounds/<int:number>/publish/", rounds.RoundPublishView.as_view(), name="round_publish"),
    path("events/<slug:slug>/standings/", tables.StandingsView.as_view(), name="standings"),
    path("events/<slug:slug>/crosstable/", tables.CrosstableView.as_view(), name="crosstable"),
    path("entries/<slug:key>/", entries.EntryView.as_view(), name="entry"),
    path("entries/<slug:key>/withdraw/", entries.EntryWithdrawView.as_view(), name="entry_withdraw"),
    path("entries/<slug:key>/link/", entries.PersonalLinkView.as_view(), name="link"),
    path("entries/<slug:key>/link/replace/", entries.PersonalLinkReplaceView.as_view(), name="link_replace"),
    path("matches/<slug:key>/", rounds.MatchView.as_view(), name="match"),
    path("games/<slug:key>/", games.GameView.as_view(), name="game"),
    path("games/<slug:key>/submissions/", games.SubmissionsView.as_view(), name="submissions"),
    path("games/<slug:key>/ruling/", games.RulingView.as_view(), name="ruling"),
    path("games/<slug:key>/annul/", games.AnnulView.as_view(), name="annul"),
    path("games/<slug:key>/reopen/", games.ReopenView.as_view(), name="reopen"),
    path("submissions/<slug:key>/confirm/", games.SubmissionConfirmView.as_view(), name="confirm"),
    path("submissions/<slug:key>/dispute/", games.SubmissionDisputeView.as_view(), name="dispute"),
]
