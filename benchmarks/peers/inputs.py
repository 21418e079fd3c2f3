"""Makes synthetic inputs for a model from its signature, the same ones for every engine."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx

from aoe.application.model.inputs import synthetic_arrays
from aoe.element_types import ITEM_BYTES
from aoe.runtime.plan import TensorInfo


def synthetic_feed(model: Path) -> dict[str, np.ndarray]:
    """Returns seeded arrays by input name, in the model's order.

    Raises:
        SystemExit: An input is not a tensor of numbers with a static shape.
    """
    graph = onnx.load(model, load_external_data=False).graph
    constants = {item.name for item in graph.initializer}
    wanted = [_tensor(item, model) for item in graph.input if item.name not in constants]
    return synthetic_arrays(wanted, seed=0)


def _tensor(value: onnx.ValueInfoProto, model: Path) -> TensorInfo:
    tensor = value.type.tensor_type
    shape = tuple(item.dim_value for item in tensor.shape.dim)
    dtype = onnx.helper.tensor_dtype_to_np_dtype(tensor.elem_type).name
    if any(extent <= 0 for extent in shape) or dtype not in ITEM_BYTES:
        raise SystemExit(f"{model}: input {value.name} needs a static shape and numbers in it")
    return TensorInfo(value.name, dtype, shape)
