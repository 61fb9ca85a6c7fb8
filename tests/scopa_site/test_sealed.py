"""Replies that show a secret are kept so that only its owner can have them shown again."""

import pytest

from scopa_site.idempotency.sealed import (
    digest_of_request,
    digests_of_request,
    is_sealed,
    opened,
    sealed,
)

REPLY = '{"token": "scopa_pat_secret"}'


class TestASealedReply:
    def test_is_opened_by_the_token_that_got_it_and_by_no_other(self):
        kept = sealed(REPLY, secret="mine")
        assert is_sealed(kept)
        assert "scopa_pat" not in kept
        assert opened(kept, secret="mine") == REPLY
        assert opened(kept, secret="another") is None

    def test_is_not_opened_under_another_key_of_the_site(self, settings):
        kept = sealed(REPLY, secret="mine")
        settings.SECRET_KEY = "another"
        assert opened(kept, secret="mine") is None

    def test_is_opened_while_the_key_before_is_among_the_fallbacks(self, settings):
        kept = sealed(REPLY, secret="mine")
        settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]
        settings.SECRET_KEY = "another"
        assert opened(kept, secret="mine") == REPLY

    @pytest.mark.parametrize("reply", ["", "{}", REPLY])
    def test_is_told_from_one_in_clear(self, reply):
        assert not is_sealed(reply)


class TestTheDigestOfARequest:
    def test_hangs_on_the_key_of_the_site(self, settings):
        first = digest_of_request("POST /x")
        assert len(first) == 64
        settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]
        settings.SECRET_KEY = "another"
        assert digest_of_request("POST /x") != first
        assert first in digests_of_request("POST /x")
        assert first not in digests_of_request("POST /y")
