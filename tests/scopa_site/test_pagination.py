"""Lists come in pages that neither skip nor repeat."""

import base64
import itertools
import re
import string

import pytest

from players.models import Player
from scopa_site.api.errors import InvalidRequest
from scopa_site.api.pagination import decode_cursor, encode_cursor, paginate

NUMBERS = range(10)
NUMBERS_LIST = "numbers"


def fetch(*, after, limit):
    return [number for number in NUMBERS if after is None or number > after][:limit]


def page(cursor=None, limit=4):
    parameters = {"limit": limit} if cursor is None else {"limit": limit, "cursor": cursor}
    return paginate(
        fetch, parameters, lambda number: number, scope=NUMBERS_LIST, key=lambda number: number
    )


class TestPaginate:
    def test_goes_through_everything_once(self):
        seen, cursor, pages = [], None, 0
        while True:
            answer = page(cursor)
            seen += answer["items"]
            pages += 1
            cursor = answer["next_cursor"]
            if cursor is None:
                break
        assert seen == list(NUMBERS)
        assert pages == 3

    def test_gives_no_cursor_after_the_last_row(self):
        assert page(limit=10) == {"items": list(NUMBERS), "next_cursor": None}

    def test_gives_an_empty_page_of_nothing(self):
        answer = paginate(lambda *, after, limit: [], {"limit": 4}, lambda row: row, scope="x")
        assert answer == {"items": [], "next_cursor": None}

    @pytest.mark.django_db
    def test_puts_rows_in_order_newest_first_and_is_not_moved_by_new_ones(self):
        for name in "abcde":
            Player.objects.create(username=f"{name}nna", display_name=name)

        def names(cursor=None):
            parameters = {"limit": 2, **({"cursor": cursor} if cursor else {})}
            answer = paginate(
                Player.objects.all(),
                parameters,
                lambda player: player.display_name,
                scope="players",
            )
            return answer["items"], answer["next_cursor"]

        first, cursor = names()
        Player.objects.create(username="fnna", display_name="f")
        second, cursor = names(cursor)
        third, cursor = names(cursor)
        assert [first, second, third] == [["e", "d"], ["c", "b"], ["a"]]
        assert cursor is None

    @pytest.mark.django_db
    def test_costs_one_query_a_page(self, django_assert_num_queries):
        with django_assert_num_queries(1):
            paginate(
                Player.objects.all(), {"limit": 2}, lambda player: player.username, scope="players"
            )


def refused(cursor, scope="numbers"):
    with pytest.raises(InvalidRequest) as refusal:
        decode_cursor(scope, cursor)
    return [(p.pointer, p.code) for p in refusal.value.errors] == [("?cursor", "invalid_cursor")]


class TestCursors:
    @pytest.mark.parametrize("position", [0, 1, -1, 2**62, 2**63 - 1, -(2**63)])
    def test_come_back_as_they_went_out(self, position):
        cursor = encode_cursor("numbers", position)
        assert decode_cursor("numbers", cursor) == position
        assert re.fullmatch(r"[A-Za-z0-9_-]{22}", cursor)

    def test_are_the_same_for_the_same_row(self):
        assert encode_cursor("numbers", 7) == encode_cursor("numbers", 7)

    def test_tell_nothing_of_the_keys(self):
        raw = [base64.urlsafe_b64decode(encode_cursor("numbers", n) + "==") for n in range(1, 200)]
        for half in (slice(8), slice(8, 16)):
            assert len({cursor[half] for cursor in raw}) == len(raw)
        # Bits of neighbours differ by chance alone: by a half of them.
        differing = [
            (int.from_bytes(one, "big") ^ int.from_bytes(two, "big")).bit_count()
            for one, two in itertools.pairwise(raw)
        ]
        assert 60 < sum(differing) / len(differing) < 68

    @pytest.mark.parametrize(
        "cursor",
        [
            "",
            "x",
            "12",
            "\0",
            "è",
            "!!!!",
            "=" * 22,
            "A" * 21,
            "A" * 22,
            "A" * 23,
            "A" * 10_000,
            base64.urlsafe_b64encode(b"[1]").decode().rstrip("="),
            base64.urlsafe_b64encode((1).to_bytes(16, "big")).decode().rstrip("="),
        ],
    )
    def test_are_refused_when_no_page_gave_them_out(self, cursor):
        assert refused(cursor)

    def test_are_refused_when_written_in_another_way(self):
        cursor = encode_cursor("numbers", 1)
        ways = [cursor + "=", cursor + "==", f" {cursor}", f"{cursor}\n", f"{cursor}A"]
        # 22 characters carry 132 bits, of which 4 are none of ours.
        ways += [cursor[:-1] + end for end in string.ascii_letters if end != cursor[-1]]
        assert all(refused(way) for way in ways)

    def test_are_refused_when_a_single_bit_is_turned(self):
        raw = int.from_bytes(base64.urlsafe_b64decode(encode_cursor("numbers", 1) + "=="), "big")
        for bit in range(128):
            turned = (raw ^ (1 << bit)).to_bytes(16, "big")
            assert refused(base64.urlsafe_b64encode(turned).decode().rstrip("="))

    def test_of_another_list_are_refused(self):
        assert refused(encode_cursor("letters", 1))
        with pytest.raises(InvalidRequest):
            page(encode_cursor("letters", 1))

    def test_of_another_service_are_refused(self, settings):
        cursor = encode_cursor("numbers", 1)
        settings.SECRET_KEY = "another"
        assert refused(cursor)

    def test_outlive_a_change_of_the_secret_key(self, settings):
        cursor = encode_cursor("numbers", 1)
        settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]
        settings.SECRET_KEY = "another"
        assert decode_cursor("numbers", cursor) == 1
