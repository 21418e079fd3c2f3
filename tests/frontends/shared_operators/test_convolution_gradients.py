"""Gradients of convolutions, said with convolutions."""

from __future__ import annotations

import re

import numpy as np
import pytest

from aoe.errors import ModelError
from aoe.frontends.graph_builder import GraphBuilder
from aoe.frontends.shared_operators.convolution_gradients import (
    Convolution,
    Shaped,
    input_gradient,
)


def test_sizes_that_give_no_such_places_are_named() -> None:
    window = Convolution(strides=(1, 1), pads=(0, 0, 0, 0), dilations=(1, 1))
    gradient = Shaped(np.zeros((1, 2, 3, 4), np.float32), (1, 2, 3, 4))
    weights = Shaped(np.zeros((2, 2, 3, 3), np.float32), (2, 2, 3, 3))
    sentence = re.escape("[9, 6] pixels give no [3, 4] places under this kernel")
    with pytest.raises(ModelError, match=sentence):
        input_gradient(GraphBuilder("test"), gradient, weights, (9, 6), window)
