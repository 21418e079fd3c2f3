"""What `aoe explain` has found out about one operator; `command.py` collects it."""

from __future__ import annotations

from dataclasses import dataclass

from aoe.operators.operator import Operator
from aoe.policy import Policy
from aoe.tuning.trial_log import RecordedSearch


@dataclass(frozen=True, slots=True)
class Explanation:
    """What is known of an operator. `origin`: where its policy comes from. `seconds`: of all its
    uses in one inference; `share`: of the model, 0 to 1, None for an operator alone; `floor`: what
    `seconds` cannot be below, 0 if unknown. `search`: what was tried, if that was recorded.
    """

    name: str
    types: tuple[str, ...]
    uses: int
    operator: Operator
    policy: Policy
    origin: str
    seconds: float
    share: float | None
    floor: float
    search: RecordedSearch | None
