"""The operators that are compared are sound models; rows say who was faster and sooner."""

from collections.abc import Callable

import onnx
import pytest

from benchmarks.peers.engine import FLOAT32
from benchmarks.peers.results import Comparison, Result
from benchmarks.search.against_tvm import OPERATORS, row_of
from benchmarks.timing import Timing


@pytest.mark.parametrize("build", OPERATORS.values(), ids=OPERATORS.keys())
def test_an_operator_is_a_model_of_one_node(build: Callable[[], onnx.ModelProto]) -> None:
    model = build()
    onnx.checker.check_model(model, full_check=True)
    assert len(model.graph.node) == 1
    assert model.graph.output[0].type.tensor_type.HasField("shape")


def test_a_row_has_both_times_and_both_costs() -> None:
    results = [
        Result(name, FLOAT32, "1", (Timing(9, time, time, 0.0),), 0.0, seconds)
        for name, time, seconds in (("open-aoe tuned", 1e-3, 12.0), ("TVM", 3e-3, 120.0))
    ]
    row = row_of(Comparison("conv", 2, {}, results, []))
    assert row["speed"] == pytest.approx(3.0)
    assert row["share of s"] == pytest.approx(0.1)


def test_a_row_without_tvm_has_gaps() -> None:
    result = Result("open-aoe tuned", FLOAT32, "1", (Timing(9, 1e-3, 1e-3, 0.0),), 0.0, 12.0)
    row = row_of(Comparison("conv", 2, {}, [result], []))
    assert (row["TVM µs"], row["speed"], row["share of s"]) == (None, None, None)
