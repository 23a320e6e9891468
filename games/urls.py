from __future__ import annotations

from django.urls import path

from games.web import check, clubs, editions, mail, pictures, recovery, rules, site, whats_new

app_name = "games"
urlpatterns = [
    path("check/", check.check, name="check"),
    path("clubs/<slug:slug>/settings/", clubs.club_settings, name="club_settings"),
    path("clubs/<slug:slug>/logo.webp", pictures.club_logo, name="club_logo"),
    path("clubs/<slug:slug>/logo/", pictures.club_logo_send, name="club_logo_send"),
    path("players/<str:key>/picture.webp", pictures.player_picture, name="player_picture"),
    path("players/<str:key>/picture/", pictures.player_picture_send, name="player_picture_send"),
    path("site/clubs-without-owner/", recovery.clubs_to_recover, name="clubs_to_recover"),
    path("clubs/<slug:slug>/imprint/", clubs.club_imprint, name="club_imprint"),
    path("clubs/<slug:slug>/editions/", editions.club_editions, name="club_editions"),
    path("editions/<str:key>/", editions.edition, name="edition"),
    path("editions/<str:key>/changes/", editions.edition_changes, name="edition_changes"),
    path("editions/<str:key>/edit/", editions.edition_edit, name="edition_edit"),
    path("rules/<slug:system>/", rules.rules, name="rules"),
    path("new/", whats_new.whats_new, name="whats_new"),
    path("imprint/", site.imprint, name="imprint"),
    path("privacy/", site.privacy, name="privacy"),
    path("mail/stop/<str:token>/", mail.mail_stop, name="mail_stop"),
    path("language/", site.language, name="language"),
]
