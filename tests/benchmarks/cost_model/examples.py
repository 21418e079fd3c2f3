"""Trial logs whose times come from the cost model with known other constants."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from aoe.backends.cost_table import with_values
from aoe.backends.cpu.cost import profile
from aoe.backends.cpu.cost.profile import CostProfile
from aoe.backends.cpu.implementations.registry import implementations
from aoe.backends.cpu.target.cpu_target import CpuTarget, Speed
from aoe.backends.cpu.target.host import target_for
from aoe.operators.operator import Operand, Operator
from aoe.tuning.search.search_strategy import Trial
from aoe.tuning.trial_log import TrialLog

DEFAULT = profile.profile(profile.DEFAULT)
TARGET: CpuTarget = replace(
    target_for("avx2", threads=2), model="unheard-of", speed=Speed(memory=19e9)
)
#: A core that differs from the default one in what ranks the schedules of depthwise convolutions.
OTHER = with_values(
    DEFAULT, {"window": {"tile_cycles": 24, "loop_latency": 16.0, "checked_share_by_vectors": 0.2}}
)
#: Channels, and the height and width of the image.
SHAPES = (
    (32, 56),
    (64, 14),
    (96, 28),
    (144, 7),
    (192, 14),
    (240, 28),
    (384, 7),
    (576, 14),
    (672, 28),
    (960, 7),
)


def depthwise(channels: int, size: int) -> Operator:
    """A depthwise 3×3 convolution of an image with a border of zeros."""
    image = Operand("float32", (1, channels, size, size), (0, 2, 3, 1))
    weights = Operand("float32", (channels, 1, 3, 3), (0, 1, 2, 3), constant=True)
    attributes = (
        ("dilations", (1, 1)),
        ("group", channels),
        ("pads", (1, 1, 1, 1)),
        ("strides", (1, 1)),
    )
    return Operator("Conv", attributes, (image, weights), image, 2)


def recorded(path: Path, truth: CostProfile, shapes: Sequence[tuple[int, int]] = SHAPES) -> Path:
    """Writes a trial log of depthwise convolutions whose times are the estimates of a profile."""
    log, item = TrialLog(path, TARGET.soc_version), implementations()["conv_depthwise"]
    for shape in shapes:
        operator = depthwise(*shape)
        space = item.space(operator, TARGET)
        with profile.trial(TARGET, truth) as on_trial:
            trials = [Trial(policy, item.estimate(operator, policy, on_trial)) for policy in space]
        log.record(operator, space[0], trials)
    return path
