"""The node tests, and which of them are out of scope.

`exclusions.json` gives reasons for what is out: by element type of an input or output, by domain or
operator of a node, or by test (`fnmatch` patterns).
"""

from __future__ import annotations

import json
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache, partial
from pathlib import Path
from typing import Any
from unittest.mock import patch

import numpy as np
import onnx
from onnx.backend.test.case import base
from onnx.backend.test.loader import load_model_tests
from onnx.backend.test.runner import Runner
from onnx.reference.ops import op_pool_common

from tests.conformance.backend import CompilerBackend

_FOLDER = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class NodeTest:
    """A model, pairs of inputs and the outputs they must give, and the error allowed."""

    name: str
    model: onnx.ModelProto
    data: tuple[tuple[list[Any], list[Any]], ...]
    rtol: float
    atol: float


@cache
def node_tests() -> Mapping[str, NodeTest]:
    """All node tests by name. The texts of ONNX's documentation that are made with them are left
    out, which takes a fifth of the time, and NumPy pools the three images that take over a half.
    """
    with (
        warnings.catch_warnings(),
        patch.object(base, "process_snippet", lambda *_: ("", "")),
        patch.object(op_pool_common, "pool", partial(_pool, op_pool_common.pool)),
    ):
        warnings.simplefilter("ignore")  # NumPy's, about what the cases are about
        cases = load_model_tests(kind="node")
    found = {}
    for case in cases:
        assert case.model is not None
        assert case.data_sets is not None
        data = tuple((_arrays(inputs), _arrays(outputs)) for inputs, outputs in case.data_sets)
        found[case.name] = NodeTest(case.name, case.model, data, case.rtol, case.atol)
    return found


@cache
def exclusions() -> tuple[Mapping[str, Any], ...]:
    """What is out of scope, each with its reason. With `computed` the values differ from those
    expected; everything else is refused.
    """
    return tuple(json.loads((_FOLDER / "exclusions.json").read_text()))


def excluded(case: NodeTest) -> str:
    """Why a test is out of scope; empty if it is not."""
    return next((str(rule["reason"]) for rule in exclusions() if excludes(rule, case)), "")


def excludes(rule: Mapping[str, Any], case: NodeTest) -> bool:
    """Whether one rule of the exclusions holds for a test."""
    nodes = list(_nodes(case.model.graph))
    found = {
        "types": {_type_name(value) for value in _values(case.model.graph)},
        "domains": {node.domain for node in nodes},
        "operators": {node.op_type for node in nodes},
    }
    if any(found[kind] & set(rule.get(kind, ())) for kind in found):
        return True
    return any(fnmatchcase(case.name, pattern) for pattern in rule.get("tests", ()))


def run_node_test(case: NodeTest, backend: str = "cpu") -> frozenset[str]:
    """Compiles and runs the test's model and compares with what the test expects. Returns the names
    of the inputs whose values were compiled for.
    """
    prepared = CompilerBackend.prepare(case.model, backend=backend)
    for inputs, expected in case.data:
        outputs = prepared.run(inputs)
        Runner.assert_similar_outputs(expected, outputs, rtol=case.rtol, atol=case.atol)
    return prepared.by_value


def operator_of(case: NodeTest) -> str:
    """The operator a test is about; its expansion into other operators counts as the same."""
    original = node_tests().get(case.name.split("_expanded")[0], case)
    types = [node.op_type for node in original.model.graph.node]
    return str(next((name for name in types if name != "Constant"), types[0]))


def _pool(
    pool: Callable[..., np.ndarray],
    image: np.ndarray,
    shape: Sequence[int],
    kernel: Sequence[int],
    strides: Sequence[int],
    output: Sequence[int],
    kind: str,
    *others: Any,
    **named: Any,
) -> np.ndarray:
    """What ONNX's `pool` gives, which takes windows one by one. All of three dimensions that tests
    pool without padding are taken at once.
    """
    plain = not others and named.keys() <= {"p"} and set(strides) == {1}
    if not plain or len(shape) != 5 or image.shape != tuple(shape):
        return pool(image, shape, kernel, strides, output, kind, *others, **named)
    windows = np.lib.stride_tricks.sliding_window_view(image, tuple(kernel), (2, 3, 4))
    windows = windows.reshape(*shape[:2], *output, -1)
    if kind == "LPPOOL":
        return np.asarray(np.sum(np.abs(windows) ** named["p"], axis=-1) ** (1.0 / named["p"]))
    return np.asarray(windows.mean(axis=-1) if kind == "AVG" else windows.max(axis=-1))


def _arrays(items: Iterable[Any]) -> list[Any]:
    """Some cases hold messages, or NumPy's scalars, where others hold arrays."""

    def array(item: Any) -> Any:
        if isinstance(item, onnx.TensorProto):
            return onnx.numpy_helper.to_array(item)
        return np.asarray(item) if isinstance(item, np.generic) else item

    return [array(item) for item in items]


def _nodes(graph: onnx.GraphProto) -> Iterator[onnx.NodeProto]:
    for node in graph.node:
        yield node
        for attribute in node.attribute:
            for inner in (attribute.g, *attribute.graphs):
                yield from _nodes(inner)


def _values(graph: onnx.GraphProto) -> Iterator[onnx.ValueInfoProto]:
    yield from graph.input
    yield from graph.output


def _type_name(value: onnx.ValueInfoProto) -> str:
    kind = value.type.WhichOneof("value")
    if kind != "tensor_type":
        return str(kind)
    return str(onnx.TensorProto.DataType.Name(value.type.tensor_type.elem_type))
