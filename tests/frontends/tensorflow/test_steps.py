"""Training steps against what TensorFlow computes: `make_steps.py` wrote them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import numpy as np
import pytest

import aoe
from aoe.errors import UnsupportedModelError
from aoe.frontends.tensorflow.step import StepGraph, TensorKind, read_step
from tests.frontends.tensorflow.graphs import graph, node, placeholder
from tests.frontends.tensorflow.stored_cases import stored_cases

CASES = stored_cases(Path(__file__).with_name("steps.npz"))


def _numbered(parts: Mapping[str, np.ndarray], kind: str) -> list[np.ndarray]:
    count = sum(key.rstrip("0123456789") == kind for key in parts)
    return [parts[f"{kind}{number}"] for number in range(count)]


def _kind(array: np.ndarray) -> TensorKind:
    return TensorKind(array.dtype, array.shape)


def _step_graph(name: str, parts: Mapping[str, np.ndarray]) -> StepGraph:
    captured = dict(str(text).split("=") for text in parts["handles"])
    inputs = _numbered(parts, "in")
    arguments = zip(map(str, parts["arguments"]), map(_kind, inputs), strict=True)
    first = _numbered(parts, "first")
    return StepGraph(
        name=name,
        graph=parts["graph"].tobytes(),
        arguments=tuple(arguments),
        variables={f"v{number}": _kind(array) for number, array in enumerate(first)},
        results=tuple(map(str, parts["results"])),
        effects=tuple(map(str, parts["effects"])),
        handles={key: f"v{value}" for key, value in captured.items() if value.isdigit()},
        constants={key: parts[value] for key, value in captured.items() if not value.isdigit()},
    )


@pytest.mark.parametrize("name", sorted(CASES))
def test_results_and_variables_are_those_of_tensorflow(name: str) -> None:
    parts = CASES[name]
    step = read_step(_step_graph(name, parts))
    given = {f"x{number}": array for number, array in enumerate(_numbered(parts, "in"))}
    given |= {f"v{number}": array for number, array in enumerate(_numbered(parts, "first"))}
    needed = {str(value.name) for value in step.model.graph.inputs}
    names = [str(value.name) for value in step.model.graph.outputs]
    with aoe.compile(step.model, device="reference") as session:
        feed = {key: value for key, value in given.items() if key in needed}
        known = dict(zip(names, session.run(None, feed), strict=True))
    found = [known[item] if isinstance(item, str) else item for item in step.outputs]
    found += [
        known[output] if (output := step.variables.get(f"v{number}")) else array
        for number, array in enumerate(_numbered(parts, "first"))
    ]
    wanted = [*_numbered(parts, "out"), *_numbered(parts, "last")]
    for array, right in zip(found, wanted, strict=True):
        assert (array.dtype, array.shape) == (right.dtype, right.shape)
        np.testing.assert_allclose(array, right, rtol=2e-5, atol=1e-5)


def test_nodes_that_are_not_read_are_listed() -> None:
    nodes = [placeholder("x", 3), node("Spin", "one", "x"), node("Turn", "two", "x")]
    source = StepGraph(
        "step",
        graph(*nodes).SerializeToString(),
        (("x", TensorKind(np.dtype(np.float32), (3,))),),
        {},
        ("one:0", "two:0"),
    )
    wanted = r"step because of these 2: Spin \(one: .*; compute it outside .*\); Turn \(two: "
    with pytest.raises(UnsupportedModelError, match=wanted):
        read_step(source)
