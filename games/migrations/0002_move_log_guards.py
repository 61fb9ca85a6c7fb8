"""Let the database itself refuse a gap in the moves of a match, and a change of a move.

Triggers, because no portable constraint can compare a row with the one before it. The unique
constraint one_move_per_ply decides between two writers; this only forbids to skip.
"""

from typing import Any

from django.db import migrations

POSTGRES = """
CREATE FUNCTION games_move_guard_insert() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.ply > 0 AND NOT EXISTS (
        SELECT 1 FROM games_move WHERE match_id = NEW.match_id AND ply = NEW.ply - 1
    ) THEN
        RAISE EXCEPTION 'a move would leave a gap before ply %', NEW.ply
            USING ERRCODE = 'check_violation', CONSTRAINT = 'ply_without_gaps',
                  TABLE = 'games_move';
    END IF;
    RETURN NEW;
END $$;
CREATE FUNCTION games_move_guard_update() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'moves are only ever added'
        USING ERRCODE = 'check_violation', CONSTRAINT = 'move_is_append_only',
              TABLE = 'games_move';
END $$;
CREATE TRIGGER ply_without_gaps BEFORE INSERT ON games_move
    FOR EACH ROW EXECUTE FUNCTION games_move_guard_insert();
CREATE TRIGGER move_is_append_only BEFORE UPDATE ON games_move
    FOR EACH ROW EXECUTE FUNCTION games_move_guard_update();
"""
POSTGRES_BACK = """
DROP TRIGGER move_is_append_only ON games_move;
DROP TRIGGER ply_without_gaps ON games_move;
DROP FUNCTION games_move_guard_update();
DROP FUNCTION games_move_guard_insert();
"""

SQLITE = [
    """
    CREATE TRIGGER ply_without_gaps BEFORE INSERT ON games_move
    WHEN NEW.ply > 0 AND NOT EXISTS (
        SELECT 1 FROM games_move WHERE match_id = NEW.match_id AND ply = NEW.ply - 1
    )
    BEGIN SELECT RAISE(ABORT, 'CHECK constraint failed: ply_without_gaps'); END
    """,
    """
    CREATE TRIGGER move_is_append_only BEFORE UPDATE ON games_move
    BEGIN SELECT RAISE(ABORT, 'CHECK constraint failed: move_is_append_only'); END
    """,
]
SQLITE_BACK = ["DROP TRIGGER move_is_append_only", "DROP TRIGGER ply_without_gaps"]


def _run(schema_editor: Any, postgres: str, sqlite: list[str]) -> None:
    statements = sqlite if schema_editor.connection.vendor == "sqlite" else [postgres]
    for statement in statements:
        schema_editor.execute(statement, params=None)


def guard(_apps: Any, schema_editor: Any) -> None:
    """Create the triggers."""
    _run(schema_editor, POSTGRES, SQLITE)


def unguard(_apps: Any, schema_editor: Any) -> None:
    """Drop the triggers."""
    _run(schema_editor, POSTGRES_BACK, SQLITE_BACK)


class Migration(migrations.Migration):
    """Guards of the log of moves."""

    dependencies = [("games", "0001_initial")]

    operations = [migrations.RunPython(guard, unguard)]
