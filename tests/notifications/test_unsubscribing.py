"""Mail that is turned off by a link in it: by a person, by a program, and never by a look."""

import re
from uuid import uuid4

import pytest
from django.conf import settings as given
from django.core.signing import Signer
from django.test import Client

from players.notifications import registry
from players.notifications.models import Preferences
from players.notifications.registry import Channel, Mode, NotificationType
from players.notifications.services.unsubscribing import EVERYTHING, unsubscribe_url
from players.services.erasure import erase
from tests.concurrency.crowd import all_at_once
from tests.players.accounts import NOW, signed_up

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("one_window")]

ONE_CLICK = {"List-Unsubscribe": "One-Click"}
SITE = "https://scopa.example"


@pytest.fixture(autouse=True)
def kinds(settings):
    settings.PUBLIC_URL = SITE
    for slug, mode in (("loud", Mode.ON), ("quiet", Mode.OFF)):
        registry.register_type(
            NotificationType(slug, f"Kind {slug}", lambda _notices: {}, {Channel.MAIL: mode})
        )
    yield
    for slug in ("loud", "quiet"):
        registry.unregister_type(slug)


@pytest.fixture
def anna():
    return signed_up("anna").player


def path_of(player, kind="loud"):
    url = unsubscribe_url(player_id=player.public_id, kind=kind)
    assert url.startswith(f"{SITE}/unsubscribe/")
    return url.removeprefix(SITE)


def post(path, client=None, **fields):
    return (client or Client()).post(path, fields, secure=True)


def text(response):
    return response.content.decode()


def choices(player):
    row = Preferences.objects.filter(pk=player.pk).first()
    return None if row is None else (row.choices, row.mail_off_at is not None)


class TestOneClick:
    @pytest.mark.parametrize("form", ["application/x-www-form-urlencoded", "multipart/form-data"])
    def test_turns_off_the_kind_without_a_cookie_or_a_log_in(self, anna, form):
        client = Client(enforce_csrf_checks=True)
        if form.startswith("multipart"):
            done = client.post(path_of(anna), ONE_CLICK)
        else:
            done = client.post(path_of(anna), "List-Unsubscribe=One-Click", content_type=form)
        assert done.status_code == 200
        assert choices(anna) == ({"loud": {"mail": "off"}}, False)

    def test_changes_nothing_again(self, anna):
        for _again in range(2):
            assert post(path_of(anna), **ONE_CLICK).status_code == 200
        assert Preferences.objects.get(pk=anna.pk).version == 1

    def test_leaves_what_else_was_chosen(self, anna):
        chosen = {"loud": {"push": "off", "mail": "digest"}, "quiet": {"mail": "on"}}
        Preferences.objects.create(player=anna, choices=chosen, version=4)
        post(path_of(anna), **ONE_CLICK)
        row = Preferences.objects.get(pk=anna.pk)
        assert row.choices == {"loud": {"push": "off", "mail": "off"}, "quiet": {"mail": "on"}}
        assert row.version == 5

    def test_of_a_link_about_all_mail_turns_off_all(self, anna):
        post(path_of(anna, EVERYTHING), **ONE_CLICK)
        assert choices(anna) == ({}, True)

    def test_is_done_once_by_many_at_once(self, anna):
        done = all_at_once([lambda: post(path_of(anna), **ONE_CLICK).status_code] * 6)
        assert done == [200] * 6
        assert Preferences.objects.get(pk=anna.pk).version == 1

    def test_of_a_kind_that_is_no_more_is_taken_and_changes_nothing(self, anna):
        assert post(path_of(anna, "gone"), **ONE_CLICK).status_code == 200
        assert choices(anna) == ({}, False)


