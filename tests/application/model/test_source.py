"""What is read for given shapes can leave its batch open, and nothing else."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import aoe
from aoe.errors import UsageError
from tests.frontends.caffe.nets import layer, numbers, source, write_net

_W, _B = numbers((2, 3)), numbers((2,))
_PRODUCT = layer("InnerProduct", "inner_product_param { num_output: 2 }", name="product")
_RESHAPE = layer("Reshape", "reshape_param { shape { dim: 1 dim: -1 } }", top=("r",))


def _write(folder: Path, text: str) -> Path:
    path, _ = write_net(folder, source((1, 3)) + text, {"product": [_W, _B]})
    path.rename(folder / "net.prototxt")
    return folder / "net.prototxt"


@pytest.fixture
def network(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "bank").mkdir()
    monkeypatch.setenv("TUNE_BANK_PATH", str(tmp_path / "bank"))
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    return _write(tmp_path, _PRODUCT)


def test_a_batch_stays_open_also_in_a_file(network: Path) -> None:
    x = numbers((5, 3))
    options = aoe.ModelOptions(input_shape_range="data:[1~4,3]")
    with aoe.compile(network, weight="net.caffemodel", model_options=options) as session:
        for batch in (1, 2, 5):
            (found,) = session.run(None, {"data": x[:batch]})
            np.testing.assert_allclose(found, x[:batch] @ _W.T + _B, rtol=1e-5, atol=1e-6)
        session.save("open.om")
    with aoe.InferenceSession("open.om") as session:
        (found,) = session.run(None, {"data": x[:3]})
        np.testing.assert_allclose(found, x[:3] @ _W.T + _B, rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("ranges", ["data:[1,3~4]", "data:[1~2,3~4]", "data:[1,3]"])
def test_other_dimensions_do_not(network: Path, ranges: str) -> None:
    options = aoe.ModelOptions(input_shape_range=ranges)
    with pytest.raises(UsageError, match=r"only the first dimension|has the shape"):
        aoe.compile(network, weight="net.caffemodel", model_options=options)


def test_a_batch_that_another_shape_depends_on_does_not(network: Path) -> None:
    _write(network.parent, _RESHAPE)
    options = aoe.ModelOptions(input_shape_range="data:[1~4,3]")
    with aoe.compile(network, weight="net.caffemodel", model_options=options) as session:
        (found,) = session.run(None, {"data": numbers((5, 3))})
    assert found.shape == (1, 15)
    _write(network.parent, _RESHAPE + _PRODUCT.replace('"data"', '"r"'))
    with pytest.raises(UsageError, match=r"cannot be left open: .*; give input_shape with"):
        aoe.compile(network, weight="net.caffemodel", model_options=options)
