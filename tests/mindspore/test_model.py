"""`mindspore.train.Model` with a data set, as scripts use it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import mindspore
import numpy as np
import pytest
from mindspore import nn

import aoe.mindspore
from tests.mindspore.nets import mlp, values

pytestmark = pytest.mark.skipif(
    int(np.__version__.split(".")[0]) > 1, reason="data sets of MindSpore 2.10 need NumPy 1"
)


class Losses(mindspore.train.Callback):  # type: ignore[misc]
    """The loss of each step, and what a callback sees of a weight."""

    def __init__(self, weight: Any) -> None:
        super().__init__()
        self.found: list[float] = []
        self._weight = weight

    def on_train_step_end(self, run_context: Any) -> None:
        """Notes both."""
        outputs = run_context.original_args().net_outputs
        self.found += [float(outputs.asnumpy()), float(np.abs(self._weight.asnumpy()).sum())]


def test_a_model_trains_on_a_data_set_as_without_open_aoe(tmp_path: Path) -> None:
    generator = np.random.default_rng(0)
    inputs = generator.standard_normal((24, 6)).astype(np.float32)
    labels = generator.integers(0, 3, 24).astype(np.int32)

    def trained() -> tuple[list[float], dict[str, np.ndarray]]:
        mindspore.set_seed(3)
        np.random.seed(3)
        net = mlp()
        loss = nn.SoftmaxCrossEntropyWithLogits(sparse=True, reduction="mean")
        model = mindspore.train.Model(net, loss, nn.Adam(net.trainable_params(), 0.01))
        data = mindspore.dataset.NumpySlicesDataset((inputs, labels), shuffle=False).batch(6)
        losses = Losses(net[0].weight)
        model.train(2, data, callbacks=[losses], dataset_sink_mode=False)
        mindspore.save_checkpoint(net, str(tmp_path / "net.ckpt"))
        return losses.found, values(net)

    with aoe.mindspore.left_to_mindspore():
        wanted, _ = trained()
    found, after = trained()
    np.testing.assert_allclose(found, wanted, rtol=1e-4)
    assert aoe.mindspore.reports()[0].native == 7
    for name, item in mindspore.load_checkpoint(str(tmp_path / "net.ckpt")).items():
        np.testing.assert_array_equal(item.asnumpy(), after[name])
