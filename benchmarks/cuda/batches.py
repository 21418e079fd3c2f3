"""The same ONNX model for several images or texts at once.

The suite's models have one image or text, and shapes of that: constants of reshapes, a class token,
indices. `with_batch` changes the inputs' first dimension and what follows from it.
"""

from __future__ import annotations

import numpy as np
import onnx
from onnx import helper, numpy_helper, shape_inference


class BatchError(ValueError):
    """A node takes one image or text only, or it is not known how to give it several."""


def with_batch(model: onnx.ModelProto, batch: int) -> onnx.ModelProto:
    """A copy of a model whose inputs have one image or text, with `batch` of them.

    Raises:
        BatchError: It is not known how to change a node.
    """
    changed = onnx.ModelProto()
    changed.CopyFrom(model)
    _Batched(changed, batch).change()
    return changed


class _Batched:
    def __init__(self, model: onnx.ModelProto, batch: int) -> None:
        self.graph, self.batch = model.graph, batch
        self.constants = {item.name: item for item in self.graph.initializer}
        self.inputs = [item for item in self.graph.input if item.name not in self.constants]
        inferred = shape_inference.infer_shapes(_without_weights(model), data_prop=True).graph
        values = (*inferred.value_info, *inferred.output, *self.inputs)
        self.shapes = {
            item.name: [dim.dim_value for dim in item.type.tensor_type.shape.dim] for item in values
        }
        self.batched = {item.name for item in self.inputs}

    def change(self) -> None:
        """Changes the model."""
        for item in self.inputs:
            first = item.type.tensor_type.shape.dim[0]
            if first.dim_value != 1:
                raise BatchError(f"input {item.name} has {first.dim_value} images, not one")
        for node in self.graph.node:
            if self.batched.intersection(node.input):
                change = getattr(self, f"_change_{node.op_type.lower()}", None)
                if change is not None:
                    change(node)
                self.batched.update(node.output)
        used = {name for node in self.graph.node for name in node.input}
        kept = [item for item in self.graph.initializer if item.name in used]
        del self.graph.initializer[:], self.graph.value_info[:]
        self.graph.initializer.extend(kept)
        for item in (*self.inputs, *self.graph.output):
            if item.name in self.batched:
                first = item.type.tensor_type.shape.dim[0]
                first.dim_value = self.batch * max(first.dim_value, 1)

    def constant(self, name: str, array: np.ndarray) -> str:
        """A new constant."""
        made = numpy_helper.from_array(np.ascontiguousarray(array), f"{name}_batch{self.batch}")
        if made.name not in self.constants:
            self.constants[made.name] = made
            self.graph.initializer.append(made)
        return str(made.name)

    def value(self, name: str) -> np.ndarray:
        """A constant."""
        if name not in self.constants:
            raise BatchError(f"{name} is computed, and a batch changes it")
        return numpy_helper.to_array(self.constants[name])

    def _change_reshape(self, node: onnx.NodeProto) -> None:
        first = self.shapes[node.output[0]][0]
        shape = self.value(node.input[1]).copy()
        if shape[0] > 0:
            shape[0] = first * self.batch
        if (shape == -1).any() and shape[0] == first * self.batch:
            shape = np.array([first * self.batch, *self.shapes[node.output[0]][1:]], np.int64)
        node.input[1] = self.constant(node.output[0], shape)

    def _change_concat(self, node: onnx.NodeProto) -> None:
        axis = next(item.i for item in node.attribute if item.name == "axis")
        if axis == 0:
            raise BatchError(f"Concat {node.output[0]} joins images")
        for number, name in enumerate(node.input):
            if name not in self.batched:
                one = self.value(name)
                node.input[number] = self.constant(name, np.repeat(one, self.batch, axis=0))

    def _change_gathernd(self, node: onnx.NodeProto) -> None:
        data, indices = node.input
        places = self.value(indices)
        if data not in self.batched or places.shape[0] != 1 or places[..., 0].any():
            raise BatchError(f"GatherND {node.output[0]} does not read the first image")
        several = np.repeat(places, self.batch, axis=0)
        several[..., 0] += np.arange(self.batch).reshape(-1, *[1] * (several.ndim - 2))
        node.input[1] = self.constant(indices, several)

    def _change_transpose(self, node: onnx.NodeProto) -> None:
        permutation = [list(item.ints) for item in node.attribute if item.name == "perm"]
        if permutation[0][0] != 0:
            raise BatchError(f"Transpose {node.output[0]} moves the images")


def _without_weights(model: onnx.ModelProto) -> onnx.ModelProto:
    """A copy for the inference of shapes, with small constants only; the others are inputs."""
    kept = onnx.ModelProto()
    kept.CopyFrom(model)
    graph = kept.graph
    named = {item.name for item in graph.input}
    for item in [item for item in graph.initializer if np.prod(item.dims) > 64]:
        if item.name not in named:
            graph.input.append(
                helper.make_tensor_value_info(item.name, item.data_type, list(item.dims))
            )
        graph.initializer.remove(item)
    return kept
