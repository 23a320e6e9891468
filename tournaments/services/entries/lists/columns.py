"""What the columns of a list of players hold: by their titles, and by what people's programs write without titles."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from magistrar_site.shared.names import clean_name, fold_name

HIGHEST_RATING = 5000
LOWEST_RATING = 100  # without a title over it; a smaller number counts something else
YEARS = range(1920, 2031)  # what may be a year of birth as well as a rating


class Column(StrEnum):
    """The kinds of column in a list."""

    NAME = "name"
    FIRST_NAME = "first name"
    LAST_NAME = "last name"
    RATING = "rating"
    CLUB = "club"
    SEED = "seed"  # the order in which they are entered
    OTHER = "other"  # nothing that is needed here


class Years(StrEnum):
    """The meaning of numbers like 2011 behind a name."""

    RATING = "rating"
    BIRTH = "birth"


@dataclass(frozen=True, slots=True)
class Reading:
    """What was said of how to read a list: columns by their numbers from 1, and what numbers like 2011 are."""

    columns: Mapping[int, Column] = field(default_factory=dict)
    years: Years | None = None


# Titles of columns, folded, in the languages of the interface and as common programs write them.
_WORDS: dict[Column, str] = {
    Column.NAME: """name, names, namen, full name, opponent name, player, player name, players, spieler, spielerin,
        spielername, teilnehmer, teilnehmerin, speler, spelers, naam, volledige naam, deelnemer, name vorname,
        nachname vorname, name surname, last name first name, nom, jugador, nombre, spieler in,
        spielerinnen und spieler, teilnehmende,
        participant, participants, participant name, nom prénom, nom et prénom, joueur, joueurs, nombre completo,
        nombre y apellidos, apellidos y nombre, nome, nominativo, cognome e nome, nome e cognome, giocatore, jogador,
        imię i nazwisko,
        nazwisko i imię, zawodnik, ad soyad, adı soyadı, oyuncu, isim, họ và tên, họ tên, navn, namn, spelare, имя, фио,
        игрок, участник, όνομα, ονοματεπώνυμο, ชื่อ, ชื่อ นามสกุล, รายชื่อ, नाम, 氏名, 名前, 選手名, 姓名, 이름, 성명, نام,
        نام و نام خانوادگی, الاسم, שם, שם מלא""",
    Column.FIRST_NAME: """first name, firstname, given name, forename, vorname, voornaam, roepnaam, prenom,
        given names, first, imię, fornavn, förnamn, שם פרטי""",
    Column.LAST_NAME: """last name, lastname, surname, family name, nachname, familienname, zuname, achternaam,
        familienaam, last, nom de famille, apellido, apellidos, cognome, sobrenome, nazwisko, soyad, soyadı, soyisim,
        фамилия, επώνυμο, efternavn, efternamn, نام خانوادگی, שם משפחה""",
    Column.RATING: """rating, elo, elo rating, wertung, wertungszahl, spielstaerke, dwz, twz, sterkte, speelsterkte,
        rtg, rtgi, rtgn, fide rating, fide elo, elo fide, rating fide, elo zahl, elozahl, nwz, std, standard, srtng,
        ukd, рейтинг, レーティング, रेटिंग, ریتینگ, 等级分, 레이팅""",
    Column.CLUB: """club, club name, verein, vereinsname, klub, vereniging, clubnaam, club city, verein ort,
        verein stadt, institution, institution name, organisation, organization, school, university, schule,
        universität, school name, universiteit, team, mannschaft, spielgemeinschaft, equipe, equipo, società, circolo,
        kulüp, kulübü, клуб, klubb,
        đơn vị, câu lạc bộ, clb, สโมสร, 所属, クラブ, باشگاه, מועדון""",
    Column.SEED: """seed, seeding, seed number, seed no, setzplatz, setzliste, plaatsing, plaatsingsnummer""",
    Column.OTHER: """nr, no, number, nummer, num, rank, rang, rg, rk, place, platz, pl, plaats, position, pos, snr, sno,
        start no, startnr, startnummer, start number, id, fide id, fideid, id number, ident, identnummer, pkz,
        spielernummer, mitgliedsnummer, lidnummer, bondsnummer, key, entry, opponent, line, title, titel, tit, typ,
        type, fed, federation, foederation, land, country, nat, nation, verband, bund, sex, geschlecht, geslacht,
        gender, m w, birth, birthday, born, b day, byear, year of birth, geburtsjahr, geburtsdatum, geb, jahrgang,
        geboortejaar, geboortedatum, date of birth, alter, age, gr, group, gruppe, groep, k, k factor, e mail, email,
        mail, phone, telefon, telefoon, mobile, handy, adresse, address, ort, city, wohnort, plaats woonplaats,
        points, pts, punkte, pkt, punten, score, games, partien, partijen, flag, status, state, bemerkung, bemerkungen,
        anmerkung, notes, remark, remarks, comment, kommentar, opmerking, zeitstempel, timestamp, tijdstempel,
        misc, challonge username, username, user name, group id, final rank, checked in, reference, code name,
        category name, novice status, anonymous, pronoun, pronouns, speaker category, break category, datum, date, rp,
        n, w, we, w we, rtg change, kategorie, category, categorie, provisional, is bot, bezahlt, paid,
        betaald, entered at, sr no, sl no, s no, stt, sıra, sıra no, lp, ลำดับ, ลำดับที่, 番号, ردیف, شماره, năm sinh,
        ngày sinh, doğum tarihi, doğum yılı, aicf id, foa, sgm, sk, rrtng, rgm, brtng, bgm, bk, wtit, otit""",
}
_TITLES = {word.strip(): column for column, words in _WORDS.items() for word in words.replace("\n", " ").split(",")}
_TITLES = {fold_name(word): column for word, column in _TITLES.items()}
_COUNTED = re.compile(r"(tb|bh|rd|r|round|runde|ronde|wtg|buchholz|sb|feinwertung|wertung|col|column|spalte)[ .]?\d+")
# Columns of our own tables, which say who a player is by key and by name.
_OWN = ({"player", "name"}, {"entry", "name"}, {"opponent", "name"}, {"opponent", "opponent_name"})

NO_RATING = re.compile(
    r"0*|[-–—./?*]+|n/?a|none|unrated|unknown|unr\.?|ohne|keine?|unbekannt|geen|onbekend", re.IGNORECASE
)
CHESS_TITLES = frozenset("GM IM FM CM NM WGM WIM WFM WCM WNM AGM AIM AFM ACM".split())  # noqa: SIM905 -- a list of codes
# Codes of federations, as FIDE and the IOC write them.
FEDERATIONS = frozenset(
    """AFG AHO ALB ALG AND ANG ANT ARG ARM ARU AUS AUT AZE BAH BAN BAR BDI BEL BER BHU BIH BLR BOL BOT BRA BRN BRU BUL
    BUR CAM CAN CAY CHA CHI CHN CIV CMR COD COL COM CPV CRC CRO CUB CYP CZE DEN DJI DMA DOM ECU EGY ENG ERI ESP EST ETH
    FAI FID FIJ FIN FRA GAB GAM GCI GEO GER GHA GRE GRN GUA GUM GUY HAI HKG HON HUN INA IND IRI IRL IRQ ISL ISR ISV ITA
    IVB JAM JCI JOR JPN KAZ KEN KGZ KOR KOS KSA KUW LAO LAT LBA LBN LBR LCA LES LIE LTU LUX MAC MAD MAR MAS MAW MDA MDV
    MEX MGL MKD MLI MLT MNC MNE MOZ MRI MTN MYA NAM NCA NED NEP NGR NIG NOR NRU NZL OMA PAK PAN PAR PER PHI PLE PLW PNG
    POL POR PUR QAT ROU RSA RUS RWA SCO SEN SEY SGP SLE SLO SMR SOL SOM SRB SRI SSD STP SUD SUI SUR SVK SWE SWZ SYR TAN
    TJK TKM TLS TOG TPE TTO TUN TUR UAE UGA UKR URU USA UZB VAN VEN VIE VIN WLS YEM ZAM ZIM NIR DEU CHE NLD""".split()  # noqa: SIM905
)
_THOUSANDS = re.compile(r"(\d)[.,](\d{3})", re.ASCII)  # "1.850": nobody has a rating of 1 and a bit
_RATING = re.compile(r"(\d{1,4})(?:[.,]\d{1,9})?|([1-9]\d{2,3})[-–]\d{1,3}", re.ASCII)  # a DWZ has its index: "1850-23"
_DATE = re.compile(r"\d{1,4}[./-]\d{1,2}[./-]\d{2,4}")


def column_of_title(title: str) -> Column | None:
    """The kind of a column with that title; None where the title isn't known."""
    folded = fold_name(title)
    if folded in _TITLES:
        return _TITLES[folded]
    if title.strip() and not folded:
        return Column.OTHER  # a sign alone, as "#"
    return Column.OTHER if _COUNTED.fullmatch(folded) or folded.isdecimal() else None


