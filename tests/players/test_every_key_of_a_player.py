"""Every column that points at a player is accounted for when one is erased.

Whoever adds one says here what becomes of it: a new table cannot be forgotten.
"""

from django.apps import apps

from players.models import Player

# What becomes of the rows of an erased player.
DELETED = {
    "account.EmailAddress.user",
    "games.Encounter.other",
    "games.Encounter.player",
    "games.Holiday.player",
    "games.Tally.player",
    "mfa.Authenticator.user",
    "notifications.Delivery.player",
    "notifications.Device.player",
    "notifications.MutedSubject.player",
    "notifications.Notification.player",
    "notifications.Preferences.player",
    "notifications.Webhook.player",
    "players.Code.player",
    "players.Export.player",
    "players.FeedEvent.player",
    "players.RecoveryCode.player",
    "players.Tie.other",
    "players.Tie.player",
    "players.Token.player",
    "socialaccount.SocialAccount.user",
}
# Numbers, instants and codes alone: nothing in them is personal once the player is nobody.
KEPT = {
    "games.Match.creator",
    "games.Seat.player",
    "games.Timeout.player",
    "players.AuditEntry.actor",
    "players.Deletion.player",
    "players.Feed.player",
    "players.RatedSeat.player",
    "players.Rating.player",
}
# Kept without their words, or without their player.
BLANKED = {
    "admin.LogEntry.user",
    "players.Report.reported",
    "players.Report.reporter",
    "players.World.owner",
}


def keys_of_players():
    return {
        f"{model._meta.label}.{field.name}"
        for model in apps.get_models()
        for field in model._meta.get_fields()
        if field.related_model is Player and not field.auto_created
    }


def test_is_accounted_for():
    assert keys_of_players() == DELETED | KEPT | BLANKED


def test_is_accounted_for_once():
    assert len(DELETED) + len(KEPT) + len(BLANKED) == len(DELETED | KEPT | BLANKED)
