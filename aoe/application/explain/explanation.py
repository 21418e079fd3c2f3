"""What `aoe explain` knows of one operator. `command.py` collects it, and `format.py` prints it."""

from __future__ import annotations

from dataclasses import dataclass

from aoe.operators.operator import Operator
from aoe.policy import Policy
from aoe.tuning.trial_log import RecordedSearch


@dataclass(frozen=True, slots=True)
class Explanation:
    """What is known of an operator.

    Attributes:
        name: Its name in the model.
        types: ONNX types of what was fused into it.
        uses: How many operators of the model are equal to it.
        operator: The operator.
        policy: Its policy.
        origin: Where the policy comes from.
        seconds: Time of all its uses in one inference.
        share: Share of the model's time, from 0 to 1; `None` for an operator without a model.
        lower_bound: Lower bound of `seconds`; 0 if unknown.
        search: The candidates that were tried, if recorded.
    """

    name: str
    types: tuple[str, ...]
    uses: int
    operator: Operator
    policy: Policy
    origin: str
    seconds: float
    share: float | None
    lower_bound: float
    search: RecordedSearch | None
