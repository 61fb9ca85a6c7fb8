"""Routes of the ways to a seat, of talk, and of what changed, under /api/v1/."""

from django.urls import path

from games.api import clock_views, lobby_views, sync_views, talk_views

_MATCH = "matches/<str:match_id>"

urlpatterns = [
    # Before the matches by id: it looks like one.
    path("matches/join-by-code", lobby_views.JoinByCodeView.as_view(), name="join-by-code"),
    path("quick-match", lobby_views.QuickMatchView.as_view(), name="quick-match"),
    path(f"{_MATCH}/join", lobby_views.JoinView.as_view(), name="join"),
    path(f"{_MATCH}/decline", lobby_views.DeclineView.as_view(), name="decline"),
    path(f"{_MATCH}/cancel", lobby_views.CancelView.as_view(), name="cancel"),
    path(f"{_MATCH}/links", lobby_views.LinkView.as_view(), name="links"),
    path(f"{_MATCH}/rematch", lobby_views.RematchView.as_view(), name="rematch"),
    path(f"{_MATCH}/reactions", talk_views.ReactionView.as_view(), name="react"),
    path(f"{_MATCH}/messages", talk_views.MessageListView.as_view(), name="messages"),
    path("decline-reasons", lobby_views.DeclineReasonListView.as_view(), name="decline-reasons"),
    path("reactions", talk_views.ReactionListView.as_view(), name="reactions"),
    path("clocks", clock_views.ClockListView.as_view(), name="clocks"),
    path("clocks/validate", clock_views.ValidateClockView.as_view(), name="validate-clock"),
    path("sync", sync_views.SyncView.as_view(), name="sync"),
    path("me/summary", sync_views.SummaryView.as_view(), name="summary"),
]
