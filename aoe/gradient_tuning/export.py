"""A plan in the words of other tools. Where a tool has one number for all segments, it is the one
whose plan ends first in the model of the backward pass.

PyTorch, Ascend, Horovod and DeepSpeed join gradients in the order in which they become ready.
TensorFlow and MindSpore know the order of parameters only: they join what is contiguous in it, and
begin with the last parameter. So a plan that follows another order is planned again for them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from aoe.gradient_tuning.backward import Backward, Plan, finish, timeline
from aoe.gradient_tuning.backward_profile import BackwardProfile
from aoe.gradient_tuning.packs import pack_bytes, pack_plans
from aoe.gradient_tuning.robust import robust
from aoe.gradient_tuning.rules import HAND_CAPS, MIB, by_caps, by_limit

#: Most limits of a tool that are tried.
_MOST_LIMITS = 200


@dataclass(frozen=True, slots=True)
class Setting:
    """A setting of another tool.

    Attributes:
        tool: The tool.
        text: What to write in a script or a configuration.
        tail: The tail that the model expects of it, in seconds.
        exact: Whether it expresses the plan, not only something near it.
    """

    tool: str
    text: str
    tail: float
    exact: bool


def settings_of(
    profile: BackwardProfile, backward: Backward, plan: Plan, item_bytes: int = 4
) -> Iterator[Setting]:
    """The settings that express a plan, or come near it.

    Args:
        profile: The profile of the backward pass.
        backward: The backward pass beside the link, in the order of the profile.
        plan: The plan.
        item_bytes: Bytes of a number, for tools that count numbers.
    """
    sizes = backward.sizes
    parts = [sum(sizes[begin:end]) for begin, end in pairwise((0, *plan))]
    tail = timeline(backward, plan).tail
    last = [end - 1 for end in plan]
    shares = [round(100 * part / sum(parts), 2) for part in parts[:-1]]
    shares.append(round(100 - sum(shares), 2))
    caps = ", ".join(repr(part / MIB) for part in parts)
    if len({*backward.kinds}) == 1:
        yield Setting(
            "PyTorch", f"DistributedDataParallel(m, bucket_cap_mb_list=[{caps}])", tail, True
        )
        yield Setting("Lightning", f"DDPStrategy(bucket_cap_mb_list=[{caps}])", tail, True)
    yield Setting("Ascend", f"set_split_strategy_by_idx({last})", tail, True)
    yield Setting("Ascend", f"set_split_strategy_by_size({shares})", tail, True)
    turned = profile.arranged(range(len(profile.order) - 1, -1, -1))
    in_turn = turned.backward(backward.link)
    yield from _of_mindspore(profile, plan, in_turn)
    yield from _one_number(backward, item_bytes)
    yield _of_tensorflow(profile, plan, in_turn)


def _of_mindspore(profile: BackwardProfile, plan: Plan, in_turn: Backward) -> Iterator[Setting]:
    """Lists of the last parameter of each segment but the one with the last parameter of all."""
    count = len(profile.order)
    same = all(
        {*profile.order[begin:end]} == {*range(count - end, count - begin)}
        for begin, end in pairwise((0, *plan))
    )
    found = plan if same else robust(in_turn)
    tail = timeline(in_turn, found).tail
    places = sorted(count - 1 - end for end in found[:-1])
    yield Setting("MindSpore", f"all_reduce_fusion_config={places}", tail, same)
    fusion = {"allreduce": {"mode": "index", "config": places}}
    yield Setting("MindSpore", f"comm_fusion={fusion}", tail, same)


def _one_number(backward: Backward, item_bytes: int) -> Iterator[Setting]:
    sizes = backward.sizes

    def best(rule: Callable[[float], Plan], limits: list[float]) -> tuple[float, float]:
        tails = {limit: timeline(backward, rule(limit)).tail for limit in limits}
        limit = min(tails, key=lambda item: (tails[item], -item))
        return limit, tails[limit]

    limits = _limits(backward)
    # A whole number of MiB, as the tools below want it.
    caps = sorted({*map(float, HAND_CAPS), *(float(max(1, round(size / MIB))) for size in limits)})
    cap, tail = best(lambda cap: by_caps(sizes, [cap * MIB]), caps)
    yield Setting("PyTorch", f"DistributedDataParallel(m, bucket_cap_mb={cap:.0f})", tail, False)
    yield Setting("Transformers", f"--ddp_bucket_cap_mb {cap:.0f}", tail, False)
    yield Setting(
        "Accelerate", f"DistributedDataParallelKwargs(bucket_cap_mb={cap:.0f})", tail, False
    )
    limit, tail = best(lambda size: by_limit(sizes, size), limits)
    yield Setting("Horovod", f"HOROVOD_FUSION_THRESHOLD={limit:.0f}", tail, False)
    numbers = int(limit) // item_bytes
    yield Setting("DeepSpeed", f'"reduce_bucket_size": {numbers}', tail, False)


def _of_tensorflow(profile: BackwardProfile, plan: Plan, in_turn: Backward) -> Setting:
    """The plan itself where it follows TensorFlow's order and rule, else the one that ends first.
    `in_turn`: the backward pass in that order.
    """
    same = profile.order == (*range(len(profile.order) - 1, -1, -1),)
    limit = pack_bytes(in_turn.sizes, plan) if same else None
    exact = limit is not None
    found = plan if exact else min(pack_plans(in_turn), key=lambda item: finish(in_turn, item))
    tail = timeline(in_turn, found).tail
    text = f"CommunicationOptions(bytes_per_pack={pack_bytes(in_turn.sizes, found)})"
    return Setting("TensorFlow", text, tail, exact)


def _limits(backward: Backward) -> list[float]:
    """Numbers of bytes to try: between the largest gradient and all of them, and smaller ones."""
    whole = sum(backward.sizes)
    found = np.geomspace(min(64 << 10, whole), whole, _MOST_LIMITS)
    return [float(round(size)) for size in found]
