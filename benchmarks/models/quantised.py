"""Networks stored in fewer bits.

Image networks in QDQ form have activations of uint8 and weights of int8, a scale for each filter,
as ONNX Runtime's `quantize_static` writes them. Ranges come from two random images. Any network can
be in float16, its inputs and outputs included, as ONNX Runtime's converter writes it.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import onnx
from onnx import version_converter
from onnxruntime.quantization import (
    CalibrationDataReader,
    QuantFormat,
    QuantType,
    quantize_static,
)
from onnxruntime.quantization.shape_inference import quant_pre_process
from onnxruntime.transformers.float16 import convert_float_to_float16

#: Networks that are mostly convolutions.
NAMES = ("resnet50", "mobilenet_v2", "efficientnet_b0", "squeezenet", "unet256", "vgg19")
#: The operator set that has a scale for each filter, and images that ranges are taken from.
_OPERATORS, _IMAGES = 17, 2


def quantised(model: onnx.ModelProto, seed: int = 0) -> onnx.ModelProto:
    """The network in QDQ form."""
    with TemporaryDirectory() as name:
        plain, ready, made = (Path(name) / f"{part}.onnx" for part in ("plain", "ready", "made"))
        onnx.save(version_converter.convert_version(model, _OPERATORS), plain)
        quant_pre_process(plain, ready, skip_symbolic_shape=True)
        quantize_static(
            ready,
            made,
            _Images(onnx.load(ready), seed),
            quant_format=QuantFormat.QDQ,
            activation_type=QuantType.QUInt8,
            weight_type=QuantType.QInt8,
            per_channel=True,
        )
        return onnx.load(made)


def in_float16(model: onnx.ModelProto) -> onnx.ModelProto:
    """The network in float16."""
    copied = onnx.ModelProto()
    copied.CopyFrom(model)  # the converter changes what it is given
    changed: onnx.ModelProto = convert_float_to_float16(copied, disable_shape_infer=True)
    return changed


class _Images(CalibrationDataReader):  # type: ignore[misc]
    """Random inputs of a model."""

    def __init__(self, model: onnx.ModelProto, seed: int) -> None:
        self._feeds = self._drawn(model, np.random.default_rng(seed))

    def get_next(self) -> dict[str, Any] | None:
        """The next inputs, None behind the last."""
        return next(self._feeds, None)

    @staticmethod
    def _drawn(model: onnx.ModelProto, generator: np.random.Generator) -> Iterator[dict[str, Any]]:
        constants = {item.name for item in model.graph.initializer}
        for _ in range(_IMAGES):
            yield {
                item.name: generator.standard_normal(
                    [size.dim_value for size in item.type.tensor_type.shape.dim]
                ).astype(np.float32)
                for item in model.graph.input
                if item.name not in constants
            }
