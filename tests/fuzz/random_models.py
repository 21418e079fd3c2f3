"""Random models of a few nodes, whose interactions the rewriting of graphs has to get right.

A model begins with an image or a matrix. Each node reads a value that is there, mostly the last
one, so chains arise that rules look for: padding, normalisation and activations around
convolutions, moves of data, quantised pairs, conversions. `compare` runs them beside ONNX Runtime.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import prod
from typing import Any

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

Random = np.random.Generator
Shape = tuple[int, ...]

_IR_VERSION = 8
_OPSETS = (13, 16, 17, 18, 19, 20, 21)
#: Numbers beyond this are left alone: what follows them would overflow.
_LARGEST_RESULT = 4096


@dataclass(slots=True)
class RandomModel:
    """A model that grows.

    Attributes:
        random: The source of all choices.
        opset: The operator set.
        inputs: The inputs by name.
        nodes: The nodes so far.
        constants: The constants by name.
        values: Names, element types and shapes of the values that nodes may read.
    """

    random: Random
    opset: int
    inputs: dict[str, np.ndarray] = field(default_factory=dict)
    nodes: list[onnx.NodeProto] = field(default_factory=list)
    constants: dict[str, np.ndarray] = field(default_factory=dict)
    values: list[tuple[str, np.dtype, Shape]] = field(default_factory=list)

    def constant(self, array: Any) -> str:
        """The name of a new constant."""
        name = f"c{len(self.constants)}"
        self.constants[name] = np.asarray(array)
        return name

    def floats(self, *shape: int, like: np.dtype | None = None) -> str:
        """The name of a constant of random numbers."""
        numbers = self.random.standard_normal(shape)
        return self.constant(numbers.astype(like or np.float32))

    def add(self, op_type: str, *inputs: str, **attributes: Any) -> str:
        """The name of the result of a new node."""
        name = f"v{len(self.nodes)}"
        self.nodes.append(helper.make_node(op_type, inputs, [name], name, **attributes))
        return name

    def pick(self, *choices: Any) -> Any:
        """One of the choices."""
        return choices[int(self.random.integers(len(choices)))]

    def several(self, low: int, high: int, count: int) -> list[int]:
        """Random integers, the ends included."""
        return [int(number) for number in self.random.integers(low, high + 1, count)]

    def proto(self, outputs: Sequence[str]) -> onnx.ModelProto:
        """The model with these outputs."""
        graph = helper.make_graph(
            self.nodes,
            "random",
            [
                helper.make_tensor_value_info(
                    name, helper.np_dtype_to_tensor_dtype(array.dtype), array.shape
                )
                for name, array in self.inputs.items()
            ],
            [helper.make_empty_tensor_value_info(name) for name in outputs],
            [numpy_helper.from_array(array, name) for name, array in self.constants.items()],
        )
        imports = [helper.make_opsetid("", self.opset)]
        return helper.make_model(graph, opset_imports=imports, ir_version=_IR_VERSION)

    def typed(self, name: str) -> tuple[str, np.dtype, Shape] | None:
        """A result with its type and shape; None where onnx does not infer them."""
        inferred = onnx.shape_inference.infer_shapes(self.proto([name]))
        tensor = inferred.graph.output[0].type.tensor_type
        if not tensor.elem_type or not tensor.HasField("shape"):
            return None
        sizes = tensor.shape.dim
        if not all(size.HasField("dim_value") for size in sizes):
            return None
        shape = tuple(size.dim_value for size in sizes)
        return name, helper.tensor_dtype_to_np_dtype(tensor.elem_type), shape


#: Adds nodes that read a value of a type and shape. Returns the result; None if it does not fit.
Step = Callable[[RandomModel, str, np.dtype, Shape], str | None]


def _windows(model: RandomModel, rank: int, kernel: list[int]) -> dict[str, Any]:
    attributes: dict[str, Any] = {"strides": model.several(1, 3, rank)}
    mode = model.pick("NOTSET", "NOTSET", "SAME_UPPER", "SAME_LOWER", "VALID")
    if mode != "NOTSET":
        return attributes | {"auto_pad": mode}
    return attributes | {"pads": [int(model.random.integers(n)) for n in kernel + kernel]}


def _conv(model: RandomModel, x: str, dtype: np.dtype, shape: Shape) -> str | None:
    if len(shape) not in (3, 4, 5) or dtype != np.float32:
        return None
    rank, group = len(shape) - 2, model.pick(1, 1, 1, shape[1])
    kernel = model.several(1, 3, rank)
    attributes = _windows(model, rank, kernel) | {"group": group}
    if "pads" in attributes:
        attributes["dilations"] = model.several(1, 2, rank)
    if model.random.random() < 0.25:
        filters = model.floats(shape[1], model.pick(1, 2), *kernel)
        out = model.constants[filters].shape[1] * group
        attributes["strides"] = model.several(1, 2, rank)
        bias = [model.floats(out)] if model.random.random() < 0.5 else []
        return model.add("ConvTranspose", x, filters, *bias, **attributes)
    out = group * model.pick(1, 2, 3)
    filters = model.floats(out, shape[1] // group, *kernel)
    bias = [model.floats(out)] if model.random.random() < 0.5 else []
    return model.add("Conv", x, filters, *bias, **attributes)


def _pool(model: RandomModel, x: str, dtype: np.dtype, shape: Shape) -> str | None:
    if len(shape) not in (3, 4) or dtype != np.float32:
        return None
    op_type = model.pick("MaxPool", "AveragePool", "GlobalAveragePool", "GlobalMaxPool")
    if op_type.startswith("Global"):
        return model.add(op_type, x)
    kernel = model.several(1, 3, len(shape) - 2)
    attributes = _windows(model, len(kernel), kernel) | {"kernel_shape": kernel}
    if "pads" in attributes:
        attributes["ceil_mode"] = model.pick(0, 1)
    else:
        pairs = zip(attributes["strides"], kernel, strict=True)
        attributes["strides"] = [min(stride, size) for stride, size in pairs]
    if op_type == "AveragePool":
        attributes["count_include_pad"] = model.pick(0, 1)
    return model.add(op_type, x, **attributes)


def _batch_norm(model: RandomModel, x: str, dtype: np.dtype, shape: Shape) -> str | None:
    if len(shape) < 2 or dtype != np.float32:
        return None
    scale, bias, mean = (model.floats(shape[1]) for _ in range(3))
    variance = model.constant(np.abs(model.constants[model.floats(shape[1])]) + np.float32(0.3))
    return model.add("BatchNormalization", x, scale, bias, mean, variance, epsilon=1e-3)


def _activation(model: RandomModel, x: str, dtype: np.dtype, shape: Shape) -> str | None:
    if dtype.kind != "f":
        return None
    name = model.pick(
        *("Relu", "Relu", "LeakyRelu", "Sigmoid", "Tanh", "HardSigmoid", "Elu", "Neg", "Abs"),
        *("HardSwish", "Floor", "Softplus", "Erf", "Sign", "Clip", "Clip", "PRelu", "Identity"),
    )
    if name == "Clip":
        low, high = sorted(model.random.standard_normal(2) * 3)
        if model.random.random() < 0.1:
            low, high = high, low
        ends = [
            model.constant(np.asarray(end, dtype)) if model.random.random() < 0.75 else ""
            for end in (low, high)
        ]
        return model.add("Clip", x, *ends)
    if name == "PRelu":
        return model.add("PRelu", x, model.floats(shape[-1] if shape else 1, like=dtype))
    if name in ("Erf", "Softplus", "HardSwish") and dtype != np.float32:
        name = "Relu"
    return model.add(name, x)


def _arithmetic(model: RandomModel, x: str, dtype: np.dtype, shape: Shape) -> str | None:
    if dtype.kind != "f":
        return None
    op_type = model.pick("Add", "Sub", "Mul", "Div", "Max", "Min")
    same = [name for name, kind, size in model.values if (kind, size) == (dtype, shape)]
    if model.random.random() < 0.3:
        other = model.pick(*same)
    else:
        sizes = [1 if model.random.random() < 0.5 else size for size in shape]
        other = model.floats(*sizes[int(model.random.integers(len(shape) + 1)) :], like=dtype)
    if op_type == "Div":
        shifted = model.add("Abs", other)
        other = model.add("Add", shifted, model.constant(np.asarray(0.5, dtype)))
    pair = (x, other) if model.random.random() < 0.7 or op_type == "Div" else (other, x)
    return model.add(op_type, *pair)


def _pad(model: RandomModel, x: str, dtype: np.dtype, shape: Shape) -> str | None:
    if not shape or dtype not in (np.float32, np.uint8):
        return None
    amounts = [int(model.random.integers(-1, 3)) if n > 2 else 0 for n in shape + shape]
    if len(shape) > 2 and model.random.random() < 0.7:
        rank = len(shape)
        amounts[0] = amounts[1] = amounts[rank] = amounts[rank + 1] = 0
    mode = model.pick("constant", "constant", "constant", "edge", "reflect")
    if mode != "constant":
        amounts = [max(amount, 0) for amount in amounts]
    number = model.pick(0, 0, 1, 3)
    fill = [model.constant(np.asarray(number, dtype))] if mode == "constant" else []
    return model.add("Pad", x, model.constant(np.asarray(amounts, np.int64)), *fill, mode=mode)


def _move(model: RandomModel, x: str, dtype: np.dtype, shape: Shape) -> str | None:
    rank = len(shape)
    if not rank:
        return None
    kind = model.pick("Transpose", "Reshape", "Slice", "Concat", "Unsqueeze", "Flatten", "Gather")
    axis = int(model.random.integers(rank))
    if kind == "Transpose":
        return model.add("Transpose", x, perm=[int(n) for n in model.random.permutation(rank)])
    if kind == "Reshape":
        at = int(model.random.integers(rank))
        merged = (*shape[:at], prod(shape[at : at + 2]), *shape[at + 2 :])
        split = (*shape[:at], 2, shape[at] // 2, *shape[at + 1 :])
        sizes = split if shape[at] % 2 == 0 and rank < 5 and model.pick(0, 1) else merged
        return model.add("Reshape", x, model.constant(np.asarray(sizes, np.int64)))
    if kind == "Slice":
        start, end = sorted(model.several(-shape[axis], shape[axis], 2))
        step = model.pick(1, 1, 2, -1)
        if step < 0:
            start, end = end, start
        numbers = ([start], [end], [axis - model.pick(0, rank)], [step])
        return model.add("Slice", x, *(model.constant(np.asarray(n, np.int64)) for n in numbers))
    if kind == "Concat":
        fits = [
            name
            for name, element, size in model.values
            if element == dtype
            and len(size) == rank
            and all(a == b for n, (a, b) in enumerate(zip(size, shape, strict=True)) if n != axis)
        ]
        return model.add(
            "Concat", x, *(model.pick(*fits) for _ in range(model.pick(1, 2))), axis=axis
        )
    if kind == "Unsqueeze":
        return None if rank > 4 else model.add("Unsqueeze", x, model.constant(np.asarray([axis])))
    if kind == "Flatten":
        return model.add("Flatten", x, axis=axis)
    places = model.several(-shape[axis], shape[axis] - 1, model.pick(1, 3))
    return model.add("Gather", x, model.constant(np.asarray(places)), axis=axis)


def _product(model: RandomModel, x: str, dtype: np.dtype, shape: Shape) -> str | None:
    if len(shape) < 2 or dtype != np.float32:
        return None
    columns = model.pick(1, 3, 4)
    if len(shape) == 2 and model.random.random() < 0.5:
        transposed, first = model.pick(0, 1), model.pick(0, 1)
        inner = shape[0] if first else shape[1]
        b = model.floats(*((columns, inner) if transposed else (inner, columns)))
        c = [model.floats(columns)] if model.pick(0, 1) else []
        scales = {"alpha": model.pick(1.0, 0.5), "beta": model.pick(1.0, 2.0)}
        return model.add("Gemm", x, b, *c, transB=transposed, transA=first, **scales)
    return model.add("MatMul", x, model.floats(shape[-1], columns))


def _reduction(model: RandomModel, x: str, dtype: np.dtype, shape: Shape) -> str | None:
    if not shape or dtype != np.float32:
        return None
    axis = int(model.random.integers(len(shape)))
    kind = model.pick("ReduceMean", "ReduceSum", "ReduceMax", "ReduceL2", "Softmax", "LogSoftmax")
    if "Softmax" in kind:
        return model.add(kind, x, axis=axis)
    keep = {"keepdims": model.pick(0, 1)}
    if model.opset >= 18 or kind == "ReduceSum":
        return model.add(kind, x, model.constant(np.asarray([axis])), **keep)
    return model.add(kind, x, axes=[axis], **keep)


def _quantize(model: RandomModel, x: str, dtype: np.dtype, shape: Shape) -> str | None:
    scale = model.constant(np.asarray(model.pick(0.05, 0.1, 0.5), np.float32))
    if dtype == np.float32:
        zero = model.constant(np.asarray(model.pick(0, 3, 128), np.uint8))
        made = model.add("QuantizeLinear", x, scale, zero)
        return made if model.pick(0, 1) else model.add("DequantizeLinear", made, scale, zero)
    if dtype != np.uint8:
        return None
    zero = model.constant(np.asarray(model.pick(0, 3, 128), np.uint8))
    if len(shape) not in (3, 4) or model.random.random() < 0.3:
        return model.add("DequantizeLinear", x, scale, zero)
    kernel = model.several(1, 3, len(shape) - 2)
    weights = model.random.integers(-90, 90, (model.pick(1, 3), shape[1], *kernel))
    filters = model.constant(weights.astype(np.int8))
    attributes = _windows(model, len(kernel), kernel)
    if model.pick(0, 1):
        made = model.add("ConvInteger", x, filters, zero, **attributes)
        return model.add("Cast", made, to=TensorProto.FLOAT)
    none = model.constant(np.asarray(0, np.int8))
    far = model.constant(np.asarray(2.0, np.float32))
    return model.add("QLinearConv", x, scale, zero, filters, scale, none, far, zero, **attributes)


def _cast(model: RandomModel, x: str, dtype: np.dtype, shape: Shape) -> str | None:
    if dtype.kind != "f":
        return model.add("Cast", x, to=TensorProto.FLOAT)
    kinds = (TensorProto.FLOAT16, TensorProto.DOUBLE, TensorProto.FLOAT, TensorProto.INT32)
    return model.add("Cast", x, to=model.pick(*kinds))


_STEPS: tuple[Step, ...] = (
    *(_conv,) * 3,
    *(_activation,) * 4,
    *(_arithmetic,) * 3,
    *(_pad,) * 2,
    *(_move,) * 4,
    _pool,
    _batch_norm,
    _product,
    _reduction,
    _quantize,
    _quantize,
    _cast,
)


def random_model(seed: int) -> tuple[onnx.ModelProto, dict[str, np.ndarray]]:
    """A model of three to eight steps, and inputs for it."""
    random = np.random.default_rng(seed)
    model = RandomModel(random, int(random.choice(_OPSETS)))
    rank = model.pick(2, 3, 4, 4, 4, 5)
    shape = (model.pick(1, 2), model.pick(1, 2, 3, 4), *model.several(3, 7, rank - 2))
    model.inputs["x"] = random.standard_normal(shape).astype(np.float32)
    model.values.append(("x", np.dtype(np.float32), shape))
    steps, wanted = 0, int(random.integers(3, 9))
    for _ in range(40):
        if steps == wanted:
            break
        name, dtype, sizes = model.values[
            -1 if random.random() < 0.8 else model.several(0, len(model.values) - 1, 1)[0]
        ]
        nodes = len(model.nodes)
        made = model.pick(*_STEPS)(model, name, dtype, sizes)
        result = None if made is None else model.typed(made)
        if result is None or not 0 < prod(result[2]) <= _LARGEST_RESULT:
            del model.nodes[nodes:]
            continue
        model.values.append(result)
        steps += 1
    read = {name for node in model.nodes for name in node.input}
    ends = [name for name, _, _ in model.values[1:] if name not in read]
    proto = model.proto(ends or [model.values[-1][0]])
    return proto, model.inputs
