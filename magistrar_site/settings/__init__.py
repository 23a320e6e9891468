"""The settings: one set for every machine. What differs is said by environment variables (docs/running.md)."""

from __future__ import annotations

import os
from pathlib import Path

import django_stubs_ext
from django.contrib.messages import ERROR, SUCCESS, WARNING
from django.core.exceptions import ImproperlyConfigured
from django.utils.translation import gettext_lazy as _

from magistrar_site.settings import environment
from magistrar_site.settings.api import SPECTACULAR, rest_framework
from magistrar_site.settings.databases import SQLITE, database
from magistrar_site.settings.logs import is_json, logging_options
from magistrar_site.settings.security import (
    CONTENT_SECURITY_POLICY,
    YEAR,
    security_options,
    site_origin,
    trusted_proxies,
)
from magistrar_site.settings.tasks import caches, celery_options

django_stubs_ext.monkeypatch()  # so that `ModelAdmin[User]` and the like can be written where they are needed

BASE_DIR = Path(__file__).resolve().parent.parent.parent
DATA_DIR = Path(environment.text("DATA_DIR", str(BASE_DIR / "var")))
# The database, its key, backups, the demo's password: whichever command writes a file, its owner alone reads it.
os.umask(0o077)

DEBUG = environment.flag("DEBUG")
SITE_URL = site_origin(environment.site_url())

# --- What it stands on -----------------------------------------------------------------------------------------------
DATABASES = {"default": database(DATA_DIR)}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

REDIS_URL = environment.text("REDIS_URL")
TASKS_IN_PROCESS = environment.flag("TASKS_IN_PROCESS", default=not REDIS_URL)
SLOW_TASKS_IN_THREAD = True  # without workers, requests don't wait for what takes long
CACHES = caches(redis_url=REDIS_URL)
# For how long a process believes what version a public page has. Web processes without a shared cache can't tell each
# other that something must no longer be shown.
VERSION_SECONDS = environment.number(
    "VERSION_SECONDS", 1 if REDIS_URL or environment.number("WEB_WORKERS", 1) == 1 else 0
)
RECONCILE_SECONDS = environment.number("RECONCILE_SECONDS", 10)  # how often what is due is looked for
globals().update(celery_options(redis_url=REDIS_URL, in_process=TASKS_IN_PROCESS, reconcile_seconds=RECONCILE_SECONDS))

SECRET_KEY = environment.secret("SECRET_KEY")
SECRET_KEY_FALLBACKS = environment.words("SECRET_KEY_FALLBACKS")
if not SECRET_KEY:
    if DATABASES["default"]["ENGINE"] != SQLITE:
        raise ImproperlyConfigured(
            "SECRET_KEY or SECRET_KEY_FILE must be set: all web processes and workers need the same key."
        )
    SECRET_KEY = environment.secret_from_file(DATA_DIR / "secret_key")

# Who was deleted, as digests: a file that no backup of the database holds (docs/running.md).
ERASURES_FILE = Path(environment.text("ERASURES_FILE", str(DATA_DIR / "erasures.jsonl")))

# Backups: where they are, how often one is made by itself (0: never), from which hour a day's is due, which stay.
BACKUP_DIR = Path(environment.text("BACKUP_DIR", str(DATA_DIR / "backups")))
BACKUP_MINUTES = environment.number("BACKUP_MINUTES", 24 * 60)
BACKUP_HOUR = environment.number("BACKUP_HOUR", 4, most=23)
BACKUP_KEEP = {
    "newest": environment.number("BACKUP_KEEP_NEWEST", 3),
    "daily": environment.number("BACKUP_KEEP_DAILY", 7),
    "weekly": environment.number("BACKUP_KEEP_WEEKLY", 4),
    "monthly": environment.number("BACKUP_KEEP_MONTHLY", 12),
}

# --- What it is made of ----------------------------------------------------------------------------------------------
INSTALLED_APPS = [
    "upkeep",
    "moderation",
    "privacy",
    "news",
    "leagues",
    "tournaments",
    "ratings",
    "games",
    "magistrar_site.accounts",
    "magistrar_site.handbook",
    "magistrar_site.shared",
    "magistrar_site",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "rest_framework",
    "drf_spectacular",
    "django_htmx",
    "magistrar_site.shared.apps.AdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
]

