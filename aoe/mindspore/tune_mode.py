"""What a script asks of AOE in MindSpore's words: how to tune, and what.

The values are in MindSpore's context, whichever of its two ways the script uses:

    mindspore.set_context(aoe_tune_mode="online", aoe_config={"job_type": "2"})
    mindspore.device_context.ascend.op_tuning.aoe_tune_mode("online")
    mindspore.device_context.ascend.op_tuning.aoe_job_type("2")
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from aoe.training.modes import GRADIENTS, GRAPH_MODES, OPERATORS

#: The modes of tuning.
ONLINE, OFFLINE = "online", "offline"
#: Why gradients are not tuned here.
NO_GRADIENTS = (
    "how gradients of several workers are joined, which MindSpore does on Ascend devices and GPUs "
    "only: all_reduce_fusion_config has no effect on a CPU"
)


@dataclass(frozen=True, slots=True)
class TuneMode:
    """What a script asks for.

    Attributes:
        mode: "online" tunes each graph when it is first run, "offline" writes graphs; None for
            neither.
        job_type: "1" tunes subgraphs, "2" operators.
    """

    mode: str | None
    job_type: str


def asked() -> TuneMode:
    """What the script asks for in MindSpore's context."""
    from mindspore import context

    mode = context.get_context("aoe_tune_mode")
    config = context._context().aoe_config or {}
    return TuneMode(mode or None, str(config.get("job_type", OPERATORS)))


def unused_job_type() -> str | None:
    """The type of job in MindSpore's context where no mode says when to tune; None without one."""
    from mindspore import context

    if asked().mode is not None:
        return None
    given = (context._context().aoe_config or {}).get("job_type")
    return None if given is None else str(given)


def set_tune_mode(tune_mode: str) -> None:
    """MindSpore's `op_tuning.aoe_tune_mode` for CPUs: sets how to tune, once.

    Args:
        tune_mode: "online" or "offline".

    Raises:
        ValueError: It is another value.
        RuntimeError: Another mode is set already.
    """
    from mindspore import context

    if tune_mode not in (ONLINE, OFFLINE):
        raise ValueError(
            "For 'device_context.ascend.op_tuning.aoe_tune_mode', the argument 'tune_mode' must be "
            f"in ['online', 'offline'], but got {tune_mode}."
        )
    if asked().mode not in (None, tune_mode):
        raise RuntimeError("The 'aoe_tune_mode' can not be set repeatedly.")
    context._context().set_aoe_tune_mode(tune_mode)


def set_job_type(config: str) -> None:
    """MindSpore's `op_tuning.aoe_job_type` for CPUs: sets what is tuned, once.

    Args:
        config: "1" for subgraphs or "2" for operators.

    Raises:
        ValueError: It is another value.
        RuntimeError: Another type is set already.
    """
    from mindspore import context

    if config not in GRAPH_MODES:
        reason = f" 4 tunes {NO_GRADIENTS}." if config == GRADIENTS else ""
        raise ValueError(
            f"For 'aoe_job_type', the config must be one of ['1', '2'], but got {config}.{reason}"
        )
    known: dict[str, Any] = context._context().aoe_config or {}
    if known.get("job_type", config) != config:
        raise RuntimeError("The 'aoe_job_type' can not be set repeatedly.")
    context._context().set_aoe_config({"job_type": config})
