"""What stands behind the last element of a number that data decide, so that it counts for nothing.

`aoe.graph.prepare.rules.data_dependent.readers` puts it there.
"""

from __future__ import annotations

import numpy as np

from aoe.element_types import is_floating

#: What reductions may have behind the elements: zero, one, the least or the greatest number.
NEUTRAL = {
    **dict.fromkeys(("ReduceSum", "ReduceL1", "ReduceL2", "ReduceSumSquare", "ReduceLogSum"), "0"),
    **dict.fromkeys(("ReduceMax", "ReduceLogSumExp", "ArgMax"), "least"),
    **dict.fromkeys(("ReduceMin", "ArgMin"), "greatest"),
    "ReduceMean": "0",
    "ReduceProd": "1",
}


def number_of(neutral: str, dtype: np.dtype) -> float:
    """A neutral element in an element type."""
    if neutral in ("0", "1"):
        return int(neutral)
    least = neutral == "least"
    if dtype == np.bool_:
        return not least
    if is_floating(dtype):
        return -np.inf if least else np.inf
    bounds = np.iinfo(dtype)
    return int(bounds.min if least else bounds.max)
