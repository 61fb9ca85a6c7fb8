"""Identity tokens: what each must be, and the keys they are held against."""

import base64
import hashlib
import hmac
import json
import time
from datetime import UTC, datetime

import pytest
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from players.identity_errors import InvalidIdentityToken, ProviderAway, ProviderNotOffered
from players.models import SpentIdentityToken
from players.services import provider_keys
from players.services.identity_tokens import read_identity, spend_identity
from tests.players.provider import NONCE, ec_key, rsa_key, serving_keys


@pytest.fixture
def provider(settings):
    with serving_keys(settings) as provider:
        yield provider


@pytest.fixture
def clock(monkeypatch):
    """Return a function that moves the clock by which keys grow old."""
    moved = [0.0]
    real = time.monotonic
    monkeypatch.setattr(provider_keys.time, "monotonic", lambda: real() + moved[0])

    def move(seconds):
        moved[0] += seconds

    return move


def read(token, nonce=NONCE, provider="apple"):
    now = datetime.fromtimestamp(time.time(), tz=UTC)
    return read_identity(provider=provider, token=token, nonce=nonce, now=now)


def refused(token, **more):
    with pytest.raises(InvalidIdentityToken):
        read(token, **more)
    return True


def encoded(part):
    return base64.urlsafe_b64encode(json.dumps(part).encode()).rstrip(b"=").decode()


class TestATokenThatIsRight:
    @pytest.mark.parametrize("kid", ["rsa-1", "ec-1"])
    def test_tells_who_it_is(self, provider, kid):
        token = provider.token(kid=kid, email="Anna@Example.com", email_verified=True)
        identity = read(token)
        assert (identity.provider, identity.subject) == ("apple", "subject-1")
        assert identity.email == "anna@example.com"

    @pytest.mark.parametrize("verified", [None, False, "false", 1, "True"])
    def test_vouches_for_no_address_that_is_not_verified(self, provider, verified):
        token = provider.token(email="anna@example.com", email_verified=verified)
        assert read(token).email == ""

    @pytest.mark.parametrize("email", [None, 7, "", "no address", "a" * 250 + "@b.it"])
    def test_need_not_hold_an_address(self, provider, email):
        assert read(provider.token(email=email, email_verified="true")).email == ""

    def test_may_hold_the_nonce_as_it_is(self, provider):
        assert read(provider.token(nonce=NONCE)).subject == "subject-1"

    def test_may_be_for_another_app_of_ours(self, provider):
        assert read(provider.token(aud="example.web")).subject == "subject-1"

    def test_may_come_from_a_clock_that_is_a_little_ahead(self, provider):
        assert read(provider.token(iat=int(time.time()) + 30)).subject == "subject-1"


