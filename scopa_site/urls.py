"""Every address of the service."""

from django.contrib import admin
from django.templatetags.static import static
from django.urls import include, path
from django.views.generic import RedirectView

urlpatterns = [
    path("", include("scopa_site.api.urls")),
    path("api/v1/", include("players.api.urls")),
    path("api/v1/", include("players.notifications.api.urls")),
    path("api/v1/", include("games.api.urls")),
    path("account/", include("players.pages.urls")),
    path("unsubscribe/", include("players.notifications.pages.urls")),
    path("admin/", admin.site.urls),
    path("", RedirectView.as_view(pattern_name="docs"), name="home"),
    path("favicon.ico", RedirectView.as_view(url=static("games/favicon.svg")), name="favicon"),
]

handler400 = "scopa_site.api.problems.handler400"
handler403 = "scopa_site.api.problems.handler403"
handler404 = "scopa_site.api.problems.handler404"
handler500 = "scopa_site.api.problems.handler500"
