"""Know of a seat itself whether its match is over: matches that are pile up."""

from typing import Any

from django.db import migrations, models


def retire_seats(apps: Any, _schema_editor: Any) -> None:
    """Take the seats of matches that are over out of those in play."""
    seat = apps.get_model("games", "Seat")
    seat.objects.exclude(match__status__in=["offered", "active"]).update(live=False)


class Migration(migrations.Migration):
    """Add the column and its index, and fill it."""

    dependencies = [("games", "0004_who_left")]

    operations = [
        migrations.AddField(
            model_name="seat",
            name="live",
            field=models.BooleanField(default=True, verbose_name="in play"),
        ),
        migrations.AddIndex(
            model_name="seat",
            index=models.Index(
                condition=models.Q(("live", True)), fields=["player"], name="seat_live"
            ),
        ),
        migrations.AddIndex(
            model_name="match",
            index=models.Index(
                condition=models.Q(("status__in", ["offered", "active"])),
                fields=["creator"],
                name="match_live_by_creator",
            ),
        ),
        migrations.RunPython(retire_seats, migrations.RunPython.noop),
    ]
