"""Routes of matches, under /api/v1/."""

from django.urls import path

from games.api import (
    card_views,
    decks_views,
    life_urls,
    lobby_urls,
    rating_views,
    record_views,
    rules_views,
    sandbox_views,
    views,
)

# An id that is none is the views' to refuse: it must look like a match that does not exist.
urlpatterns = [
    path("rules/presets", rules_views.PresetListView.as_view(), name="presets"),
    path("rules/schema", rules_views.RulesSchemaView.as_view(), name="rules-schema"),
    path("rules/validate", rules_views.ValidateRulesView.as_view(), name="validate-rules"),
    path("decks", decks_views.DeckListView.as_view(), name="decks"),
    path("sandbox", sandbox_views.SandboxListView.as_view(), name="sandboxes"),
    path("sandbox/players", sandbox_views.SandboxPlayerListView.as_view(), name="sandbox-players"),
    path("sandbox/clock", sandbox_views.SandboxClockView.as_view(), name="sandbox-clock"),
    path("sandbox/<str:sandbox_id>", sandbox_views.SandboxView.as_view(), name="sandbox"),
    path("leaderboards/<str:family>", rating_views.LeaderboardView.as_view(), name="leaderboard"),
    path("me/ratings", rating_views.RatingListView.as_view(), name="ratings"),
    path("me/ratings/<str:family>", rating_views.RatingHistoryView.as_view(), name="rating"),
    *lobby_urls.urlpatterns,
    path("matches", views.MatchListView.as_view(), name="matches"),
    path("matches/<str:match_id>", views.MatchDetailView.as_view(), name="match"),
    path("matches/<str:match_id>/record", record_views.RecordView.as_view(), name="record"),
    path("matches/<str:match_id>/moves", views.MoveListView.as_view(), name="moves"),
    *life_urls.urlpatterns,
    path("players/<str:player_id>/chart.svg", card_views.ChartView.as_view(), name="player-chart"),
]
