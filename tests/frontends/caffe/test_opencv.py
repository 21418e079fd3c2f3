"""A second opinion: OpenCV below 5 reads networks of Caffe, too. Optional."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.frontends.caffe.nets import layer, numbers, outputs_of, source

cv2: Any = pytest.importorskip("cv2")
if not hasattr(cv2.dnn, "readNetFromCaffe"):
    pytest.skip("this OpenCV reads no Caffe", allow_module_level=True)


def test_a_small_network_agrees_with_opencv(tmp_path: Path) -> None:
    text = source((1, 3, 19, 23))
    text += layer(
        "Convolution", "convolution_param { num_output: 8 kernel_size: 3 pad: 1 }", top=("c",)
    )
    text += layer("BatchNorm", "", ("c",), ("c",), "n")
    text += layer("Scale", "scale_param { bias_term: true }", ("c",), ("c",), "s")
    text += layer("ReLU", "", ("c",), ("c",), "r")
    text += layer("Pooling", "pooling_param { kernel_size: 3 stride: 2 }", ("c",), ("p",), "p")
    text += layer("LRN", "", ("p",), ("q",), "q")
    text += layer("InnerProduct", "inner_product_param { num_output: 5 }", ("q",), ("i",), "i")
    text += layer("Softmax", "", ("i",), ("prob",), "prob")
    blobs = {
        "l": [numbers((8, 3, 3, 3)), numbers((8,))],
        "n": [numbers((8,)), np.abs(numbers((8,), 1)) + 1, np.full(1, 2, np.float32)],
        "s": [numbers((8,), 2), numbers((8,), 3)],
        "i": [numbers((5, 8 * 9 * 11), 4) / 20, numbers((5,), 5)],
    }
    x = numbers((1, 3, 19, 23), 6)
    (found,) = outputs_of(tmp_path, text, {"data": x}, blobs)
    net = cv2.dnn.readNetFromCaffe(str(tmp_path / "net.prototxt"), str(tmp_path / "net.caffemodel"))
    net.setInput(x, "data")
    np.testing.assert_allclose(found, net.forward(), rtol=1e-4, atol=1e-5)
