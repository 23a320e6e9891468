"""The handbook's pages: contents, chapters, search, and the link to them on every other page."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client, RequestFactory
from django.urls import URLPattern, URLResolver, get_resolver

from magistrar_site.handbook.book import book
from magistrar_site.handbook.chapters import CHAPTER_OF_APP, CHAPTER_OF_PAGE, CHAPTERS, chapter_of
from magistrar_site.handbook.search import search
from tests.evening import NAMES, Evening

LANGUAGES = ("en", "de", "nl")
OWN = frozenset({"handbook"})
NO_PAGES = frozenset({"admin", "djdt", "socialaccount"})


def view_names(resolver: URLResolver | None = None, apps: tuple[str, ...] = ()) -> set[str]:
    """The names of all addresses, as a request has them."""
    found = set()
    for pattern in (resolver or get_resolver()).url_patterns:
        if isinstance(pattern, URLResolver):
            inside = (*apps, pattern.namespace) if pattern.namespace else apps
            found |= view_names(pattern, inside)
        elif isinstance(pattern, URLPattern) and pattern.name:
            found.add(":".join((*apps, pattern.name)))
    return {name for name in found if name.partition(":")[0] not in NO_PAGES}


def test_every_page_has_a_chapter() -> None:
    without = {name for name in view_names() if not chapter_of(name) and name.partition(":")[0] not in OWN}
    assert without == set()


def test_chapters_of_pages_exist() -> None:
    there = {chapter.slug: {section.anchor for section in chapter.sections} for chapter in book("en")}
    for target in {*CHAPTER_OF_PAGE.values(), *CHAPTER_OF_APP.values()}:
        slug, _hash, anchor = target.partition("#")
        assert anchor in there[slug] | {""}, target


def test_pages_with_a_chapter_of_their_own_exist() -> None:
    assert set(CHAPTER_OF_PAGE) - view_names() == set()


def help_link(page: str) -> str:
    (address,) = re.findall(r'<a class="tool site-help" href="([^"]*)"', page)
    return str(address)


@pytest.mark.django_db
def test_pages_link_to_their_chapter(evening: Evening) -> None:
    event = evening.started(NAMES[:4])
    client = Client()
    for page, chapter in {
        "/": "/help/first-evening/",
        "/privacy/": "/help/privacy/",
        "/leagues/": "/help/leagues/",
        f"/events/{event.slug}/standings/": "/help/formats/#tie-breaks",
        "/nowhere/": "/help/",
        "/help/": "/help/",
        "/help/trouble/": "/help/",
    }.items():
        assert help_link(client.get(page).content.decode()) == chapter, page


@pytest.mark.django_db
def test_visitor_reads_without_a_query(django_assert_num_queries: Any) -> None:
    for page in ("/help/", "/help/?q=bye", *(f"/help/{slug}/" for slug in CHAPTERS)):
        with django_assert_num_queries(0):
            response = Client().get(page)
        assert response.status_code == 200
        assert not response.cookies


def test_unknown_chapter_is_not_found() -> None:
    assert Client().get("/help/no-such-chapter/").status_code == 404


def chapter_page(slug: str, language: str) -> str:
    return Client(headers={"accept-language": language}).get(f"/help/{slug}/").content.decode()


def test_chapter_leads_back_and_on() -> None:
    page = chapter_page("players", "en")
    assert re.search(r'rel="prev" href="/help/entering/"', page)
    assert re.search(r'rel="next" href="/help/formats/"', page)
    assert 'rel="prev"' not in chapter_page(CHAPTERS[0], "en")
    assert 'rel="next"' not in chapter_page(CHAPTERS[-1], "en")


@pytest.mark.parametrize("language", LANGUAGES)
def test_anchors_are_the_same_in_every_language(language: str) -> None:
    page = chapter_page("trouble", language)
    assert re.findall(r'<section id="([^"]+)"', page) == [
        section.anchor for section in book("en")[CHAPTERS.index("trouble")].sections if section.anchor
    ]
    assert all(f'href="#{anchor}"' in page for anchor in re.findall(r'<section id="([^"]+)"', page))


def test_pictures_have_their_size_and_address() -> None:
    page = chapter_page("first-evening", "nl")
    source, size = r'src="[^"]*handbook/nl/new-event[^"]*"', r'width="\d+" height="\d+"'
    assert re.search(rf'<img {source} {size} loading="lazy" alt="\w', page)


def found(language: str, query: str) -> list[tuple[str, str]]:
    return [(each.chapter.slug, each.section.anchor) for each in search(language, query)]


@pytest.mark.parametrize(
    ("language", "query", "place"),
    [
        ("en", "no-show", ("trouble", "somebody-does-not-come")),
        ("en", "power", ("trouble", "the-power-goes")),
        ("en", "two laptops", ("trouble", "the-laptop-dies")),
        ("en", "fees", ("entering", "fees")),
        ("de", "Startgeld", ("entering", "fees")),
        ("nl", "wachtlijst", ("entering", "when-the-event-is-full")),
        ("en", "following", ("entering", "follow-and-be-told")),
        ("en", "Buchholz", ("formats", "tie-breaks")),
        ("de", "Einspruch", ("arbiter", "a-player-appeals")),
        ("de", "nachzugler", ("trouble", "somebody-comes-late")),
        ("de", "Nachzuegler", ("trouble", "somebody-comes-late")),
        ("nl", "kopieren", ("first-evening", "the-end")),
        ("nl", "promotie", ("leagues", "the-end-of-a-season")),
    ],
)
def test_search_finds_the_paragraph(language: str, query: str, place: tuple[str, str]) -> None:
    assert place in found(language, query)[:3]


def test_search_knows_the_words_of_the_other_languages() -> None:
    """A German organiser's word leads to the English paragraph, which is shown."""
    (first, *_others) = search("en", "Strom")
    assert (first.chapter.title, first.section.title) == ("When something goes wrong", "The power goes")


