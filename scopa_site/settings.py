"""Settings, all from the environment, with defaults that are safe.

Without DATABASE_URL this is the newcomer's service on SQLite with its secrets kept in the data
directory. With it, nothing is assumed: SECRET_KEY, ALLOWED_HOSTS and REDIS_URL must be given.
"""

from pathlib import Path
from typing import Any

from django.core.exceptions import ImproperlyConfigured
from django.urls import reverse_lazy
from django.utils.translation import gettext_lazy as _

from scopa_site.database_settings import database
from scopa_site.env import DATA_DIR, LOCAL, env, kept_secret, versions
from scopa_site.identity_settings import IDENTITY_PROVIDERS  # noqa: F401  # Django reads it
from scopa_site.limit_settings import LIMITS
from scopa_site.logging_settings import logging_settings
from scopa_site.mail_settings import *  # noqa: F403  # Django reads each by its name
from scopa_site.notice_settings import *  # noqa: F403  # as above
from scopa_site.queue_settings import *  # noqa: F403  # as above
from scopa_site.queue_settings import REDIS_URL

# --- core -------------------------------------------------------------------------------------
DEBUG = env.bool("DEBUG", False)
SECRET_KEY = env.str("SECRET_KEY", "") or (kept_secret("secret-key") if LOCAL else "")
if not SECRET_KEY:
    raise ImproperlyConfigured("SECRET_KEY is not set: give it a long random value.")
SECRET_KEY_FALLBACKS: list[str] = env.list("SECRET_KEY_FALLBACKS", [])
_OWN_NAMES = ["localhost", "127.0.0.1", "[::1]"] if LOCAL else []
ALLOWED_HOSTS: list[str] = [*_OWN_NAMES, *env.list("ALLOWED_HOSTS", [])]
CSRF_TRUSTED_ORIGINS: list[str] = env.list("CSRF_TRUSTED_ORIGINS", [])
ROOT_URLCONF = "scopa_site.urls"
WSGI_APPLICATION = "scopa_site.wsgi.application"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
DATA_UPLOAD_MAX_MEMORY_SIZE = 1024 * 1024

INSTALLED_APPS = [
    # The theme, and its admin with our way in: see players.staff_site.
    "unfold.apps.BasicAppConfig",
    "players.apps.StaffAdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "corsheaders",
    # Their tables and their reckoning; their pages are not mounted. See docs/adr/0014.
    "allauth",
    "allauth.account",
    "allauth.socialaccount",
    "allauth.socialaccount.providers.apple",
    "allauth.socialaccount.providers.google",
    "allauth.mfa",
    "scopa_site",
    "players",
    "players.notifications",
    "games",
]

MIDDLEWARE = [
    # Outermost: it names, times and counts everything that is answered.
    "scopa_site.api.observed.ObservedRequests",
    "django.middleware.security.SecurityMiddleware",
    "corsheaders.middleware.CorsMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ]
        },
    }
]

# --- database ---------------------------------------------------------------------------------
DATA_DIR.mkdir(parents=True, exist_ok=True)
DATABASES = {"default": database()}

# --- time -------------------------------------------------------------------------------------
# A test moves the clock by the seconds in this file; see scopa_site.time.
CLOCK_OFFSET_FILE = env.path("CLOCK_OFFSET_FILE", None)
if CLOCK_OFFSET_FILE is not None and not LOCAL:
    raise ImproperlyConfigured("CLOCK_OFFSET_FILE is for tests: a deployment's clock is not moved.")

# --- people -----------------------------------------------------------------------------------
AUTH_USER_MODEL = "players.Player"
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
_VALIDATION = "django.contrib.auth.password_validation."
AUTH_PASSWORD_VALIDATORS = [
    {
        "NAME": _VALIDATION + "UserAttributeSimilarityValidator",
        "OPTIONS": {"user_attributes": ["username", "display_name", "email"]},
    },
    {"NAME": _VALIDATION + "MinimumLengthValidator", "OPTIONS": {"min_length": 8}},
    {"NAME": _VALIDATION + "CommonPasswordValidator"},
    {"NAME": "players.password_rules.ContextWordValidator"},
]
# A device that is not used for so long is logged out.
SESSION_IDLE_DAYS = env.int("SESSION_IDLE_DAYS", 90)
# A guest who was not here for so long is deleted, or erased where matches are left.
GUEST_IDLE_DAYS = env.int("GUEST_IDLE_DAYS", 90)
# One address belongs to one player once it is verified; allauth keeps who has which.
ACCOUNT_UNIQUE_EMAIL = True
ACCOUNT_LOGIN_METHODS = {"username"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "password1*"]
MFA_SUPPORTED_TYPES = ["totp", "recovery_codes"]
MFA_TOTP_ISSUER = "Scopa"
# The code before and the one to come hold too: telephones are some seconds off.
MFA_TOTP_TOLERANCE = 1
MFA_ADAPTER = "players.factor_adapter.FactorAdapter"
# The staff show a second factor; a local run (`make run`) leaves it out.
STAFF_TWO_FACTOR = env.bool("STAFF_TWO_FACTOR", not LOCAL)
LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English")), ("it", _("Italian"))]
# Named, they come before those of the packages: who says the same English has our Italian.
_ROOT = Path(__file__).resolve().parent.parent
LOCALE_PATHS = [_ROOT / name / "locale" for name in ("scopa_site", "players", "games")]
TIME_ZONE = "UTC"
USE_TZ = True
USE_I18N = True

LOGIN_REDIRECT_URL = "admin:index"
UNFOLD = {
    "SITE_TITLE": "Scopa",
    "SITE_HEADER": "Scopa",
    "SITE_SYMBOL": "playing_cards",
    "ACCOUNT": {
        "navigation": [
            {"title": _("Change password"), "link": reverse_lazy("admin:password_change")},
            {"title": _("New recovery codes"), "link": reverse_lazy("admin:recovery_codes")},
        ]
    },
}