MIDDLEWARE = [
    "magistrar_site.shared.proxies.visitor_address",
    "magistrar_site.shared.middleware.request_id",
    "magistrar_site.observing.observe",
    "magistrar_site.shared.whole_pages.whole_pages",
    "django.middleware.security.SecurityMiddleware",
    "magistrar_site.shared.middleware.content_security_policy",
    "django.middleware.gzip.GZipMiddleware",  # pads at random, and CSRF tokens are masked: lengths tell no secret
    "magistrar_site.shared.middleware.request_size",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "magistrar_site.shared.whole_pages.note_writing",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "magistrar_site.accounts.web.middleware.PersonalLinkMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "magistrar_site.accounts.web.middleware.warn_of_mail_delay",
    "magistrar_site.accounts.web.middleware.keep_unsent_form",
    "magistrar_site.shared.middleware.lead_to_form_page",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "magistrar_site.shared.middleware.address_without_nul",
    "django_htmx.middleware.HtmxMiddleware",
    "magistrar_site.accounts.web.middleware.RefusalMiddleware",
]

ROOT_URLCONF = "magistrar_site.urls"
WSGI_APPLICATION = "magistrar_site.wsgi.application"
ASGI_APPLICATION = "magistrar_site.asgi.application"

# Each game system brings its own templates, static files and tags (games/pages/<key>/).
GAME_PAGES = BASE_DIR / "games" / "pages"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates", *sorted(GAME_PAGES.glob("*/templates"))],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
            "libraries": {
                path.parent.name: f"games.pages.{path.parent.name}.tags"
                for path in sorted(GAME_PAGES.glob("*/tags.py"))
            },
        },
    },
]

# --- Static files ----------------------------------------------------------------------------------------------------
FILE_UPLOAD_PERMISSIONS = None  # whoever runs it says who may read what is collected, by the umask
STATIC_URL = "static/"
STATIC_ROOT = Path(environment.text("STATIC_ROOT", str(BASE_DIR / "staticfiles")))
STATICFILES_DIRS: list[Path | tuple[str, Path]] = [
    *(path for path in (BASE_DIR / "static", *sorted(GAME_PAGES.glob("*/static"))) if path.is_dir()),
    ("handbook", BASE_DIR / "docs" / "handbook" / "pictures"),
]
# With collected files every address carries the digest of its content and may be kept for ever. Without them
# (developing, tests) the files are served from where they stand.
STATIC_COLLECTED = environment.flag("STATIC_COLLECTED", default=not DEBUG)
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"
        if STATIC_COLLECTED
        else "django.contrib.staticfiles.storage.StaticFilesStorage"
    },
}
WHITENOISE_USE_FINDERS = not STATIC_COLLECTED
WHITENOISE_AUTOREFRESH = not STATIC_COLLECTED
WHITENOISE_ALLOW_ALL_ORIGINS = False

# --- Languages and time ----------------------------------------------------------------------------------------------
LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English")), ("de", _("German")), ("nl", _("Dutch"))]
LOCALE_PATHS = [BASE_DIR / "locale"]
FORMAT_MODULE_PATH = ["magistrar_site.formats"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = environment.time_zone("TIME_ZONE", "Europe/Berlin")

# --- Who runs it: plain texts, an empty line between paragraphs -------------------------------------------------------
IMPRINT = environment.long_text("IMPRINT")
PRIVACY = environment.long_text("PRIVACY")

# --- Accounts --------------------------------------------------------------------------------------------------------
AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = [
    "django.contrib.auth.backends.ModelBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "magistrar_site.accounts.services.passwords.NotLikeTheAddress"},
    {"NAME": "magistrar_site.accounts.services.passwords.LongEnough", "OPTIONS": {"min_length": 10}},
    {"NAME": "magistrar_site.accounts.services.passwords.NotCommon"},
    {"NAME": "magistrar_site.accounts.services.passwords.NotOnlyFigures"},
]
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.ScryptPasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]

