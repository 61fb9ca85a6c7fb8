"""Routes of what happens beside the cards, under /api/v1/."""

from django.urls import path

from games.api import life_views, mute_views, plan_views

_MATCH = "matches/<str:match_id>"

urlpatterns = [
    path(f"{_MATCH}/resign", life_views.ResignView.as_view(), name="resign"),
    path(f"{_MATCH}/abort", life_views.AbortView.as_view(), name="abort"),
    path(f"{_MATCH}/timeout-claims", life_views.TimeoutClaimView.as_view(), name="claim-timeout"),
    path(f"{_MATCH}/return", life_views.ReturnView.as_view(), name="return"),
    path(f"{_MATCH}/pause-requests", life_views.PauseRequestView.as_view(), name="ask-pause"),
    path(
        f"{_MATCH}/pause-requests/accept",
        life_views.AcceptPauseView.as_view(),
        name="accept-pause",
    ),
    path(
        f"{_MATCH}/pause-requests/refuse",
        life_views.RefusePauseView.as_view(),
        name="refuse-pause",
    ),
    path(f"{_MATCH}/resume", life_views.ResumeView.as_view(), name="resume"),
    path(f"{_MATCH}/log", life_views.LogView.as_view(), name="log"),
    path(f"{_MATCH}/plans", plan_views.PlanView.as_view(), name="plans"),
    path(f"{_MATCH}/mute", mute_views.MuteMatchView.as_view(), name="mute-match"),
    path("me/holiday", plan_views.HolidayView.as_view(), name="holiday"),
]
