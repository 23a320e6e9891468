"""The order of the chapters, and which one helps with which page: the one place that says it."""

from __future__ import annotations

CHAPTERS = (
    "first-evening",
    "players",
    "formats",
    "trouble",
    "arbiter",
    "leagues",
    "games",
    "club",
    "privacy",
    "programs",
    "questions",
    "glossary",
)

# The chapter for the pages of an app, by the namespace of their addresses ("" for those without one).
CHAPTER_OF_APP = {
    "": "questions",
    "accounts": "players",
    "api": "programs",
    "games": "games",
    "ratings": "glossary",
    "leagues": "leagues",
    "tournaments": "players",
    "privacy": "privacy",
    "upkeep": "trouble#the-laptop-dies",
    "moderation": "club#something-is-not-right-on-a-page",
}
# The chapter for single pages, and with # the paragraph in it.
CHAPTER_OF_PAGE = {
    "games:club_settings": "club",
    "games:club_logo_send": "club",
    "games:club_imprint": "privacy",
    "games:imprint": "privacy",
    "games:privacy": "privacy",
    "games:mail_stop": "privacy",
    "games:player_picture_send": "privacy",
    "tournaments:home": "first-evening",
    "tournaments:clubs": "club",
    "tournaments:club": "club",
    "tournaments:club_new": "first-evening#start-a-club",
    "tournaments:my_clubs": "first-evening#start-a-club",
    "tournaments:event_new": "first-evening#set-up-the-event",
    "tournaments:manage": "first-evening",
    "tournaments:names_add": "first-evening#add-the-players",
    "tournaments:players": "first-evening#add-the-players",
    "tournaments:list_add": "first-evening#add-the-players",
    "tournaments:links": "first-evening#hand-out-the-links",
    "tournaments:papers": "first-evening#hand-out-the-links",
    "tournaments:event_leaflet": "first-evening#hand-out-the-links",
    "tournaments:manage_round": "first-evening#the-next-rounds",
    "tournaments:planned_rounds": "first-evening#the-next-rounds",
    "tournaments:finish": "first-evening#the-end",
    "tournaments:print_certificates": "first-evening#the-end",
    "tournaments:print_prizes": "first-evening#the-end",
    "tournaments:event_settings": "formats",
    "tournaments:event_stages": "formats",
    "tournaments:event_edition": "games",
    "tournaments:event_standings": "formats#tie-breaks",
    "tournaments:standing": "formats#tie-breaks",
    "tournaments:event_crosstable": "formats#tie-breaks",
    "tournaments:desk": "trouble#somebody-does-not-come",
    "tournaments:wishes": "trouble#somebody-does-not-come",
    "tournaments:results_desk": "arbiter#results",
    "tournaments:rule": "arbiter#a-ruling",
    "tournaments:event_reopen": "trouble#reopen-an-event",
    "tournaments:penalties": "arbiter",
    "tournaments:log": "arbiter",
    "tournaments:announcements": "arbiter",
    "tournaments:print_round": "trouble#the-power-goes",
    "tournaments:event_bring_in": "trouble#the-power-goes",
    "tournaments:event_ladder": "leagues#a-ladder",
    "tournaments:manage_ladder": "leagues#a-ladder",
    "tournaments:challenge_ruling": "leagues#a-ladder",
    "tournaments:own_ladder": "leagues#a-ladder",
    "tournaments:fixtures": "leagues",
    "tournaments:fixture": "leagues",
    "tournaments:own_fixtures": "leagues",
    "tournaments:own_fixture": "leagues",
    "tournaments:club_roles": "club",
    "tournaments:seasons": "club",
    "tournaments:grand_mage": "club",
    "tournaments:grand_mage_season": "club",
    "tournaments:entry": "games",
    "tournaments:entry_below": "games",
    "tournaments:my_mails": "privacy",
    "tournaments:mail_choice": "privacy",
    "tournaments:player_name": "privacy",
}


def chapter_of(view_name: str) -> str:
    """The chapter for a page by its address's name ("app:name"), with # and a paragraph where there is a closer one;
    empty where none is named: then the contents help."""
    app, _colon, _name = view_name.rpartition(":")
    return CHAPTER_OF_PAGE.get(view_name) or CHAPTER_OF_APP.get(app, "")
