"""WSGI entry point."""

import os

from django.core.wsgi import get_wsgi_application

from scopa_site.serving import begin_serving

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scopa_site.settings")

application = get_wsgi_application()
begin_serving()
