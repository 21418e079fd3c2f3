"""How candidates and models are measured, whatever they are: options of every runner of a job."""

from __future__ import annotations

from dataclasses import dataclass, field

from aoe.tuning.measurement.idle_wait import IdleWait


@dataclass(frozen=True, slots=True)
class MeasurementOptions:
    """How a job measures.

    Attributes:
        fewest_runs: Fewest inferences of a sample.
        idle_wait: Waits for quiet cores; waiting counts as measuring.
        seed: Of the data that candidates and models run on.
    """

    fewest_runs: int = 1
    idle_wait: IdleWait = field(default_factory=IdleWait)
    seed: int = 0
