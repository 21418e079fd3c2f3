"""The plans that are compared on real steps."""

from __future__ import annotations

from collections.abc import Mapping

from aoe.gradient_tuning.backward import Backward, Plan, finish, timeline
from aoe.gradient_tuning.exact import exact
from aoe.gradient_tuning.packs import HOPELESS
from aoe.gradient_tuning.robust import robust
from aoe.gradient_tuning.rules import best_cap, best_of, each_alone, one_segment

#: Most plans that are compared, the default among them.
MOST_PLANS = 5
#: Most segments of the exact plan that is compared.
MOST_SEGMENTS = 16
#: The name of the plan to use.
ROBUST = "tuned"


def candidate_plans(
    backward: Backward, default: Plan | None, most: int = MOST_PLANS
) -> Mapping[str, Plan]:
    """Plans to compare with the default, by name: first the plan to use, then the best of the exact
    plan, one with another cut, the best `bucket_cap_mb`, one segment, and one for each gradient. A
    plan that is there under another name is left out, and so is a hopeless one.

    Args:
        backward: The backward pass.
        default: The default plan; None if it follows another order.
        most: Most plans that are compared, the default among them.
    """
    tuned = robust(backward)
    others = {
        "exact": exact(backward, MOST_SEGMENTS),
        "one cut moved": moved(backward, tuned),
        "best bucket_cap_mb": best_cap(backward)[1],
        "one segment": one_segment(backward.count),
        "each gradient": each_alone(backward.count),
    }
    found = {} if tuned == default else {ROBUST: tuned}
    ends = {name: finish(backward, plan) for name, plan in others.items()}
    limit = HOPELESS * min(*ends.values(), finish(backward, tuned))
    for name in sorted(others, key=lambda item: ends[item]):
        plan = others[name]
        known = plan == default or plan in found.values()
        if len(found) < most - 1 and ends[name] <= limit and not known:
            found[name] = plan
    return found


def raced(backward: Backward, default: Plan) -> Plan:
    """The plan that wins the race where steps are as the model says."""
    return best_of(backward, {default, *candidate_plans(backward, default).values()})


def moved(backward: Backward, plan: Plan) -> Plan:
    """The plan in which one cut lies one gradient earlier or later that ends first."""
    found = {
        (*plan[:number], plan[number] + by, *plan[number + 1 :])
        for number in range(len(plan) - 1)
        for by in (-1, 1)
    }
    proper = [item for item in found if item[0] > 0 and len({*item}) == len(plan)]
    return min(proper, key=lambda item: (finish(backward, item), item), default=plan)


def all_reduce_share(backward: Backward) -> float:
    """The time of the all-reduce of all gradients at once, as a part of the backward pass."""
    whole = timeline(backward, one_segment(backward.count))
    return whole.tail / max(whole.backward, 1e-9)
