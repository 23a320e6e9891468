"""Every column of the database: whether it can say something about a person, and what deleting the person does to it.
A new column has to be put here before the tests pass. The export of a person follows from the same list."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum


class Deleting(Enum):
    """The effect of deleting a person on a column of their rows."""

    NOTHING = "it says nothing about a person"
    STAYS = "it stays: about play, under the ghost name"
    GHOST = "it is overwritten: the ghost's name, or the choice of a ghost"
    EMPTIED = "it is emptied, where it can name the person"
    GOES = "its row goes"
    OF_CLUB = "it stays: the club's own words, which the club changes"
    SHORT = "it goes by itself within a day"


@dataclass(frozen=True)
class Table:
    """`section` is what the export calls the rows. `of` leads to a person's rows: lookups by whom they lead to (player,
    user, key, entry, entry_key, actor, stream); none where no row is about one person. `secret` columns open something,
    or are for one player's eyes, and are in no export."""

    columns: Mapping[Deleting, str]
    section: str = ""
    of: Mapping[str, str] = field(default_factory=dict)
    secret: frozenset[str] = frozenset()

    def deleting(self) -> dict[str, Deleting]:
        """The effect on each column."""
        return {name: what for what, names in self.columns.items() for name in names.split()}


NOTHING, STAYS, GHOST, EMPTIED = Deleting.NOTHING, Deleting.STAYS, Deleting.GHOST, Deleting.EMPTIED
GOES, OF_CLUB, SHORT = Deleting.GOES, Deleting.OF_CLUB, Deleting.SHORT