class TestThePage:
    @pytest.mark.parametrize("method", ["get", "head"])
    def test_changes_nothing_when_it_is_looked_at(self, anna, method):
        assert getattr(Client(), method)(path_of(anna)).status_code == 200
        assert choices(anna) is None

    def test_asks_before_it_does_anything(self, anna):
        page = text(Client().get(path_of(anna)))
        assert "Kind loud" in page
        assert 'value="kind"' in page
        assert 'value="all"' in page
        assert choices(anna) is None

    def test_turns_off_a_kind_and_takes_it_back(self, anna):
        page = text(post(path_of(anna), step="kind"))
        assert 'value="kind_again"' in page
        assert choices(anna) == ({"loud": {"mail": "off"}}, False)
        assert 'value="kind"' in text(post(path_of(anna), step="kind_again"))
        assert choices(anna) == ({}, False)

    def test_gives_back_the_digest_to_who_had_it(self, anna):
        Preferences.objects.create(player=anna, choices={"loud": {"mail": "digest"}})
        shown = re.search(r'name="was" value="(\w+)"', text(Client().get(path_of(anna))))
        after = text(post(path_of(anna), step="kind", was=shown[1]))
        kept = re.search(r'name="was" value="(\w+)"', after)
        post(path_of(anna), step="kind_again", was=kept[1])
        assert choices(anna) == ({"loud": {"mail": "digest"}}, False)

    def test_turns_on_a_kind_that_is_off_by_itself_only_when_asked(self, anna):
        assert 'value="kind_again"' in text(Client().get(path_of(anna, "quiet")))
        post(path_of(anna, "quiet"), step="kind_again")
        assert choices(anna) == ({"quiet": {"mail": "on"}}, False)
        post(path_of(anna, "quiet"), step="kind")
        assert choices(anna) == ({}, False)

    def test_turns_off_all_mail_and_takes_it_back(self, anna):
        assert 'value="all_again"' in text(post(path_of(anna), step="all"))
        assert choices(anna) == ({}, True)
        post(path_of(anna), step="all_again")
        assert choices(anna) == ({}, False)

    def test_does_nothing_at_a_step_that_there_is_not(self, anna):
        assert post(path_of(anna), step="what").status_code == 200
        assert choices(anna) is None

    @pytest.mark.parametrize(
        ("language", "title", "button"),
        [
            ("it", "Le mail di Scopa", "Niente più mail di questo tipo"),
            ("en", "Mail from Scopa", "No more mail of this kind"),
        ],
    )
    def test_speaks_the_language_of_the_browser(self, anna, language, title, button):
        page = text(Client().get(path_of(anna), headers={"accept-language": language}))
        assert f'<html lang="{language}">' in page
        assert f"<h1>{title}</h1>" in page
        assert button in page

    def test_holds_no_script_is_kept_nowhere_and_stands_in_no_frame(self, anna):
        page = Client().get(path_of(anna))
        assert "<script" not in text(page)
        assert "no-store" in page["Cache-Control"]
        assert page["X-Frame-Options"] == "DENY"
        assert "default-src 'none'" in page["Content-Security-Policy"]
        assert "width=device-width" in text(page)

    def test_says_nothing_of_whose_mail_it_is(self, anna):
        assert "anna" not in text(Client().get(path_of(anna)))


class TestABadLink:
    def bad_links(self, player):
        good = path_of(player)
        nobody = Signer(salt="players.notifications.unsubscribe", sep="~")
        other_salt = Signer(salt="another", sep="~")
        return [
            good[:-1] + ("A" if good[-1] != "A" else "B"),
            good.replace("~loud~", "~quiet~"),
            "/unsubscribe/x",
            f"/unsubscribe/{player.public_id.hex}~loud",
            "/unsubscribe/" + nobody.sign(f"{uuid4().hex}~loud"),
            "/unsubscribe/" + nobody.sign("loud"),
            "/unsubscribe/" + other_salt.sign(f"{player.public_id.hex}~loud"),
        ]

    def test_leads_nowhere_and_tells_nothing(self, anna):
        answers = [Client().get(path) for path in self.bad_links(anna)]
        answers += [post(path, **ONE_CLICK) for path in self.bad_links(anna)]
        assert {answer.status_code for answer in answers} == {404}
        assert len({answer.content for answer in answers}) == 1
        assert choices(anna) is None

    def test_is_one_of_somebody_who_was_erased(self, anna):
        path = path_of(anna)
        erase(player_id=anna.pk, now=NOW)
        assert Client().get(path).status_code == 404
        assert post(path, **ONE_CLICK).status_code == 404
        assert not Preferences.objects.filter(pk=anna.pk, version__gt=0).exists()

    def test_is_not_one_made_with_the_key_before(self, anna, settings):
        path = path_of(anna)
        settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]
        settings.SECRET_KEY = "another key, as long as keys of this kind have to be at the least"
        assert Client().get(path).status_code == 200

    def test_is_none_at_all_where_nobody_knows_the_address_of_the_service(self, anna, settings):
        settings.PUBLIC_URL = ""
        assert unsubscribe_url(player_id=anna.public_id, kind="loud") == ""


class TestTheLimit:
    def test_is_that_of_asking_without_a_token(self, anna, settings):
        settings.SCOPA_LIMITS = {**given.SCOPA_LIMITS, "public_per_ip": (2, 60)}
        path = path_of(anna)
        assert [Client().get(path).status_code for _ in range(3)] == [200, 200, 429]
        refused = post(path, **ONE_CLICK)
        assert refused.status_code == 429
        assert int(refused["Retry-After"]) > 0
        assert choices(anna) is None