def test_search_finds_what_has_most_words_where_nothing_has_all() -> None:
    assert found("en", "power zzzz")[0] == ("trouble", "the-power-goes")
    assert found("en", "power zzzz yyyy") == []
    assert found("en", "") == found("en", "?!") == []


def test_excerpt_shows_the_word() -> None:
    assert "Buchholz" in search("en", "buchholz")[0].excerpt


def test_search_page_says_that_nothing_is_found() -> None:
    page = Client().get("/help/", {"q": "<b>zzzz</b>"}).content.decode()
    assert "Nothing found." in page
    assert "&lt;b&gt;zzzz" in page
    assert all(f'href="/help/{slug}/"' in page for slug in CHAPTERS)


def test_long_query_is_cut() -> None:
    assert Client().get("/help/", {"q": "a" * 5000}).status_code == 200


@pytest.mark.django_db
def test_leaflet_has_the_events_address_and_the_chapter_for_players(evening: Evening, settings: Any) -> None:
    settings.ALLOWED_HOSTS = ["192.168.1.20"]
    event = evening.started(NAMES[:4])
    client = Client(headers={"accept-language": "de"}, SERVER_NAME="192.168.1.20")
    client.force_login(evening.user)
    address = f"/events/{event.slug}/"
    assert f'href="{address}manage/leaflet/"' in client.get(f"{address}manage/print/").content.decode()
    page = client.get(f"{address}manage/leaflet/").content.decode()
    assert f"http://192.168.1.20{address}" in page
    assert "<svg" in page
    assert all(section.title in page for section in book("de")[CHAPTERS.index("players")].sections)
    assert Client(SERVER_NAME="192.168.1.20").get(f"{address}manage/leaflet/").status_code == 302


def test_help_without_a_request() -> None:
    """A page that an error makes has no request to go by."""
    from django.template import Context, Template

    source = "{% load handbook %}{% help_here %}"
    assert Template(source).render(Context()) == "/help/"
    assert Template(source).render(Context({"request": RequestFactory().get("/")})) == "/help/"
