"""Random models of one node at any operator set, and what they must give.

The oracle is ONNX Runtime at the model's own operator set. It refuses some operators before set 7;
there a case brings NumPy code of what ONNX's text says, or names a later set with the same text.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

import numpy as np
import onnx
import onnxruntime
from onnx import helper, numpy_helper

Arrays: TypeAlias = Mapping[str, np.ndarray]
Specification: TypeAlias = Callable[..., Any]

#: The IR version of the models. Initializers need not be inputs since 4.
_IR_VERSION = 8


@dataclass(frozen=True, slots=True)
class Case:
    """One node with its inputs.

    Attributes:
        op_type: The operator.
        inputs: The inputs in order; None for an absent one.
        attributes: The attributes.
        constants: Positions of inputs that are constants of the model.
        outputs: How many outputs the node has.
        domain: The domain of the operator.
        specification: The outputs by the inputs that are present, where the runtime refuses the
            operator.
        read: How many of the inputs the node itself reads, by default all. Graphs inside it read
            the others.
        later: An operator set of the same meaning, and attributes that it lacks, to ask instead.
    """

    op_type: str
    inputs: Sequence[np.ndarray | None]
    attributes: Mapping[str, Any] = field(default_factory=dict)
    constants: Sequence[int] = ()
    outputs: int = 1
    domain: str = ""
    specification: Specification | None = None
    read: int | None = None
    later: tuple[int, tuple[str, ...]] | None = None

    def model(self, opset: int) -> onnx.ModelProto:
        """The model at an operator set."""
        names = ["" if value is None else f"i{n}" for n, value in enumerate(self.inputs)]
        results = [f"o{n}" for n in range(self.outputs)]
        node = helper.make_node(
            self.op_type,
            names[: self.read],
            results,
            name="node",
            domain=self.domain,
            **self.attributes,
        )
        given = {
            name: value for name, value in zip(names, self.inputs, strict=True) if value is not None
        }
        fixed = {f"i{n}" for n in self.constants}
        graph = helper.make_graph(
            [node],
            "audit",
            [
                helper.make_tensor_value_info(
                    name, helper.np_dtype_to_tensor_dtype(value.dtype), value.shape
                )
                for name, value in given.items()
                if name not in fixed
            ],
            [helper.make_empty_tensor_value_info(name) for name in results],
            [numpy_helper.from_array(given[name], name) for name in sorted(fixed)],
        )
        imports = [helper.make_opsetid("", opset)]
        return helper.make_model(graph, opset_imports=imports, ir_version=_IR_VERSION)

    def feed(self) -> dict[str, np.ndarray]:
        """The inputs that are not constant, by name."""
        return {
            f"i{n}": value
            for n, value in enumerate(self.inputs)
            if value is not None and n not in self.constants
        }


def by_runtime(model: onnx.ModelProto, feed: Arrays) -> list[np.ndarray] | None:
    """What ONNX Runtime computes without optimisations; None if it refuses the model."""
    options = onnxruntime.SessionOptions()
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
    options.intra_op_num_threads = 1
    options.log_severity_level = 4
    try:
        session = onnxruntime.InferenceSession(
            model.SerializeToString(), options, providers=["CPUExecutionProvider"]
        )
        return [np.asarray(item) for item in session.run(None, dict(feed))]
    except Exception:  # its exceptions have no common type
        return None


def expected(case: Case, opset: int) -> tuple[list[np.ndarray] | None, str]:
    """What a case must give, and who says so; None if nobody does."""
    found = by_runtime(case.model(opset), case.feed())
    if found is not None:
        return found, "ONNX Runtime"
    if case.later is not None:
        later, dropped = case.later
        kept = {name: value for name, value in case.attributes.items() if name not in dropped}
        same = replace(case, attributes=kept)
        return by_runtime(same.model(later), case.feed()), "specification"
    if case.specification is None:
        return None, ""
    given = [value for value in case.inputs if value is not None]
    results = case.specification(*given)
    several = isinstance(results, list)
    return [np.asarray(item) for item in (results if several else [results])], "specification"


def floats(random: np.random.Generator, *shape: int) -> np.ndarray:
    """Random float32 numbers."""
    return random.standard_normal(shape).astype(np.float32)


def integers(random: np.random.Generator, low: int, high: int, count: int) -> list[int]:
    """Random integers from `low` to `high`, the ends included."""
    return [int(number) for number in random.integers(low, high + 1, count)]


def shape(random: np.random.Generator, least: int = 1, most: int = 4) -> tuple[int, ...]:
    """A random shape of `least` to `most` dimensions, none of them empty."""
    return tuple(integers(random, 1, 5, int(random.integers(least, most + 1))))


def pick(random: np.random.Generator, *choices: Any) -> Any:
    """One of the choices."""
    return choices[int(random.integers(len(choices)))]