TABLES: Mapping[str, Table] = {
    # --- The person ---------------------------------------------------------------------------------------------------
    "games.Player": Table(
        {
            STAYS: "id key club is_bot is_name_withheld created_at erased_at merged_into",
            GHOST: "name folded_name plain_name hides_name under_16 user claimed_at",
        },
        "player",
        {"pk": "player", "merged_into": "player"},
    ),
    "games.FormerName": Table(
        {GOES: "id key player name folded_name plain_name until changed_by"},
        "former_names",
        {"player": "player", "player__merged_into": "player"},
    ),
    "games.PlayerPicture": Table({GOES: "player data digest is_hidden"}, "picture", {"player": "player"}),
    "accounts.User": Table(
        {
            GOES: "id password last_login is_superuser key email name is_active is_staff is_trusted date_joined unread "
            "unlocked_at"
        },
        "account",
        {"pk": "user"},
        secret=frozenset({"password"}),
    ),
    "accounts.User_groups": Table({GOES: "id user group"}, "account_groups", {"user": "user"}),
    "accounts.User_user_permissions": Table({GOES: "id user permission"}, "account_permissions", {"user": "user"}),
    "account.EmailAddress": Table({GOES: "id user email verified primary"}, "email_addresses", {"user": "user"}),
    "account.EmailConfirmation": Table(
        {GOES: "id email_address created sent key"},
        "email_confirmations",
        {"email_address__user": "user"},
        secret=frozenset({"key"}),
    ),
    "mfa.Authenticator": Table(
        {GOES: "id user type data created_at last_used_at"},
        "second_factors",
        {"user": "user"},
        secret=frozenset({"data"}),
    ),
    "accounts.ApiToken": Table(
        {GOES: "id user name prefix digest scopes created_at expires_at revoked_at last_used_on"},
        "api_tokens",
        {"user": "user"},
        secret=frozenset({"digest"}),
    ),
    "accounts.PersonalLink": Table(
        {STAYS: "id subject version revoked_at stands_for"}, "personal_links", {"subject": "entry_key"}
    ),
    "accounts.JoinCode": Table(
        {STAYS: "id subject version digest used_at"},
        "join_codes",
        {"subject": "entry_key"},
        secret=frozenset({"digest"}),
    ),
    "sessions.Session": Table(
        {GOES: "session_key session_data expire_date"}, "sessions", secret=frozenset({"session_key", "session_data"})
    ),
    "shared.OutgoingMail": Table(
        {GOES: "id subject body sender recipients headers alternatives created_at claimed_until attempts"},
        "mails_on_their_way",
        secret=frozenset({"body", "alternatives"}),
    ),
    "shared.MailCount": Table({SHORT: "id day of count"}),
    "games.MailConsent": Table({GOES: "id user club language agreed_at"}, "mails_agreed_to", {"user": "user"}),
    "news.Follow": Table({GOES: "id user player club event since"}, "follows", {"user": "user"}),
    "news.Notice": Table({GOES: "id user kind source at read_at mail"}, "notices", {"user": "user"}),
    "news.NewsChoice": Table({GOES: "id user mail language"}, "choices_about_news", {"user": "user"}),
    "tournaments.Announcement": Table({NOTHING: "id key event said_at by_mail", EMPTIED: "text"}),
    "tournaments.ArbiterCall": Table(
        {STAYS: "id key match entry at taken_at taken_by closed_at"}, "calls_for_the_arbiter", {"entry": "entry"}
    ),
    "tournaments.Mailing": Table(
        {NOTHING: "id key event occasion topic asked_at done_at mailed held_back", SHORT: "text"}
    ),
    "shared.AnsweredRequest": Table({NOTHING: "id status at", SHORT: "name body answer"}),
    "games.ClubRole": Table({GOES: "id club user role"}, "club_roles", {"user": "user"}),
    "tournaments.EventRole": Table({GOES: "id event user role"}, "event_roles", {"user": "user"}),
    "leagues.LeagueRole": Table({GOES: "id league user role"}, "league_roles", {"user": "user"}),
    "privacy.PlayerClaim": Table(
        {GOES: "id key player user state asked_at answered_at answered_by"},
        "claims",
        {"user": "user"},  # whoever else has claimed the player isn't the player's data
    ),
    "privacy.PlayerMerge": Table(
        {GOES: "id key player into at by before events leagues undone_at undone_by"},
        "merges",
        {"player": "player", "into": "player"},
    ),
    "privacy.MergeRequest": Table(
        {GOES: "id key user own other asked_at refused_at"},
        "requests_to_merge",
        {"user": "user"},  # what others asked isn't the player's data
    ),
    "privacy.ErasureRequest": Table(
        {GOES: "id key user player asked_by asked_at due_at"}, "deletion", {"player": "player", "user": "user"}
    ),
    "moderation.Report": Table(
        {GOES: "id key path reason text by at state answered_at", STAYS: "answered_by"}, "reports", {"by": "user"}
    ),
    "moderation.Step": Table(
        {GOES: "id key kind subject report why at was_shown lifted_at lifted_why", STAYS: "by lifted_by"},
        "steps_of_moderation",
        {"subject": "key"},
    ),
    "privacy.Erasure": Table({NOTHING: "id digest at"}),
    # --- What the person played ---------------------------------------------------------------------------------------
    "tournaments.Entry": Table(
        {
            STAYS: "id key event player number rating state entered_at by_player is_claim counts_former",
            EMPTIED: "sign_up_key",
        },
        "entries",
        {"player": "player"},
    ),
    "tournaments.EntryContact": Table({GOES: "entry mail phone note given_at"}, "contact_details", {"entry": "entry"}),
    "tournaments.EntryAnswer": Table({GOES: "id entry question text"}, "answers_when_entering", {"entry": "entry"}),
    "tournaments.EntryFee": Table(
        {GOES: "entry amount currency paid_at noted_by noted_at"}, "fees", {"entry": "entry"}
    ),
    "tournaments.SignUpWish": Table({GOES: "id entry under_16"}, "sign_up_wishes", {"entry": "entry"}),
    "tournaments.CheckIn": Table({STAYS: "id session entry at by_player"}, "check_ins", {"entry": "entry"}),
    "tournaments.ByeRequest": Table(
        {STAYS: "id stage entry round_number kind by_player"}, "byes_asked_for", {"entry": "entry"}
    ),
    "tournaments.FixedTable": Table(
        {STAYS: "id event entry partner table"}, "fixed_tables", {"entry": "entry", "partner": "entry"}
    ),
    "tournaments.SeparatedPair": Table(
        {STAYS: "id event first second how"}, "kept_apart_from", {"first": "entry", "second": "entry"}
    ),
    "tournaments.Penalty": Table(
        {STAYS: "id key entry stage round_number kind amount given_at fact_number is_taken_back"},
        "penalties",
        {"entry": "entry"},
    ),
    # Proposals, places and days away are of use only while the event runs.
    "tournaments.Proposal": Table(
        {GOES: "id key match entry place_kind place state answers made_at answered_at"},
        "proposals_of_times",
        {"entry": "entry"},
    ),
    "tournaments.ProposedTime": Table({GOES: "id proposal starts_at"}, "times_proposed", {"proposal__entry": "entry"}),
    "tournaments.AgreedPlace": Table({GOES: "id match kind place"}, "places_agreed", {"match__seats__entry": "entry"}),
    "tournaments.AwayDays": Table({GOES: "id key entry first_day last_day"}, "days_away", {"entry": "entry"}),
    "tournaments.OwnZone": Table({GOES: "id entry time_zone"}, "time_zones", {"entry": "entry"}),
    "tournaments.Reminder": Table(
        {GOES: "id match entry kind closes_at at is_mailed held_until"}, "reminders", {"entry": "entry"}
    ),
    "tournaments.CalendarToken": Table(
        {GOES: "id player user entry prefix digest language created_at revoked_at"},
        "calendar_addresses",
        {"player": "player", "user": "user"},
        secret=frozenset({"digest"}),
    ),
    "tournaments.Challenge": Table(
        {
            STAYS: "id key stage challenger challenged made_at made_fact accepted_at accepted_fact match outcome "
            "ended_at ended_fact"
        },
        "challenges",
        {"challenger": "entry", "challenged": "entry"},
    ),
    "tournaments.Holiday": Table({STAYS: "id entry said_at fact_number first last"}, "holidays", {"entry": "entry"}),
    "tournaments.StageSeed": Table({STAYS: "id stage entry number"}, "seeds", {"entry": "entry"}),
    "tournaments.Standing": Table(
        {STAYS: "id table entry rank points deducted is_counted played wins draws losses values parts"},
        "standings",
        {"entry": "entry"},
    ),
    "tournaments.MatchSeat": Table(
        {STAYS: "id match round entry position former_player is_void"},
        "seats_in_matches",
        {"entry": "entry", "former_player": "player"},
    ),
    "tournaments.GrandMageStanding": Table(
        {STAYS: "id table player rank series series_won games games_won honoris honoris_against longest_run"},
        "grand_mage_standings",
        {"player": "player"},
    ),
    "tournaments.SeriesShare": Table(
        {
            STAYS: "id club match number player opponent position outcome games games_won games_lost honoris "
            "honoris_against"
        },
        "grand_mage_series",
        {"player": "player"},
    ),
    "tournaments.TitleReign": Table(
        {STAYS: "id club number holder won_in lost_in defences"}, "grand_mage_titles", {"holder": "player"}
    ),
    "leagues.SeasonEntry": Table(
        {
            STAYS: "id key season player origin answer is_reserve by_player is_claim signed_up_at rating "
            "seeded moved_to division place reason event_entry took_over final_place finished move",
            EMPTIED: "form_key",
        },
        "league_seasons",
        {"player": "player"},
    ),
    "leagues.Honour": Table({STAYS: "id key player season division kind"}, "honours", {"player": "player"}),
    "ratings.Rating": Table(
        {
            STAYS: "id pool generation player value games is_provisional points points_before last_played_at state",
        },
        "ratings",
        {"player": "player"},
    ),
    "ratings.RatingChange": Table(
        {
            STAYS: "id pool player game opponent position generation replaced_in score before after expected k games "
            "peak deviation volatility is_provisional"
        },
        "rating_changes",
        {"player": "player"},
    ),
    "games.GameSeat": Table({STAYS: "id game number player"}, "games", {"player": "player"}),
    "games.SeatResult": Table({STAYS: "id result seat place"}, "results", {"seat__player": "player"}),
    "games.SeatNumber": Table(
        {STAYS: "id seat_result key value"}, "numbers_of_results", {"seat_result__seat__player": "player"}
    ),
    "games.Submission": Table(
        {
            STAYS: "id key game grade seat actor at accepted refusal digest fact_number",
            EMPTIED: "body report idempotency_key",
        },
        "documents_of_games",
        {"game__seats__player": "player", "actor": "actor"},
    ),
    "games.Confirmation": Table(
        {STAYS: "id submission seat confirms actor at fact_number"}, "words_on_results", {"actor": "actor"}
    ),
    "games.DraftPart": Table(
        {GOES: "id game number body seat actor at version"}, "records_in_progress", {"actor": "actor"}
    ),
    # Organisers hand exports over, and a secret is for its own player's eyes, until it stands in the record.
    "games.DraftSecret": Table(
        {GOES: "id game seat body is_open actor at version"},
        "secrets_in_progress",
        {"actor": "actor"},
        secret=frozenset({"body"}),
    ),
    # --- What happened ------------------------------------------------------------------------------------------------
    "shared.Fact": Table({STAYS: "id stream number kind payload actor at previous digest"}, "facts"),
    "shared.FactDetail": Table({STAYS: "id fact field erased_at", EMPTIED: "salt text"}, "texts_of_facts"),
    "shared.Stream": Table({NOTHING: "name number digest followed told"}),
    "tournaments.PairingJob": Table(
        {
            NOTHING: "id key stage round_number publishes step asked_at by_staff language held_until attempts "
            "refusal_code",
            STAYS: "asked_by",
            EMPTIED: "why refusal",
        },
        "pairings_asked_for",
        {"asked_by": "actor"},
    ),
    "tournaments.IncomingBundle": Table({GOES: "id by digest data sent_at"}, "event_files_sent", {"by": "actor"}),
    "shared.DueWork": Table({NOTHING: "id kind subject due_at span attempts", EMPTIED: "last_error"}),
    "admin.LogEntry": Table(
        {
            GOES: "user",
            NOTHING: "id action_time content_type object_id action_flag",
            EMPTIED: "object_repr change_message",
        },
        "admin_log",
        {"user": "user"},
    ),
    # --- What clubs and events say of themselves, and what follows ----------------------------------------------------
    "games.Club": Table(
        {
            NOTHING: "id key slug is_hidden created_at",
            OF_CLUB: "name place meets website contact description imprint privacy",
        }
    ),
    "games.ClubLogo": Table({NOTHING: "club digest is_hidden", OF_CLUB: "data"}),
    "games.ClubEdition": Table(
        {NOTHING: "id club system key version follows digest created_at", OF_CLUB: "title data"}
    ),
    "tournaments.Event": Table(
        {
            NOTHING: "id key club state is_listed is_hidden system preset time_zone starts_at pool rules entry_rules "
            "has_bracket has_groups has_ladder public_answers seed created_at",
            OF_CLUB: "name slug",
        }
    ),
    "tournaments.EntryForm": Table({NOTHING: "event mail phone note fee currency kept_days"}),
    "tournaments.EntryQuestion": Table(
        {NOTHING: "id key event number kind is_required is_public", OF_CLUB: "text choices"}
    ),
    "tournaments.EventAbout": Table(
        {NOTHING: "event", OF_CLUB: "description place fee schedule entering contact"},
    ),
    "tournaments.Stage": Table(
        {
            NOTHING: "id event number format options takes closed_fact planned_rounds best_of state",
            OF_CLUB: "name",
        }
    ),
    "tournaments.GrandMagePeriod": Table({NOTHING: "id key club slug starts_on ends_on", OF_CLUB: "name"}),
    "leagues.League": Table(
        {
            NOTHING: "id key club slug system preset edition pool time_zone is_listed is_hidden created_at",
            OF_CLUB: "name description",
        }
    ),
    "leagues.LeagueClub": Table({NOTHING: "id league club"}),
    "leagues.Season": Table({NOTHING: "id key league number state rules created_at", OF_CLUB: "name"}),
    "leagues.Division": Table({NOTHING: "id key season number event", OF_CLUB: "name"}),
    "leagues.Matchday": Table({NOTHING: "id season number starts_at ends_at"}),
    "leagues.Decider": Table({NOTHING: "id key season kind number entries order how event"}),
    "tournaments.PrizeCategory": Table(
        {NOTHING: "id key event places rating_from rating_below amounts currency sharing club", OF_CLUB: "name"}
    ),
    "ratings.Pool": Table({NOTHING: "id key club game_system rating_system options minimum_games", OF_CLUB: "name"}),
    "ratings.PoolSource": Table({NOTHING: "id pool stream number"}),
    "ratings.PoolState": Table({NOTHING: "pool generation oldest last_day_from has_left_overs"}),
    "ratings.RatingRun": Table({NOTHING: "pool generation start position games games_total"}),
    "games.Game": Table(
        {
            NOTHING: "id key stream system starter edition edition_digest variants least_grade "
            "agreement pool played_at order state result_fact rated_fact set_aside_to time_fact is_void"
        }
    ),
    "games.GameDeal": Table({NOTHING: "id game commitment seed is_open hosts"}),
    "games.GameResult": Table(
        {NOTHING: "id game is_current kind grade winner submission fact_number by_seat", EMPTIED: "report"}
    ),
    "games.Appeal": Table({NOTHING: "id game seat ruling at fact_number decided_fact granted"}),
    "games.PartResult": Table({NOTHING: "id result number winner"}),
    "games.PartSeat": Table({NOTHING: "id part seat place points"}),
    "tournaments.CheckInSession": Table({NOTHING: "id event number opened_at closed_at"}),
    "tournaments.StandingTable": Table({NOTHING: "id stage after_round made_from input_digest columns possible"}),
    "tournaments.GrandMageTable": Table({NOTHING: "id club season input_digest"}),
    "tournaments.GrandMageSource": Table({NOTHING: "id club stream number"}),
    "tournaments.Round": Table(
        {
            NOTHING: "id stage number state starts_at ends_at fact_number engine clock_minutes "
            "clock_started_at clock_paused_at clock_paused_seconds time_fact"
        }
    ),
    "tournaments.Match": Table(
        {
            NOTHING: "id key round table bye best_of rest_forfeited bracket goes_on_by is_void why has_place "
            "is_extended time_fact",
            STAYS: "agreed_at opens_at closes_at goes_on",
        }
    ),
    "tournaments.MatchGame": Table({NOTHING: "id match game number is_friendly"}),
    "upkeep.BackupRun": Table(
        {NOTHING: "id slot machine begun_at ended_at result file folder size events leagues differences problem"}
    ),
    "shared.MachineClock": Table({NOTHING: "id boot started_at"}),
    "shared.Pulse": Table({NOTHING: "name at"}),
    # A club's address of another program may say whose it is; it goes with the webhook.
    "news.Webhook": Table(
        {
            NOTHING: "id key club types secret_number earlier_until created_at failing_since stopped_at claimed_until",
            OF_CLUB: "url",
        }
    ),
    "news.WebhookDelivery": Table({NOTHING: "id key webhook message type stream number state created_at due_at"}),
    "news.WebhookAttempt": Table({NOTHING: "id delivery number at status milliseconds trouble"}),
    "auth.Permission": Table({NOTHING: "id name content_type codename"}),
    "auth.Group": Table({NOTHING: "id name"}),
    "auth.Group_permissions": Table({NOTHING: "id group permission"}),
    "contenttypes.ContentType": Table({NOTHING: "id app_label model"}),
}
