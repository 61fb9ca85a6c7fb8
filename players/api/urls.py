"""Routes of accounts, profiles and events, under /api/v1/."""

from django.urls import path

from players.api import addresses, cards, events, exports, friends, sessions, ties, tokens, views

urlpatterns = [
    path("auth/signup", views.SignupView.as_view(), name="signup"),
    path("auth/login", views.LoginView.as_view(), name="login"),
    path("auth/guest", views.GuestView.as_view(), name="guest"),
    path("auth/logout", views.LogoutView.as_view(), name="logout"),
    path("auth/verify", addresses.VerifyView.as_view(), name="verify"),
    path("me/email", addresses.EmailView.as_view(), name="my-email"),
    path("me/email/code", addresses.EmailCodeView.as_view(), name="email-code"),
    path("me", views.MeView.as_view(), name="me"),
    path("me/sessions", sessions.SessionListView.as_view(), name="sessions"),
    path("me/sessions/<str:session_id>", sessions.SessionView.as_view(), name="session"),
    path("me/tokens", tokens.TokenListView.as_view(), name="tokens"),
    path("me/tokens/<str:token_id>", tokens.TokenView.as_view(), name="token"),
    path("me/mutes", ties.MuteListView.as_view(), name="mutes"),
    path("me/mutes/<str:player_id>", ties.MuteView.as_view(), name="mute"),
    path("me/blocks", ties.BlockListView.as_view(), name="blocks"),
    path("me/blocks/<str:player_id>", ties.BlockView.as_view(), name="block"),
    path("me/friends", friends.FriendListView.as_view(), name="friends"),
    path("me/friends/<str:player_id>", friends.FriendView.as_view(), name="friend"),
    path("me/exports", exports.ExportListView.as_view(), name="exports"),
    path("me/exports/<str:export_id>", exports.ExportView.as_view(), name="export"),
    path("exports/<str:link>", exports.ExportFileView.as_view(), name="export-file"),
    path("players", cards.PlayerFindView.as_view(), name="players"),
    path("players/<str:player_id>", cards.PlayerCardView.as_view(), name="player"),
    path("events", events.EventListView.as_view(), name="events"),
    path("events/read", events.EventReadView.as_view(), name="events-read"),
    path("events/stream", events.EventStreamView.as_view(), name="events-stream"),
]
