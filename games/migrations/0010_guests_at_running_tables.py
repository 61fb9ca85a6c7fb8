from django.db import migrations


def note_guests(apps, schema_editor):
    """Whether a match counts is decided when it is dealt: decide it where that was before."""
    matches = apps.get_model("games", "Match").objects.using(schema_editor.connection.alias)
    running = matches.filter(status="active", rated=True, rating_note="", world__isnull=True)
    with_guests = running.filter(seats__player__is_guest=True).values_list("pk", flat=True)
    matches.filter(pk__in=list(with_guests)).update(rating_note="guest")


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0009_lists_by_player"),
        ("players", "0008_annul_permission"),
    ]

    operations = [
        migrations.RunPython(note_guests, migrations.RunPython.noop),
    ]