class TestATokenThatIsWrong:
    @pytest.mark.parametrize(
        "claims",
        [
            {"iss": "https://evil.example"},
            {"iss": None},
            {"aud": "another.app"},
            {"aud": []},
            {"aud": None},
            {"exp": int(time.time()) - 1},
            {"exp": None},
            {"exp": "tomorrow"},
            {"exp": int(time.time()) + 10**9},
            {"exp": 10**30},
            {"exp": True},
            {"iat": int(time.time()) + 86_400},
            {"iat": None},
            {"iat": -(10**30)},
            {"nbf": int(time.time()) + 86_400},
            {"sub": None},
            {"sub": ""},
            {"sub": 7},
            {"sub": "x" * 192},
            {"nonce": None},
            {"nonce": "another nonce, 0123456789"},
            {"nonce": ""},
            {"nonce": 7},
        ],
    )
    def test_in_a_claim_is_refused(self, provider, claims):
        assert refused(provider.token(**claims))

    @pytest.mark.parametrize("nonce", ["", "short", "another nonce, 0123456789"])
    def test_for_the_nonce_that_was_given_is_refused(self, provider, nonce):
        assert refused(provider.token(), nonce=nonce)

    def test_for_a_nonce_that_can_be_guessed_is_refused(self, provider):
        assert refused(provider.token(nonce="short"), nonce="short")

    def test_is_refused_signed_by_another_key_under_a_known_id(self, provider):
        assert refused(provider.token(kid="rsa-1", key=rsa_key("forged")))
        assert refused(provider.token(kid="ec-1", key=ec_key("forged")))

    def test_is_refused_with_another_algorithm_than_the_key_has(self, provider):
        assert refused(provider.token(kid="ec-1", key=provider.keys["rsa-1"]))
        assert refused(provider.token(kid="rsa-1", key=provider.keys["ec-1"]))

    @pytest.mark.parametrize("alg", ["RS384", "RS512", "PS256"])
    def test_is_refused_with_an_algorithm_beyond_the_two(self, provider, alg):
        assert refused(provider.token(alg=alg))

    @pytest.mark.parametrize("alg", ["none", "None", "NONE", ""])
    def test_is_refused_unsigned(self, provider, alg):
        parts = [encoded({"alg": alg, "kid": "rsa-1"}), encoded(provider.claims())]
        assert refused(".".join([*parts, ""]))

    def test_is_refused_signed_with_the_public_key_as_a_secret(self, provider):
        public = provider.keys["rsa-1"].public_key()
        secret = public.public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)
        said = f"{encoded({'alg': 'HS256', 'kid': 'rsa-1'})}.{encoded(provider.claims())}"
        mac = hmac.new(secret, said.encode(), hashlib.sha256).digest()
        assert refused(f"{said}.{base64.urlsafe_b64encode(mac).rstrip(b'=').decode()}")

    def test_is_refused_with_a_claim_changed_after_it_was_signed(self, provider):
        head, _claims, signature = provider.token().split(".")
        assert refused(f"{head}.{encoded(provider.claims(sub='subject-2'))}.{signature}")

    @pytest.mark.parametrize("kid", [None, "unknown", 7, ""])
    def test_is_refused_under_a_key_that_nobody_knows(self, provider, kid):
        if kid == 7:
            said = [encoded({"alg": "RS256", "kid": 7}), encoded(provider.claims())]
            assert refused(".".join([*said, "AA"]))
        else:
            assert refused(provider.token(key=provider.keys["rsa-1"], kid=kid))

    @pytest.mark.parametrize("token", ["", "x", "a.b.c", "..", "à.è.ì", "x" * 9000, "e30.e30.e30"])
    def test_that_is_none_is_refused(self, provider, token):
        assert refused(token)

    def test_brings_its_own_key_in_vain(self, provider):
        mine = rsa_key("forged")
        header = {"jku": "http://127.0.0.1:9/keys", "jwk": {"kty": "RSA", "n": "AQAB", "e": "AQAB"}}
        assert refused(provider.token(key=mine, headers=header))


@pytest.mark.django_db
class TestATokenThatIsUsed:
    def test_is_used_once(self, provider):
        token = provider.token()
        spend_identity(read(token))
        with pytest.raises(InvalidIdentityToken):
            spend_identity(read(token))
        assert SpentIdentityToken.objects.count() == 1

    def test_is_the_same_one_however_its_signature_is_written(self, provider):
        token = provider.token(kid="ec-1")
        said, _dot, signature = token.rpartition(".")
        raw = base64.urlsafe_b64decode(signature + "==")
        order = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
        other = raw[:32] + (order - int.from_bytes(raw[32:])).to_bytes(32)
        twin = f"{said}.{base64.urlsafe_b64encode(other).rstrip(b'=').decode()}"
        assert twin != token
        spend_identity(read(token))
        with pytest.raises(InvalidIdentityToken):
            spend_identity(read(twin))


