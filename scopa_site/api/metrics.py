"""Count what is answered, and show counts and gauges in the format that Prometheus reads.

With PROMETHEUS_MULTIPROC_DIR, an empty directory that the processes of one start share, the counts
of all of them are added up. Gauges are read from the database when they are asked for.
"""

import ipaddress
import logging
import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.crypto import constant_time_compare
from django.views.decorators.http import require_safe
from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4
from prometheus_client.metrics_core import Metric
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

__all__ = ["count_request", "metrics", "register_gauge"]

logger = logging.getLogger(__name__)

Reading = float | Mapping[str, float]

_METHODS = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"}
_SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30)

_counted = CollectorRegistry()
_requests = Counter(
    "scopa_requests", "Requests answered.", ["method", "route", "status"], registry=_counted
)
_durations = Histogram(
    "scopa_request_seconds",
    "Time to the answer.",
    ["method", "route"],
    buckets=_SECONDS,
    registry=_counted,
)


@dataclass(frozen=True)
class _Gauge:
    documentation: str
    read: Callable[[], Reading]
    label: str | None


_gauges: dict[str, _Gauge] = {}


def register_gauge(
    name: str, documentation: str, read: Callable[[], Reading], *, label: str | None = None
) -> None:
    """Show what `read` gives under `name`: a number, or with a `label` one for each of its values.

    It is called for each look at /metrics, so it may ask the database a question or two.
    """
    _gauges[name] = _Gauge(documentation, read, label)


def count_request(method: str, route: str, status: int, seconds: float) -> None:
    """Count a request that was answered; `route` is the pattern of its address, "" for none."""
    known = method if method in _METHODS else "OTHER"
    _requests.labels(known, route, str(status)).inc()
    _durations.labels(known, route).observe(seconds)


@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """Show all counts and gauges, to this machine and to whoever has METRICS_TOKEN."""
    if not _may_read(request):
        raise Http404
    parts = [generate_latest(registry) for registry in (_all_counted(), _measured())]
    return HttpResponse(
        b"".join(parts),
        content_type=CONTENT_TYPE_PLAIN_0_0_4,
        headers={"Cache-Control": "no-store"},
    )


def _may_read(request: HttpRequest) -> bool:
    wanted = settings.METRICS_TOKEN
    given = request.headers.get("Authorization", "").removeprefix("Bearer ")
    if wanted and constant_time_compare(given, wanted):
        return True
    # Behind a proxy everybody comes from the proxy's address.
    is_forwarded = settings.BEHIND_PROXY or "X-Forwarded-For" in request.headers
    return not is_forwarded and _is_this_machine(request.META.get("REMOTE_ADDR", ""))


def _is_this_machine(address: str) -> bool:
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return False


def _all_counted() -> CollectorRegistry:
    if not os.environ.get("PROMETHEUS_MULTIPROC_DIR"):
        return _counted
    registry = CollectorRegistry()
    MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    return registry


def _measured() -> CollectorRegistry:
    registry = CollectorRegistry()
    registry.register(_Gauges())
    return registry


class _Gauges(Collector):
    """The gauges, each read when it is asked for."""

    def collect(self) -> Iterable[Metric]:
        """Give those that can be read; a database that is away is no reason to show nothing."""
        for name, gauge in _gauges.items():
            try:
                yield _family(name, gauge)
            except Exception:
                logger.exception("the gauge %s cannot be read", name)


def _family(name: str, gauge: _Gauge) -> Metric:
    reading = gauge.read()
    if not isinstance(reading, Mapping):
        return GaugeMetricFamily(name, gauge.documentation, value=reading)
    family = GaugeMetricFamily(name, gauge.documentation, labels=[gauge.label or "name"])
    for value, number in reading.items():
        family.add_metric([value], number)
    return family
