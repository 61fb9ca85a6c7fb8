"""The real addresses, and one that fails."""

from django.urls import path

from scopa_site.api.views import ApiView
from scopa_site.urls import handler400, handler403, handler404, handler500, urlpatterns

__all__ = ["handler400", "handler403", "handler404", "handler500", "urlpatterns"]


class TroubledView(ApiView):
    public = True

    def get(self, request):
        raise RuntimeError(f"the secret is 7D, for {request.META.get('HTTP_AUTHORIZATION')}")


urlpatterns = [*urlpatterns, path("api/v1/trouble", TroubledView.as_view())]
