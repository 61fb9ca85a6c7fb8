"""How notifications leave the service: what each provider asks for, all from the environment.

A provider that is not set up sends nothing; see docs/notifications.md.
"""

from django.core.exceptions import ImproperlyConfigured

from scopa_site.env import LOCAL, env

__all__ = [
    "APNS_KEY",
    "APNS_KEY_ID",
    "APNS_SANDBOX_URL",
    "APNS_TEAM_ID",
    "APNS_TOPIC",
    "APNS_URL",
    "DEEP_LINK",
    "FCM_CREDENTIALS",
    "FCM_URL",
    "OUTBOUND_CA_FILE",
    "OUTBOUND_LOOPBACK",
    "PUBLIC_URL",
    "VAPID_PRIVATE_KEY",
    "VAPID_SUBJECT",
]

# Where people reach this service: links in mails begin so. `make run` knows where it listens.
PUBLIC_URL = env.str("PUBLIC_URL", "http://127.0.0.1:8000" if LOCAL else "").rstrip("/")
# What an app opens: a scheme of its own, or https://play.example/ for universal links.
DEEP_LINK = env.str("DEEP_LINK", "scopa://")

# The path of the service account's JSON file, as Google gives it.
FCM_CREDENTIALS = env.str("FCM_CREDENTIALS", "")
FCM_URL = env.str("FCM_URL", "https://fcm.googleapis.com").rstrip("/")

# The path of the .p8 file, as Apple gives it.
APNS_KEY = env.str("APNS_KEY", "")
APNS_KEY_ID = env.str("APNS_KEY_ID", "")
APNS_TEAM_ID = env.str("APNS_TEAM_ID", "")
APNS_TOPIC = env.str("APNS_TOPIC", "")
APNS_URL = env.str("APNS_URL", "https://api.push.apple.com").rstrip("/")
APNS_SANDBOX_URL = env.str("APNS_SANDBOX_URL", "https://api.sandbox.push.apple.com").rstrip("/")

# 32 bytes of P-256, base64url; and whom a browser's push service may write to.
VAPID_PRIVATE_KEY = env.str("VAPID_PRIVATE_KEY", "")
VAPID_SUBJECT = env.str("VAPID_SUBJECT", "")

# For trying all of it on one machine: sinks on loopback, and who signed their certificate.
OUTBOUND_LOOPBACK = env.bool("OUTBOUND_LOOPBACK", False)
OUTBOUND_CA_FILE = env.str("OUTBOUND_CA_FILE", "")
if OUTBOUND_LOOPBACK and not LOCAL:
    raise ImproperlyConfigured(
        "OUTBOUND_LOOPBACK lets strangers have this service call its own network: never in a"
        " deployment. Unset it."
    )
