"""The plans of other tools, in the order in which gradients become ready: for the report, and as
candidates.

Their rules are described by their documents and papers: DistributedDataParallel of PyTorch; MG-WFBP
(Shi, Chu and Li, INFOCOM 2019, arXiv:1811.11141); AOE's default split and its search.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from aoe.gradient_tuning.backward import Backward, Plan, finish

MIB = 1 << 20
#: Buckets of DistributedDataParallel: the first, and the others.
DDP_CAPS = (1 * MIB, 25 * MIB)
#: The values of `bucket_cap_mb` that somebody tries by hand.
HAND_CAPS = (1, 2, 5, 10, 15, 25, 50, 75, 100, 150, 200, 400)
#: AOE's default: the first segment has so many of the bytes.
AOE_SHARE = 0.9654
#: AOE's search makes no more segments.
AOE_MOST = 8


def one_segment(count: int) -> Plan:
    """All gradients in one."""
    return (count,)


def each_alone(count: int) -> Plan:
    """A segment for each gradient."""
    return tuple(range(1, count + 1))


def by_caps(sizes: Sequence[int], caps: Sequence[float]) -> Plan:
    """Segments that close as soon as they hold their cap in bytes or more; the last cap goes on."""
    ends: list[int] = []
    held = 0
    for end, size in enumerate(sizes, 1):
        held += size
        if held >= caps[min(len(ends), len(caps) - 1)]:
            ends.append(end)
            held = 0
    if not ends or ends[-1] != len(sizes):
        ends.append(len(sizes))
    return tuple(ends)


def ddp_default(sizes: Sequence[int]) -> Plan:
    """What DistributedDataParallel does by default: 1 MiB, then 25 MiB each."""
    return by_caps(sizes, DDP_CAPS)


def by_packs(sizes: Sequence[int], bytes_per_pack: int) -> Plan:
    """What TensorFlow does with `bytes_per_pack`: a pack closes when it holds more than that; 0 is
    one pack. It joins gradients in the reverse order of parameters.
    """
    return by_caps(sizes, [bytes_per_pack + 1]) if bytes_per_pack else one_segment(len(sizes))


def by_limit(sizes: Sequence[int], limit: float) -> Plan:
    """Segments that close before they would hold more than a limit in bytes, as Horovod and
    DeepSpeed make them.
    """
    ends: list[int] = []
    held = 0
    for begin, size in enumerate(sizes):
        if held and held + size > limit:
            ends.append(begin)
            held = 0
        held += size
    return (*ends, len(sizes))


def two_by_size(sizes: Sequence[int]) -> Plan:
    """Two segments, of which the first has `AOE_SHARE` of the bytes. AOE's default split."""
    count = len(sizes)
    if count == 1:
        return (1,)
    limit, held = AOE_SHARE * sum(sizes), 0
    for end, size in enumerate(sizes[:-1], 1):
        held += size
        if held >= limit:
            return (end, count)
    return (count - 1, count)


def mg_wfbp(backward: Backward) -> Plan:
    """MG-WFBP: a gradient joins the next one if waiting for it costs less than a start-up."""
    line = backward.link.line()
    ready, ends, begin, done = backward.ready, [], 0, 0.0
    for end in range(1, backward.count):
        start = max(done, ready[end - 1])
        reduced = start + line.startup + line.per_byte * sum(backward.sizes[begin:end])
        if ready[end] < min(reduced, start + line.startup):
            continue
        ends.append(end)
        begin, done = end, reduced
    return (*ends, backward.count)


def grown(backward: Backward, most: int = AOE_MOST) -> Plan:
    """AOE's search: after each possible first segment, the next one is what becomes ready while the
    one before is reduced. Of the plans of at most `most` segments, the one that ends first.
    """
    clock, sums = backward.clock(), backward.sums()
    plans: set[Plan] = set()
    for first in range(1, backward.count + 1):
        ends, begin, end, done = [], 0, first, 0.0
        while True:
            ends.append(end)
            held = sums[:, [end]] - sums[:, [begin]]
            cost = float((backward.occupied(held) + backward.latency(held))[0])
            done = max(done, float(clock[end - 1])) + cost
            if end == backward.count or len(ends) == most:
                break
            begin, end = end, max(end + 1, int(np.searchsorted(clock, done, side="right")))
        plans.add((*ends[:-1], backward.count))
    return best_of(backward, plans)


def best_cap(backward: Backward) -> tuple[float, Plan]:
    """The value of `bucket_cap_mb` that ends first, of those that somebody tries by hand, and its
    plan.
    """
    plans = {cap: by_caps(backward.sizes, [cap * MIB]) for cap in HAND_CAPS}
    cap = min(plans, key=lambda item: finish(backward, plans[item]))
    return cap, plans[cap]


def best_of(backward: Backward, plans: set[Plan]) -> Plan:
    """The plan that ends first; of equal ones, the one with the fewest segments."""
    return min(plans, key=lambda plan: (finish(backward, plan), len(plan), plan))


def known_plans(backward: Backward) -> Mapping[str, Plan]:
    """The plans of other tools, by name."""
    count, sizes = backward.count, backward.sizes
    return {
        "one segment": one_segment(count),
        "each gradient": each_alone(count),
        "DDP 25 MB": ddp_default(sizes),
        "AOE 96.54/3.46": two_by_size(sizes),
        "AOE search": grown(backward),
        "MG-WFBP": mg_wfbp(backward),
        "best bucket_cap_mb": best_cap(backward)[1],
    }
