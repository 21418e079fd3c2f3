"""Loops of steps are unrolled: how long they may be."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import tensorflow as tf

from aoe.errors import UnsupportedModelError
from aoe.frontends.step_model import StepModel
from aoe.frontends.tensorflow.step import read_step
from aoe.tensorflow.capture import captured, step_graph


def _read(iterations: int) -> StepModel:
    """A step that repeats two operators."""

    def repeated(x: Any) -> Any:
        state = tf.matmul(x, x)
        for _ in tf.range(iterations):
            state = tf.tanh(state + x)
        return state

    given = np.ones((2, 2), np.float32)
    function = tf.function(repeated).get_concrete_function(tf.TensorSpec((2, 2), tf.float32))
    found = captured(function, function.captured_inputs)
    source, _ = step_graph("step", function, found, [given], {})
    return read_step(source)


def test_a_step_may_have_the_words_of_long_texts() -> None:
    assert _read(6_000).operators > 12_000


def test_a_longer_loop_is_refused_with_advice() -> None:
    with pytest.raises(UnsupportedModelError, match="30000 nodes; give it shorter sequences"):
        _read(16_000)
