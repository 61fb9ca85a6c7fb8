"""An answer that the client has already is not sent again."""

import pytest
from django.test import RequestFactory
from django.utils import translation

from scopa_site.api.rendering import answer, answer_tagged

DATA = {"id": "x", "server_time": "2026-11-30T01:00:00.000Z", "ply": 3}


def asked(known=None, *, method="GET", data=DATA, **more):
    headers = {} if known is None else {"If-None-Match": known}
    request = RequestFactory().generic(method, "/x", headers=headers)
    return answer_tagged(request, data, **more)


class TestAnAnswerWithATag:
    def test_has_every_member_and_the_volatile_ones_last(self):
        response = asked()
        assert response.content == (b'{"id":"x","ply":3,"server_time":"2026-11-30T01:00:00.000Z"}')
        assert response["ETag"].startswith('"')
        assert response["ETag"].endswith('"')
        assert response["Cache-Control"] == "private, no-cache"

    def test_may_have_nothing_volatile_or_nothing_else(self):
        assert asked(data={"a": 1}).content == b'{"a":1}'
        assert asked(data={"server_time": 1}).content == b'{"server_time":1}'
        assert asked(data={}).content == b"{}"

    def test_is_not_sent_to_who_has_it(self):
        tag = asked()["ETag"]
        for known in (tag, f"W/{tag}", f'"other", {tag}', "*"):
            response = asked(known)
            assert (response.status_code, response.content) == (304, b"")
            assert response["ETag"] == tag
            assert "Content-Type" not in response

    def test_is_sent_to_who_has_another(self):
        tag = asked()["ETag"]
        for known in ('"other"', "", "W/", tag.strip('"'), f'"x{tag[1:]}'):
            assert asked(known).status_code == 200

    def test_is_the_same_at_another_time_of_the_server(self):
        later = DATA | {"server_time": "2026-11-30T01:00:09.000Z"}
        assert asked(data=later)["ETag"] == asked()["ETag"]
        assert asked(asked()["ETag"], data=later).status_code == 304

    @pytest.mark.parametrize("change", [{"ply": 4}, {"id": "y"}, {"more": None}])
    def test_is_another_when_anything_else_is(self, change):
        assert asked(data=DATA | change)["ETag"] != asked()["ETag"]

    def test_is_another_in_another_language(self):
        with translation.override("it"):
            italian = asked()["ETag"]
        assert italian != asked()["ETag"]

    def test_is_always_sent_after_a_change(self):
        tag = asked()["ETag"]
        response = asked(tag, method="POST", status=201)
        assert (response.status_code, response["ETag"]) == (201, tag)
        assert response.content

    def test_is_no_other_than_without_a_tag_but_for_the_order(self):
        import json

        assert json.loads(asked().content) == json.loads(answer(DATA).content)
