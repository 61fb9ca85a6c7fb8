"""App configuration of the players."""

from django.apps import AppConfig
from django.contrib.admin import apps as admin_apps
from django.utils.translation import gettext_lazy as _


class PlayersConfig(AppConfig):
    """Who plays, and how they prove it."""

    default = True
    name = "players"
    verbose_name = _("Players")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Let kept replies hold ids in place of players' names, and bring about what is owed."""
        from players.api.references import public_id_of, shown_players
        from players.api.route_scopes import ROUTE_SCOPES
        from players.models import ReportReason
        from players.queries.holdings import rating_changes_of
        from players.queries.reports import report_reasons
        from players.registries import register_paged_exporter
        from players.scopes import INCLUDED
        from players.services import exports, mail, reset
        from scopa_site.api.scopes import register_route_scopes
        from scopa_site.idempotency.references import register_reference
        from scopa_site.outbox.effects import register_handler
        from scopa_site.reasons import register_reasons

        register_route_scopes(ROUTE_SCOPES, included=INCLUDED)
        register_reference("player", collapse=public_id_of, expand=shown_players)
        register_handler(mail.TOPIC, mail.deliver)
        register_reasons("report", report_reasons)
        register_handler(reset.TOPIC, reset.begin_reset)
        register_paged_exporter("rating_changes", rating_changes_of)
        register_handler(exports.EXPORT, exports.write_part)
        register_reasons("report", lambda: ReportReason.choices)


class StaffAdminConfig(admin_apps.AdminConfig):
    """Django's admin, with the staff's own way in."""

    default = False
    default_site = "players.staff_site.StaffSite"
