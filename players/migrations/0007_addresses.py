"""Give each address that an account was made with a row of allauth's, not verified."""

from django.db import migrations


def note_addresses(apps, schema_editor):
    player_model = apps.get_model("players", "Player")
    address_model = apps.get_model("account", "EmailAddress")
    known = set(address_model.objects.values_list("user_id", flat=True))
    given = player_model.objects.exclude(email="").exclude(pk__in=known)
    rows = [
        address_model(user_id=pk, email=email.lower(), primary=True, verified=False)
        for pk, email in given.values_list("pk", "email").iterator()
    ]
    address_model.objects.bulk_create(rows, batch_size=500)


class Migration(migrations.Migration):
    dependencies = [
        ("players", "0006_ratings_settle"),
        ("account", "0009_emailaddress_unique_primary_email"),
    ]

    operations = [migrations.RunPython(note_addresses, migrations.RunPython.noop)]
