"""TensorFlow's packs of gradients: one number, `bytes_per_pack`, for all of them.

TensorFlow joins gradients in the reverse order of parameters, whatever is ready first, and closes a
pack when it holds more than that number (`aoe.gradient_tuning.rules.by_packs`). So few plans can be
had, and all of them are judged.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

import numpy as np

from aoe.gradient_tuning.backward import Backward, Plan, finish
from aoe.gradient_tuning.robust import mean_ends
from aoe.gradient_tuning.rules import by_packs, one_segment

#: How many numbers of bytes are tried, up to that of all gradients.
_MOST_LIMITS = 200
#: The smallest number of bytes that is tried.
_SMALLEST = 64 << 10
#: A plan that is expected to end so many times as late as the best is not compared.
HOPELESS = 1.1


def pack_bytes(sizes: Sequence[int], plan: Plan) -> int | None:
    """The `bytes_per_pack` that makes a plan; None if there is none. It lies in the middle of those
    that do, so that another gradient of a few bytes changes nothing.

    Args:
        sizes: Bytes of the gradients, in the reverse order of parameters.
        plan: The plan, in that order.
    """
    if len(plan) == 1:
        return 0
    parts = [sizes[begin:end] for begin, end in pairwise((0, *plan))]
    least = max(1, *(sum(part[:-1]) for part in parts))
    most = min(sum(part) for part in parts[:-1]) - 1
    found = (least + most) // 2
    return found if least <= most and by_packs(sizes, found) == plan else None


def pack_plans(backward: Backward) -> tuple[Plan, ...]:
    """The plans that TensorFlow can make, one pack for all gradients among them.

    Args:
        backward: The backward pass, in the reverse order of parameters.
    """
    whole = sum(backward.sizes)
    limits = np.geomspace(min(_SMALLEST, whole), whole, _MOST_LIMITS)
    found = {by_packs(backward.sizes, max(1, int(limit))) for limit in limits}
    return tuple(sorted(found | {one_segment(backward.count)}))


def candidate_packs(backward: Backward, default: Plan, most: int) -> Mapping[str, Plan]:
    """Plans to compare with the default, by name: those that are best on average where the profile
    and the link are not quite as measured (`aoe.gradient_tuning.robust`). Hopeless ones are left
    out.

    Args:
        backward: The backward pass, in the reverse order of parameters.
        default: What is done by default.
        most: Most plans.
    """
    plans = pack_plans(backward)
    ends = dict(zip(plans, mean_ends(backward, plans), strict=True))
    limit = HOPELESS * min(finish(backward, plan) for plan in plans)
    good = [plan for plan in plans if plan != default and finish(backward, plan) <= limit]
    chosen = sorted(good, key=lambda plan: (ends[plan], len(plan), plan))[:most]
    return {f"bytes_per_pack={pack_bytes(backward.sizes, plan)}": plan for plan in chosen}
