"""A sweep does what it can, whatever is wrong with one match."""

from uuid import uuid4

from games.services.sweeping import each_alone
from tests.games.tables import NOW


class TestASweep:
    def test_goes_on_past_a_match_that_cannot_be_done(self):
        bad, _idle, good = ids = [uuid4() for _ in range(3)]
        seen = []

        def step(*, match_id, now):
            seen.append((match_id, now))
            if match_id == bad:
                raise ValueError("spoilt")
            return match_id == good

        assert each_alone(step, ids, now=NOW) == 1
        assert seen == [(match_id, NOW) for match_id in ids]
