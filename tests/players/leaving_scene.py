"""A person who has left a trace in everything that is stored, under words that nobody else uses."""

import uuid
from datetime import timedelta

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.contenttypes.models import ContentType
from django.test import Client
from django.utils import timezone

from games.models import Match
from players.mail_texts import MailKind
from players.models import AuditEntry, Code, Player, RecoveryCode, Report
from players.notifications.channels.letter import Later, Sent
from players.notifications.delivering import deliver
from players.notifications.models import Device, Notification, Target
from players.services.mail import owe_mail
from scopa_site.outbox.effects import run_effects
from scopa_site.outbox.models import Effect
from tests.api.callers import LINK, ME, OPEN, Caller, block, good, guests, invited
from tests.notifications.devices import browser_keys
from tests.notifications.posting import Post
from tests.notifications.rows import a_webhook

# Words that stand for the person; one of them anywhere is a trace.
WORDS = {
    "username": "zxanastasia",
    "display_name": "zxstasi",
    "email": "zxanna@example.org",
    "second_email": "zxother@example.org",
    "device": "zxphone",
    "program": "zxprogram",
    "password": "zxpassword-of-hers",
    "remark": "zxremark to the table",
    "report": "zxcomplaint in her words",
    "identity": "zxsubject-of-apple",
    "secret": "zxsecret-of-a-factor",
    "installation": "zxinstallation",
    "telephone": "zxher telephone",
    "webhook": "https://zxbot.example/in",
}
# These too, but as they are kept nobody can read them, before as little as after.
SEALED = {
    "password": WORDS["password"],
    "push_token": "zxtoken-of-her-telephone",
    "endpoint": "https://push.example/zxbrowser",
    "webhook_secret": "zxsecret-of-her-webhook",
}


def _at_noon():
    """Tell a time of today that is outside her quiet hours, after all that has happened."""
    return timezone.now().replace(hour=12) + timedelta(days=1)


