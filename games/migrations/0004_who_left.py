"""Write down who ended a match by resigning, which was read off the seats until now."""

from typing import Any

from django.db import migrations
from django.db.models import OuterRef, Subquery


def note_who_left(apps: Any, _schema_editor: Any) -> None:
    """Take it from the one seat that resigned."""
    match, seat = apps.get_model("games", "Match"), apps.get_model("games", "Seat")
    resigned = seat.objects.filter(match=OuterRef("pk"), status="resigned").order_by("index")
    ended = match.objects.filter(status="finished", termination="resigned")
    ended.update(ended_by_seat=Subquery(resigned.values("index")[:1]))


class Migration(migrations.Migration):
    """Fill the column that 0003 made."""

    dependencies = [("games", "0003_correspondence")]

    operations = [migrations.RunPython(note_who_left, migrations.RunPython.noop)]