class TestTheProvider:
    def test_is_asked_once_for_many_tokens(self, provider):
        for number in range(5):
            read(provider.token(sub=f"subject-{number}"))
        assert provider.asked == 1

    def test_may_change_its_keys(self, provider, clock):
        read(provider.token())
        provider.keys = {"rsa-2": rsa_key("rsa-2")}
        assert refused(provider.token(kid="rsa-2"))  # asked a moment ago
        clock(61)
        assert read(provider.token(kid="rsa-2")).subject == "subject-1"
        assert provider.asked == 2
        assert refused(provider.token(kid="rsa-1", key=rsa_key("rsa-1")))

    def test_is_asked_once_a_minute_for_keys_that_do_not_exist(self, provider, clock):
        read(provider.token())
        for number in range(20):
            assert refused(provider.token(kid=f"no-{number}", key=rsa_key("rsa-1")))
        assert provider.asked == 1
        clock(61)
        for number in range(20):
            assert refused(provider.token(kid=f"no-{number}", key=rsa_key("rsa-1")))
        assert provider.asked == 2

    def test_is_asked_again_after_hours(self, provider, clock):
        read(provider.token())
        clock(6 * 3600 + 1)
        read(provider.token())
        assert provider.asked == 2

    def test_that_is_away_for_hours_is_done_without(self, provider, clock):
        read(provider.token())
        provider.status = 500
        clock(7 * 3600)
        assert read(provider.token()).subject == "subject-1"
        clock(18 * 3600)
        with pytest.raises(ProviderAway):
            read(provider.token())

    @pytest.mark.parametrize(
        ("status", "body"),
        [
            (500, None),
            (302, None),
            (200, b"<html>"),
            (200, b"[]"),
            (200, b'{"keys": 7}'),
            (200, b" " * 70_000),
        ],
    )
    def test_that_answers_nonsense_is_away(self, provider, status, body, caplog):
        provider.status, provider.body = status, body
        token = provider.token()
        for _again in range(3):
            with pytest.raises(ProviderAway) as refusal:
                read(token)
        assert refusal.value.retry_after == 10
        assert provider.asked == 1
        assert token not in caplog.text

    def test_that_comes_back_is_asked_after_ten_seconds(self, provider, clock):
        provider.status = 503
        with pytest.raises(ProviderAway):
            read(provider.token())
        provider.status = 200
        clock(11)
        assert read(provider.token()).subject == "subject-1"

    def test_that_does_not_answer_in_time_is_away(self, provider, monkeypatch):
        monkeypatch.setattr(provider_keys, "_TIMEOUT", (0.2, 0.2))
        provider.delay = 1.0
        with pytest.raises(ProviderAway):
            read(provider.token())

    def test_with_a_weak_key_is_not_believed(self, provider):
        provider.keys = {"weak": rsa_key("weak", 1024)}
        with pytest.warns(match="key"):
            token = provider.token(kid="weak")
        assert refused(token)

    @pytest.mark.parametrize(
        "entry",
        [
            {"kty": "oct", "k": "AAAA", "kid": "rsa-1"},
            {"kty": "RSA", "kid": "rsa-1"},
            {"kty": "RSA", "kid": 7},
            {"kty": "OKP", "crv": "Ed25519", "x": "AAAA", "kid": "rsa-1"},
            {"kid": "rsa-1"},
            7,
        ],
    )
    def test_with_odd_keys_is_believed_in_the_others(self, provider, entry):
        document = provider.document()
        document["keys"] = [entry, document["keys"][1]]
        provider.body = json.dumps(document).encode()
        assert read(provider.token(kid="ec-1")).subject == "subject-1"
        assert refused(provider.token(kid="rsa-1"))

    def test_whose_key_is_for_enciphering_is_not_believed(self, provider):
        document = provider.document()
        document["keys"][0]["use"] = "enc"
        provider.body = json.dumps(document).encode()
        assert refused(provider.token(kid="rsa-1"))

    def test_without_an_app_of_ours_is_not_offered(self, provider, settings):
        from dataclasses import replace

        without = replace(settings.IDENTITY_PROVIDERS["apple"], audiences=())
        settings.IDENTITY_PROVIDERS = {"apple": without}
        for name in ("apple", "google", "nobody"):
            with pytest.raises(ProviderNotOffered):
                read(provider.token(), provider=name)
        assert provider.asked == 0