class Person:
    """Her account, and the matches and people around it."""

    def __init__(self):
        self.others = guests(3)
        self.caller = self._signed_up()
        self.player = Player.objects.get(public_id=self.caller.id)
        self.words = {*WORDS.values(), *SEALED.values(), self.caller.token, self.player.password}
        self._can_be_reached()
        self._plays()
        self._has_identities()
        self._is_written_about()
        self._is_told_things()
        good(self.caller.post("/me/exports", {}), 202)
        good(self.others[0].post("/me/exports", {}), 202)
        run_effects(clock=timezone.now)
        self._is_owed_mail()

    def _signed_up(self):
        body = {name: WORDS[name] for name in ("username", "password", "email")}
        session = good(Caller().post("/auth/signup", body | {"device_name": WORDS["device"]}), 201)
        caller = Caller(session["token"], session["player"])
        good(caller.send("PATCH", "/me", body={"display_name": WORDS["display_name"]}))
        login = {name: WORDS[name] for name in ("username", "password")}
        good(Caller().post("/auth/login", login | {"device_name": WORDS["program"]}))
        return caller

    def _plays(self):
        """Leave a match that is over, two in play, three offers, an invitation and a plan."""
        anna, (bruno, carla, dario) = self.caller, self.others
        self.over = anna.create("scopa_breve", seats=[ME, invited(bruno)])["id"]
        bruno.join(self.over)
        good(bruno.post(f"/matches/{self.over}/resign", {}))
        good(anna.post(f"/matches/{self.over}/messages", {"text": WORDS["remark"]}), 201)
        self.of_two = bruno.create(seats=[ME, invited(anna)])["id"]
        anna.join(self.of_two)
        seats = [ME, invited(bruno), invited(carla), invited(dario)]
        self.of_four = anna.create("scopone_scientifico", seats=seats)["id"]
        for other in self.others:
            other.join(self.of_four)
        for match_id in (self.of_two, self.of_four):
            self._plans(match_id)
        self.offers = [
            anna.create(seats=[ME, OPEN])["id"],
            anna.create(seats=[ME, LINK])["id"],
            good(anna.post("/quick-match", {"preset": "scopa_breve"}), 201)["id"],
        ]
        self.invitation = bruno.create(seats=[ME, invited(anna)])["id"]
        table = {"preset": "cirulla", "seats": [ME, invited(bruno)]}
        good(anna.post("/matches", table, idempotency_key="kept-1"), 201)
        until = (timezone.now() + timedelta(days=1)).isoformat()
        good(anna.send("PUT", "/me/holiday", body={"to": until}))
        block(anna, carla)
        block(dario, anna)

    def _plans(self, match_id):
        """Plan for her next turn; where it is now, first play what comes first."""
        view = self.caller.look(match_id)
        if view["turn"]["seat"] == view["you"]["seat"]:
            good(self.caller.play(match_id, ply=view["ply"], **view["legal_moves"][0]), 201)
            view = self.caller.look(match_id)
        items = [{"card": view["deal"]["hand"][0]}]
        good(self.caller.send("PUT", f"/matches/{match_id}/plans", body={"items": items}))

    def _has_identities(self):
        EmailAddress.objects.create(user=self.player, email=WORDS["second_email"])
        SocialAccount.objects.create(
            user=self.player,
            provider="apple",
            uid=WORDS["identity"],
            extra_data={"email": WORDS["email"]},
        )
        Authenticator.objects.create(
            user=self.player, type="totp", data={"secret": WORDS["secret"]}
        )
        now = timezone.now()
        Code.objects.create(
            player=self.player,
            purpose="reset_password",
            digest="0" * 64,
            address=WORDS["email"],
            attempts_left=5,
            created_at=now,
            expires_at=now + timedelta(hours=1),
        )
        RecoveryCode.objects.create(player=self.player, digest="1" * 64, created_at=now)
        Client().force_login(self.player)

    def _is_written_about(self):
        """Stand in the records of the staff, and in complaints."""
        now, bruno = timezone.now(), Player.objects.get(public_id=self.others[0].id)
        for one, other, text in (
            (self.player, bruno, WORDS["report"]),
            (bruno, self.player, f"{WORDS['username']} is rude"),
        ):
            Report.objects.create(
                reporter=one, reported=other, reason="other", text=text, created_at=now
            )
        of_players = ContentType.objects.get_for_model(Player)
        of_matches = ContentType.objects.get_for_model(Match)
        for kind, key, shown in (
            (of_players, self.player.pk, WORDS["username"]),
            (of_matches, 1, f"0: {WORDS['username']}"),
        ):
            LogEntry.objects.create(
                user=bruno,
                content_type=kind,
                object_id=key,
                object_repr=shown,
                action_flag=CHANGE,
                change_message=f'[{{"changed": {{"object": "0: {WORDS["username"]}"}}}}]',
            )
        AuditEntry.objects.create(
            actor=None,
            action="sign_out",
            subject_type="player",
            subject_id=str(self.player.public_id),
            reason=f"asked by mail from {WORDS['email']}",
            key=uuid.uuid4().hex,
            created_at=now,
        )

    def _can_be_reached(self):
        """Have a telephone, a browser and a program of her own, and say when to be left alone."""
        device = {"name": WORDS["telephone"]}
        telephone = {"provider": "fcm", "token": SEALED["push_token"]}
        browser = {"endpoint": SEALED["endpoint"], "keys": browser_keys()}
        for number, way in enumerate((telephone, {"provider": "webpush", "subscription": browser})):
            address = f"/me/devices/{WORDS['installation']}-{number}"
            good(self.caller.send("PUT", address, body=device | way), 201)
        quiet = {"quiet_hours": {"from": "22:00", "to": "07:00"}}
        good(self.caller.send("PATCH", "/me/notification-preferences", body=quiet))
        webhook = a_webhook(
            self.player,
            now=timezone.now(),
            secret=SEALED["webhook_secret"],
            url=WORDS["webhook"],
        )
        self.words.add(webhook.secret_sealed)
        for kept in Device.objects.filter(player=self.player):
            self.words |= {kept.token_sealed, kept.token_digest}

    def _is_told_things(self):
        """Be told of her matches: some of it is sent, some tried in vain, and some still owed."""
        assert self.caller.send("PUT", f"/matches/{self.over}/mute").status_code == 204
        post = Post(**{SEALED["push_token"]: [Sent("zxmessage")]})
        deliver("push", clock=_at_noon, transports=post)
        assert deliver("push", lane="strangers", clock=_at_noon, transports=post)
        error = f"ConnectionError: {WORDS['webhook']}"
        refused = Post(**{WORDS["webhook"]: [Later(error)]})
        assert deliver("webhook", clock=_at_noon, transports=refused) == 0
        assert Target.objects.filter(delivery__player=self.player, error=error).exists()
        notices = Notification.objects.filter(player=self.player).values_list(
            "public_id", flat=True
        )
        self.words |= {"zxmessage", *map(str, notices), *(each.hex for each in notices)}

    def _is_owed_mail(self):
        now = timezone.now()
        owe_mail(player_id=self.player.pk, kind=MailKind.PASSWORD_CHANGED, now=now)
        Effect.objects.filter(topic="players.mail").update(
            last_error=f"SMTPRecipientsRefused: {WORDS['email']}"
        )