def columns_of_titles(titles: Sequence[str]) -> list[Column | None]:
    """What each column holds. Our own tables are known by their titles: "player" is a key there, "club_name" the club,
    and whatever else they have isn't needed. Of several columns that hold the same, the first counts."""
    folded = [title.strip().casefold() for title in titles]
    is_own = any(own <= set(folded) for own in _OWN)
    columns = [column_of_title(title) for title in titles]
    if is_own:
        columns = [
            Column.OTHER if title in {"player", "entry", "opponent"} else column
            for title, column in zip(folded, columns, strict=True)
        ]
        if "club_name" in folded:
            columns = [
                Column.OTHER if title == "club" else column for title, column in zip(folded, columns, strict=True)
            ]
        columns = [column or Column.OTHER for column in columns]
    seen: set[Column] = set()
    for at, column in enumerate(columns):
        if column is None or column is Column.OTHER:
            continue
        if column in seen:
            columns[at] = Column.OTHER
        seen.add(column)
    return columns


def is_name_column(column: Column | None) -> bool:
    return column in {Column.NAME, Column.LAST_NAME, Column.FIRST_NAME}


def rating_read(cell: str) -> int | None:
    """A rating in whole points, in the digits of any script; None where the cell holds none."""
    text = ascii_digits(clean_name(cell)).replace(" ", "").replace("’", "").replace("'", "")
    whole = _THOUSANDS.fullmatch(text) or _RATING.fullmatch(text)
    value = int("".join(group or "" for group in whole.groups())) if whole else 0
    return value if 0 < value <= HIGHEST_RATING else None


def ascii_digits(text: str) -> str:
    """The text with the digits of every script as 0 to 9, each where it stood."""
    if text.isascii():
        return text
    return "".join(str(unicodedata.decimal(char)) if char.isdecimal() else char for char in text)


def is_beside_the_name(cell: str) -> bool:
    """Whether a cell is one of those that lists have beside names and nobody needs here: a title, a federation, an
    identifier, a date, a sex, an address of e-mail."""
    return (
        cell in CHESS_TITLES
        or cell in FEDERATIONS
        or cell in {"m", "w", "f", "d", "M", "W", "F", "D"}
        or (cell.isdecimal() and len(cell) > 4)
        or _DATE.fullmatch(cell) is not None
        or "@" in cell
    )
