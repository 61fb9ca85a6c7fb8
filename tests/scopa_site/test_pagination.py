"""Lists come in pages that neither skip nor repeat."""

import base64

import pytest

from players.models import Player
from scopa_site.api.errors import InvalidRequest
from scopa_site.api.pagination import decode_cursor, encode_cursor, paginate

NUMBERS = range(10)


def fetch(*, after, limit):
    return [number for number in NUMBERS if after is None or number > after][:limit]


def page(cursor=None, limit=4):
    parameters = {"limit": limit} if cursor is None else {"limit": limit, "cursor": cursor}
    return paginate(fetch, parameters, lambda number: number, key=lambda number: number)


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
        answer = paginate(lambda *, after, limit: [], {"limit": 4}, lambda row: row)
        assert answer == {"items": [], "next_cursor": None}

    @pytest.mark.django_db
    def test_puts_rows_in_order_newest_first_and_is_not_moved_by_new_ones(self):
        for name in "abcde":
            Player.objects.create(username=f"{name}nna", display_name=name)

        def names(cursor=None):
            parameters = {"limit": 2, **({"cursor": cursor} if cursor else {})}
            answer = paginate(Player.objects.all(), parameters, lambda player: player.display_name)
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
            paginate(Player.objects.all(), {"limit": 2}, lambda player: player.username)


class TestCursors:
    @pytest.mark.parametrize("position", [[0], [-1], [2**62], [1, 2]])
    def test_come_back_as_they_went_out(self, position):
        cursor = encode_cursor(position)
        assert decode_cursor(cursor) == position
        assert cursor.isascii()
        assert "=" not in cursor

    @pytest.mark.parametrize(
        "cursor",
        [
            "",
            "x",
            "12",
            "\0",
            "è",
            "!!!!",
            "WzFd=",
            " WzFd",
            base64.urlsafe_b64encode(b"1").decode(),
            base64.urlsafe_b64encode(b"[1.5]").decode(),
            base64.urlsafe_b64encode(b"[true]").decode().rstrip("="),
            base64.urlsafe_b64encode(b'["a"]').decode().rstrip("="),
            base64.urlsafe_b64encode(b"[ 1]").decode().rstrip("="),
            base64.urlsafe_b64encode(b"[1").decode().rstrip("="),
            base64.urlsafe_b64encode(b"[" * 3000).decode(),
            base64.urlsafe_b64encode(b"[" + b"9" * 100 + b"]").decode().rstrip("="),
            encode_cursor([2**63]),
            encode_cursor([-(2**63)]),
        ],
    )
    def test_are_refused_when_no_page_gave_them_out(self, cursor):
        with pytest.raises(InvalidRequest) as refusal:
            decode_cursor(cursor)
        assert [(p.pointer, p.code) for p in refusal.value.errors] == [
            ("?cursor", "invalid_cursor")
        ]

    def test_of_another_list_are_refused(self):
        with pytest.raises(InvalidRequest):
            page(encode_cursor([1, 2]))
