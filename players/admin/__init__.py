"""The admin of people. Tokens are never shown, and no page sets a password."""

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount, SocialApp, SocialToken
from django.contrib import admin

from players.admin.audit import AuditEntryAdmin
from players.admin.groups import GroupAdmin
from players.admin.players import PlayerAdmin
from players.admin.reports import ReportAdmin
from players.admin.results import RatedResultAdmin

__all__ = ["AuditEntryAdmin", "GroupAdmin", "PlayerAdmin", "RatedResultAdmin", "ReportAdmin"]

# Addresses, identities and second factors are reached by actions on their player, never listed.
for _model in (Authenticator, EmailAddress, SocialAccount, SocialApp, SocialToken):
    admin.site.unregister(_model)
