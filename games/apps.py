"""App configuration of the game."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    """Matches, deals and moves."""

    name = "games"
    verbose_name = _("Scopa")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Join the service: its readiness, its effects, and what its web processes do."""
        from games import liveness
        from games.api.link_references import opened_links, sealed_link
        from games.api.route_scopes import INCLUDED, ROUTE_SCOPES, SCOPES
        from games.readiness import watch_matches
        from games.services import holidays, rated
        from games.set_phrases import DECLINE_REASONS
        from games.wording import in_language
        from players.scopes import register_scopes
        from scopa_site.api.scopes import register_route_scopes
        from scopa_site.idempotency.references import register_reference
        from scopa_site.outbox.effects import register_handler
        from scopa_site.reasons import register_reasons
        from scopa_site.serving import when_serving

        watch_matches()
        register_scopes(*SCOPES)
        register_route_scopes(ROUTE_SCOPES, included=INCLUDED)
        register_reference("link", collapse=sealed_link, expand=opened_links)
        register_handler(holidays.CHANGED, holidays.bring_about)
        register_handler(rated.ANNULLED, rated.bring_about)
        register_reasons(
            "decline",
            lambda: [(slug, in_language(each.label)) for slug, each in DECLINE_REASONS.items()],
        )
        self._add_to_players()
        when_serving(liveness.start)

    def _add_to_players(self) -> None:
        """Add what matches have of a player: what is shown, told, exported and erased."""
        from games.admin.notes import matches_left
        from games.api.card_components import card_members
        from games.api.render_card import card_part
        from games.notices.catalogue import register_notices
        from games.queries import holdings
        from games.queries.stakes import has_matches
        from games.services import erasing, tallies
        from players.registries import (
            register_card_part,
            register_eraser,
            register_exporter,
            register_leaver,
            register_paged_exporter,
            register_staff_note,
            register_stake,
        )

        register_notices()
        register_card_part("matches", card_part, card_members)
        register_leaver("matches", erasing.leave_matches)
        register_eraser("matches", erasing.erase_traces)
        register_eraser("tallies", tallies.forget_tallies)
        register_staff_note("matches", matches_left)
        register_stake("matches", has_matches)
        register_exporter("encounters", holdings.encounters_of)
        register_exporter("holidays", holdings.holidays_of)
        register_exporter("tallies", holdings.tallies_of)
        register_paged_exporter("matches", holdings.matches_of)