# --- cookies and headers ------------------------------------------------------------------------
# A local run speaks plain HTTP; a deployment sits behind TLS unless it says otherwise.
_TLS = env.bool("TLS", not LOCAL)
SESSION_COOKIE_SECURE = _TLS
CSRF_COOKIE_SECURE = _TLS
SESSION_COOKIE_HTTPONLY = True
# A day's work in the admin, of which nobody is in for longer; apps have tokens.
SESSION_COOKIE_AGE = 12 * 3600
SECURE_SSL_REDIRECT = env.bool("SECURE_SSL_REDIRECT", _TLS)
SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$", r"^metrics$"]
SECURE_HSTS_SECONDS = env.int("SECURE_HSTS_SECONDS", 31_536_000 if _TLS else 0)
SECURE_HSTS_INCLUDE_SUBDOMAINS = _TLS
SECURE_HSTS_PRELOAD = _TLS
SECURE_CONTENT_TYPE_NOSNIFF = True
X_FRAME_OPTIONS = "DENY"
BEHIND_PROXY = env.bool("BEHIND_PROXY", False)
if BEHIND_PROXY:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
NUM_PROXIES = env.int("NUM_PROXIES", 0)

# Pages of which other origins may call the API from a browser: none unless they are named. They
# send their token themselves; cookies are never asked for.
CORS_ALLOWED_ORIGINS: list[str] = env.list("CORS_ALLOWED_ORIGINS", [])
CORS_URLS_REGEX = r"^/api/v1/"
CORS_ALLOW_CREDENTIALS = False
CORS_ALLOW_METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"]
CORS_ALLOW_HEADERS = [
    *("accept", "accept-language", "authorization", "content-type", "idempotency-key"),
    *("if-none-match", "last-event-id", "scopa-client", "x-request-id"),
]
CORS_EXPOSE_HEADERS = [
    *("Allow", "Content-Language", "ETag", "Idempotency-Replayed", "Location", "Retry-After"),
    *("WWW-Authenticate", "X-Request-ID"),
]
CORS_PREFLIGHT_MAX_AGE = 7200  # seconds; browsers cap it about there

# --- static files -------------------------------------------------------------------------------
STATIC_URL = "static/"
STATIC_ROOT = DATA_DIR / "static"
STATIC_ROOT.mkdir(exist_ok=True)
# Without a collectstatic step the packages' own files are served; a deployment collects them.
WHITENOISE_USE_FINDERS = LOCAL

# --- API ----------------------------------------------------------------------------------------
REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": ["players.api.authentication.BearerAuthentication"],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["scopa_site.api.parser.StrictJSONParser"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "EXCEPTION_HANDLER": "scopa_site.api.problems.exception_handler",
    "UNAUTHENTICATED_USER": None,
}
SPECTACULAR_SETTINGS: dict[str, Any] = {
    "TITLE": "Scopa",
    "VERSION": "1",
    "OAS_VERSION": "3.1.1",
    # The document that is served is made by scopa_site.api.schema and compared by `make check`.
    "ENABLE_DJANGO_DEPLOY_CHECK": False,
    "WEBHOOKS": ["players.notifications.api.webhook_messages.NOTIFICATION"],
}

# --- cache; the work queue has a module of its own ----------------------------------------------
CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        "LOCATION": REDIS_URL,
        "OPTIONS": {"socket_timeout": 1, "socket_connect_timeout": 1},
    }
    if REDIS_URL
    else {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        # The counters of limits: whoever makes many may not drive out the others.
        "OPTIONS": {"MAX_ENTRIES": 100_000},
    }
}

# --- Scopa --------------------------------------------------------------------------------------
# The secret behind the AI's seeds: whoever has it can foretell an AI's dice, never a card.
AI_SECRET = env.str("AI_SECRET", "") or SECRET_KEY
# Who plays for a person whose time ran out, or whose side plays on without them.
SCOPA_SUBSTITUTE_LEVEL = env.str("SUBSTITUTE_LEVEL", "greedy")
# Offered and running matches of one player; whoever has that many finishes one first.
SCOPA_MAX_OPEN_MATCHES = env.int("MAX_OPEN_MATCHES", 100)
# The lowest version of each app that is served, as in LOWEST_CLIENTS=ios=1.4.0,android=1.3.2.
SCOPA_LOWEST_CLIENTS = versions("LOWEST_CLIENTS")
# Days to think between asking to be erased and being erased.
SCOPA_DELETION_DAYS = env.int("DELETION_DAYS", 7)
# Requests allowed, per seconds, by scope.
SCOPA_LIMITS = {scope: (limit.allowed, limit.seconds) for scope, limit in LIMITS.items()}
# Nothing is limited: for `make run`, which says so itself, and for measuring.
SCOPA_LIMITS_LIFTED = env.bool("LIMITS_LIFTED", False)

# --- what is told to whoever runs the service ----------------------------------------------------
# Who may read /metrics from elsewhere than this machine.
METRICS_TOKEN = env.str("METRICS_TOKEN", "")
# Lines for a person at a terminal, or JSON objects for a machine that gathers them.
LOG_FORMAT = env.str("LOG_FORMAT", "text" if LOCAL else "json")
if LOG_FORMAT not in {"text", "json"}:
    raise ImproperlyConfigured(f"LOG_FORMAT is {LOG_FORMAT!r}; it may be 'text' or 'json'.")
LOGGING = logging_settings(LOG_FORMAT, level=env.str("LOG_LEVEL", "INFO"), requests=not LOCAL)
