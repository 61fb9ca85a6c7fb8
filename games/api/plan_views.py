"""What is a player's own over HTTP: the plan of a seat, which nobody else sees, and the holiday."""

from django.http import HttpResponse
from rest_framework.request import Request

from games import queries, services
from games.api.life_bodies import MakePlan, TakeHoliday, plan_items
from games.api.life_components import HolidayAccount, KeptPlan
from games.api.operations import operation
from games.api.reading import match_id_of
from games.api.render_life import holiday_shown, plan_shown
from scopa_site.api.fields import EmptyBody
from scopa_site.api.limits import spend
from scopa_site.api.rendering import answer
from scopa_site.api.views import ApiView

__all__ = ["HolidayView", "PlanView"]


class PlanView(ApiView):
    """GET, PUT and DELETE /matches/{match_id}/plans."""

    @operation("getPlan", ok={200: KeptPlan})
    def get(self, request: Request, match_id: str) -> HttpResponse:
        """Look at your plan for your next turn."""
        plan = queries.get_plan(match_id=match_id_of(match_id), player_id=self.player_id)
        return answer(plan_shown(plan))

    @operation("putPlan", request=MakePlan, ok={200: KeptPlan})
    def put(self, request: Request, match_id: str) -> HttpResponse:
        """Plan your next turn: the first item whose `if` fits the table is played at once.

        It is played together with the card that makes it your turn, if it is legal then; else the
        plan is dropped, and you are asked as ever. A plan is for one turn of this deal.
        """
        body = MakePlan.parse(request.data)
        plan = services.make_plan(
            match_id=match_id_of(match_id),
            player_id=self.player_id,
            items=plan_items(body),
            now=self.arrived_at,
        )
        return answer(plan_shown(plan))

    @operation("deletePlan", ok={200: KeptPlan})
    def delete(self, request: Request, match_id: str) -> HttpResponse:
        """Drop your plan, if you have one."""
        EmptyBody.parse(request.data)
        services.drop_plan(match_id=match_id_of(match_id), player_id=self.player_id)
        return answer(plan_shown(None))


class HolidayView(ApiView):
    """GET, PUT and DELETE /me/holiday."""

    @operation("getHoliday", ok={200: HolidayAccount}, tag="holiday", of_one_match=False)
    def get(self, request: Request) -> HttpResponse:
        """Look at your holiday, and at what is left to take."""
        account = queries.get_holiday(player_id=self.player_id, now=self.arrived_at)
        return answer(holiday_shown(account))

    @operation(
        "putHoliday",
        request=TakeHoliday,
        ok={200: HolidayAccount},
        tag="holiday",
        of_one_match=False,
    )
    def put(self, request: Request) -> HttpResponse:
        """Take a holiday, or change the one you have: your clocks stand still meanwhile.

        It holds for all your matches whose clock allows holidays. One that has begun keeps its
        beginning. Opponents see until when you are away.
        """
        body = TakeHoliday.parse(request.data)
        spend("holiday_per_player", self.counted_as)
        account = services.take_holiday(
            player_id=self.player_id,
            starts_at=body.get("from"),
            ends_at=body["to"],
            now=self.arrived_at,
        )
        return answer(holiday_shown(account))

    @operation("deleteHoliday", ok={200: HolidayAccount}, tag="holiday", of_one_match=False)
    def delete(self, request: Request) -> HttpResponse:
        """End your holiday now, or call it off: what you have not used is given back."""
        EmptyBody.parse(request.data)
        spend("holiday_per_player", self.counted_as)
        account = services.give_back_holiday(player_id=self.player_id, now=self.arrived_at)
        return answer(holiday_shown(account))
