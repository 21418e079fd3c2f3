"""Models by what their programs are found by in the compile cache (`program_cache.py`), so that one
whose program is there need not be read.

`program_group.py` compiles them.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
import onnx_ir

from aoe.frontends.custom_operators.custom_operator import model_nodes, operators, used_by
from aoe.frontends.stored_model import stored_model


@dataclass(frozen=True, slots=True)
class KnownModel:
    """A model of fixed shapes whose content is known by a digest.

    Attributes:
        digest: See `model_digest`.
        shapes: The shapes of its inputs, by name.
        read: Reads the model.
    """

    digest: str
    shapes: Mapping[str, tuple[int, ...]]
    read: Callable[[], onnx_ir.Model]


def known_model(model: onnx_ir.Model) -> KnownModel:
    """A model of fixed shapes with its digest."""
    return KnownModel(model_digest(model), _shapes(model), lambda: model)


def model_digest(model: onnx_ir.Model) -> str:
    """The SHA-256 of a model with its constants, and of the bodies of custom operators that it
    uses, in hexadecimal.
    """
    data, weights = stored_model(model)
    digest = hashlib.sha256(data)
    for name, array in weights.items():
        digest.update(f"{name} {array.dtype} {array.shape}".encode())
        digest.update(array.reshape(-1).view(np.uint8).data)
    used = used_by(model_nodes(model), operators(), model.functions)
    for key in sorted(used):
        digest.update(used[key].body.SerializeToString(deterministic=True))
    return digest.hexdigest()


def _shapes(model: onnx_ir.Model) -> dict[str, tuple[int, ...]]:
    return {
        str(value.name): tuple(int(size) for size in value.shape.numpy())
        for value in model.graph.inputs
        if value.shape is not None
    }
