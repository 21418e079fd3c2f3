"""Steps in the levels of MindSpore's mixed precision: native code gives what MindSpore does."""

from __future__ import annotations

import mindspore
import numpy as np
import pytest
from mindspore import nn

import aoe.mindspore
from tests.mindspore.nets import Small, batches, load, trained, values


@pytest.mark.parametrize("level", ["O1", "O2", "O3"])
def test_a_normalization_of_images_trains_natively(level: str) -> None:
    """Its images have 16 bits in `O3`, and its statistics 32."""
    net = Small()
    loss = nn.SoftmaxCrossEntropyWithLogits(sparse=True, reduction="mean")
    optimizer = nn.Momentum(net.trainable_params(), 0.01, 0.9)
    options = {} if level == "O1" else {"loss_scale_manager": None}
    step = mindspore.amp.build_train_network(net, optimizer, loss, level=level, **options)
    step.set_train()
    before, data = values(step), batches(4, 5, 1, 8, 8)
    with aoe.mindspore.left_to_mindspore():
        losses, after = trained(step, data), values(step)
    load(step, before)
    np.testing.assert_allclose(trained(step, data), losses, rtol=1e-2)
    for name in (name for name in after if name.endswith(("moving_mean", "moving_variance"))):
        np.testing.assert_allclose(values(step)[name], after[name], rtol=1e-2, atol=1e-3)
    assert [(item.native, item.left) for item in aoe.mindspore.reports()] == [(3, 1)]
