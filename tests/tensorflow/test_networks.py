"""Losses of known kinds of networks over ten steps, each against TensorFlow."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest

from aoe.tensorflow import adapter, left_to_tensorflow
from benchmarks.tensorflow_training.networks import TASKS

#: Sizes that keep the nets' structure. Nets with batch normalization and ReLU magnify rounding:
#: MobileNet in TensorFlow, its weights changed by 1e-7, is 3e-2 apart from itself after ten steps
#: at a rate of 1e-4. So their rates are small.
SIZES: Mapping[str, dict[str, Any]] = {
    "resnet18": {"batch": 16, "size": 32, "width": 8, "rate": 1e-4},
    "mobilenet": {"batch": 8, "size": 64, "alpha": 0.25, "rate": 1e-7},
    "bert": {"batch": 2, "words": 16, "width": 32, "depth": 2},
    "dlrm": {"batch": 16, "rows": 100, "tables": 3, "width": 8},
    "lstm": {"batch": 4, "steps": 6, "width": 16},
}


def losses(name: str) -> list[float]:
    task = TASKS[name](**SIZES[name])
    model = task.compiled()
    return [float(model.train_on_batch(task.inputs, task.labels)[0]) for _ in range(10)]


@pytest.mark.parametrize("name", sorted(SIZES))
def test_losses_are_those_of_tensorflow(name: str) -> None:
    found = losses(name)
    (report,) = adapter.reports()
    assert (report.left, report.native) == (1, 9)
    with left_to_tensorflow():
        wanted = losses(name)
    np.testing.assert_allclose(found, wanted, atol=1e-4, rtol=0)
    assert abs(wanted[-1] - wanted[0]) > 1e-2