EMAIL_HOST = environment.text("EMAIL_HOST")
# Mails are kept in the database until the mail server has them. Without one nothing is sent.
EMAIL_BACKEND = (
    "magistrar_site.shared.services.mail.OutboxBackend"
    if EMAIL_HOST
    else "django.core.mail.backends.console.EmailBackend"
)
MAIL_TRANSPORT = "django.core.mail.backends.smtp.EmailBackend"
# On one day: mails that a person gets, all of them counted, and mails that one club's news may cause. Cancellations go
# beyond both.
MAILS_PER_PERSON = environment.number("MAILS_PER_PERSON", 5)
MAILS_PER_CLUB = environment.number("MAILS_PER_CLUB", 500)
# Mails about news that a person chose to get, on one day; they count by themselves.
NEWS_MAILS_PER_PERSON = environment.number("NEWS_MAILS_PER_PERSON", 10)
EMAIL_PORT = environment.number("EMAIL_PORT", 587)
EMAIL_HOST_USER = environment.text("EMAIL_USER")
EMAIL_HOST_PASSWORD = environment.text("EMAIL_PASSWORD")
EMAIL_USE_TLS = environment.flag("EMAIL_TLS", default=True)
EMAIL_TIMEOUT = 5  # a page waits for the first attempt
DEFAULT_FROM_EMAIL = SERVER_EMAIL = environment.text("EMAIL_FROM", "magistrar@localhost")

ACCOUNT_ADAPTER = "magistrar_site.accounts.web.adapter.AccountAdapter"
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*", "password2*"]
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
# Without a mail server nobody could ever follow the link in a verification mail.
ACCOUNT_EMAIL_VERIFICATION = "mandatory" if EMAIL_HOST else "none"
ACCOUNT_EMAIL_NOTIFICATIONS = bool(EMAIL_HOST)
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_LOGOUT_ON_GET = False
MFA_SUPPORTED_TYPES = ["totp", "recovery_codes"]
MFA_TOTP_ISSUER = "Magistrar"
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "tournaments:my_clubs"
LOGOUT_REDIRECT_URL = "/"
MESSAGE_TAGS = {SUCCESS: "ok", WARNING: "warn", ERROR: "bad"}  # as templates/components/message.html says them

# --- Security --------------------------------------------------------------------------------------------------------
TRUSTED_PROXIES = trusted_proxies()
globals().update(security_options(SITE_URL))
CSP = CONTENT_SECURITY_POLICY
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = LANGUAGE_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_AGE = YEAR
CSRF_COOKIE_HTTPONLY = False  # htmx reads it
CSRF_FAILURE_VIEW = "magistrar_site.accounts.web.unsent.form_refused"

# A game handed in may have 256 KiB (the views see to that); as a form field it is up to three times as long.
SUBMISSION_MAX_BYTES = 256 * 1024
DATA_UPLOAD_MAX_MEMORY_SIZE = 1024 * 1024
FILE_UPLOAD_MAX_MEMORY_SIZE = 1024 * 1024
# An event's file, by its address; a larger one goes in by `manage.py import_event`.
BUNDLE_MAX_BYTES = 16 * 1024 * 1024
# A logo or a player's picture, as a phone's camera makes it.
PICTURE_MAX_BYTES = 10 * 1024 * 1024
FORM_FIELDS_BYTES = 64 * 1024  # what comes with a form's file
# By patterns of whole addresses. Files over FILE_UPLOAD_MAX_MEMORY_SIZE are written to disk as they come.
LARGER_BODIES = {
    r"/import/": BUNDLE_MAX_BYTES + FORM_FIELDS_BYTES,
    r"/api/v1/event-bundles/(check/)?": BUNDLE_MAX_BYTES,
    r"/clubs/[^/]+/logo/|/players/[^/]+/picture/": PICTURE_MAX_BYTES + FORM_FIELDS_BYTES,
}
DATA_UPLOAD_MAX_NUMBER_FIELDS = 2000
DATA_UPLOAD_MAX_NUMBER_FILES = 10

# --- API, metrics and logs --------------------------------------------------------------------------------------------
REST_FRAMEWORK = rest_framework()
SPECTACULAR_SETTINGS = SPECTACULAR
METRICS_TOKEN = environment.secret("METRICS_TOKEN")
LOG_REQUESTS = environment.flag("LOG_REQUESTS")
LOGGING = logging_options(level=environment.text("LOG_LEVEL", "INFO").upper(), as_json=is_json())
