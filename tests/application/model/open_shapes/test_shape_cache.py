"""Models with open shapes: any legal shape is compiled for when it first comes."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import onnx
import pytest

from aoe.application.model.open_shapes.open_file import opened
from aoe.application.model.open_shapes.shape_cache import ShapeCache
from aoe.application.model.open_shapes.specialization import Specialized, Specializer
from aoe.application.model.request.cache_request import CacheRequest
from aoe.application.model.request.compile_request import CompileRequest
from aoe.application.model.session import InferenceSession
from aoe.application.model.source import read_model
from aoe.backends.registry import DEFAULT
from aoe.errors import AoeError, ModelError, UsageError
from aoe.frontends.frontend import ModelOrigin
from aoe.settings import read_settings
from tests.graph.models import model, weights

#: A product with constant weights; its second input says what becomes of the result.
RESHAPED = model(
    """(float[rows,8] x, int64[2] s) => (float[a,b] y) {
        product = MatMul(x, w)
        y = Reshape(product, s)
    }""",
    w=weights(8, 4),
)
W = weights(8, 4)
PRODUCT = model("(float[rows,8] x) => (float[rows,4] y) { y = MatMul(x, w) }", w=W)
BACKENDS = (DEFAULT, "reference")


def cache(
    proto: onnx.ModelProto, backend: str = DEFAULT, kept: int = 8, threads: int = 1
) -> ShapeCache:
    request = CompileRequest(read_settings(), threads, backend, cache=CacheRequest("disable"))
    return opened(read_model(ModelOrigin(proto)), request, threads, kept)


def rows(count: int) -> np.ndarray:
    return np.random.default_rng(count).standard_normal((count, 8)).astype(np.float32)


def assert_product(session: InferenceSession, count: int) -> None:
    x = rows(count)
    (found,) = session.run(None, {"x": x})
    np.testing.assert_allclose(found, x @ W, rtol=1e-5, atol=1e-5)


class Counting:
    """Counts what is compiled."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.shapes: list[Mapping[str, tuple[int, ...]]] = []
        compiled = Specializer.compiled

        def counted(
            specializer: Specializer,
            shapes: Mapping[str, tuple[int, ...]],
            values: Mapping[str, np.ndarray],
            capacity: int = 1,
        ) -> Specialized:
            self.shapes.append(shapes)
            return compiled(specializer, shapes, values, capacity=capacity)

        monkeypatch.setattr(Specializer, "compiled", counted)


@pytest.fixture
def counting(monkeypatch: pytest.MonkeyPatch) -> Counting:
    return Counting(monkeypatch)


@pytest.fixture(autouse=True)
def _one_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TE_PARALLEL_COMPILER", "1")


@pytest.mark.parametrize("backend", BACKENDS)
def test_each_shape_has_its_program(backend: str, counting: Counting) -> None:
    with InferenceSession(cache(PRODUCT, backend)) as session:
        for count in (3, 5, 3, 1, 0, 5):
            assert_product(session, count)
    assert [shapes["x"] for shapes in counting.shapes] == [(3, 8), (5, 8), (1, 8), (0, 8)]


@pytest.mark.parametrize("backend", BACKENDS)
def test_values_that_decide_shapes_are_part_of_a_program(backend: str, counting: Counting) -> None:
    x = rows(3)
    with InferenceSession(cache(RESHAPED, backend)) as session:
        for shape in ((6, 2), (4, 3), (6, 2), (-1, 12)):
            (found,) = session.run(None, {"x": x, "s": np.array(shape)})
            np.testing.assert_allclose(found, (x @ W).reshape(shape), rtol=1e-5, atol=1e-5)
    assert len(counting.shapes) == 3


def test_the_programs_used_last_stay(counting: Counting) -> None:
    with InferenceSession(cache(PRODUCT, kept=2)) as session:
        for count in (1, 2, 1, 3, 1, 2):
            assert_product(session, count)
    assert [shapes["x"][0] for shapes in counting.shapes] == [1, 2, 3, 2]


def test_inputs_and_outputs_show_what_is_open() -> None:
    with InferenceSession(cache(RESHAPED)) as session:
        found = [(item.name, item.shape, item.type) for item in session.get_inputs()]
        assert found == [("x", ["rows", 8], "tensor(float)"), ("s", [2], "tensor(int64)")]
        (output,) = session.get_outputs()
        assert (output.name, output.shape) == ("y", ["a", "b"])
        assert session.threads == 1


@pytest.mark.parametrize(
    ("feed", "message"),
    [
        ({"x": np.zeros((2, 7), np.float32)}, r"'x' has the size 7 in dimension 1.*fixes it to 8"),
        ({"x": np.zeros(8, np.float32)}, r"'x' has 1 dimension, .*needs 2: \[rows, 8\]"),
        ({"x": np.zeros((2, 8))}, r"'x' is float64; the model needs float32; astype\('float32'\)"),
        ({}, "'x' is missing"),
        ({"x": rows(1), "z": rows(1)}, "no input 'z'"),
    ],
)
def test_what_the_model_cannot_take_is_named(feed: dict[str, np.ndarray], message: str) -> None:
    with InferenceSession(cache(PRODUCT)) as session, pytest.raises(UsageError, match=message):
        session.run(None, feed)


def test_a_shape_without_results_costs_the_others_nothing() -> None:
    proto = model("(float[n] x, float[m] y) => (float[k] z) { z = Add(x, y) }")
    ones = {size: np.ones(size, np.float32) for size in (2, 3)}
    with InferenceSession(cache(proto)) as session:
        for _ in range(2):
            with pytest.raises(ModelError, match="z"):
                session.run(None, {"x": ones[2], "y": ones[3]})
        np.testing.assert_array_equal(session.run(None, {"x": ones[3], "y": ones[3]})[0], [2, 2, 2])


def test_names_of_dimensions_are_names_only() -> None:
    proto = model("(float[n,2] x, float[2,n] y) => (float[a,b] z) { z = MatMul(x, y) }")
    x, y = np.ones((3, 2), np.float32), np.ones((2, 5), np.float32)
    with InferenceSession(cache(proto)) as session:
        np.testing.assert_array_equal(session.run(None, {"x": x, "y": y})[0], x @ y)


def test_a_dimension_of_two_sizes_is_named_where_the_model_needs_one() -> None:
    proto = model("(float[n] x, float[n] y) => (float[n] z) { z = Add(x, y) }")
    feed = {"x": np.ones(2, np.float32), "y": np.ones(3, np.float32)}
    with (
        InferenceSession(cache(proto)) as session,
        pytest.raises(ModelError, match="'n' is 2 in 'x' and 3 in 'y'"),
    ):
        session.run(None, feed)


def test_threads_that_need_the_same_program_wait_for_it(
    counting: Counting, monkeypatch: pytest.MonkeyPatch
) -> None:
    both = threading.Barrier(2)
    session_of = ShapeCache.session

    def together(cache: ShapeCache, feed: Mapping[str, np.ndarray], capacity: int) -> object:
        both.wait(10)
        return session_of(cache, feed, capacity)

    monkeypatch.setattr(ShapeCache, "session", together)
    with InferenceSession(cache(PRODUCT)) as session, ThreadPoolExecutor(2) as threads:
        for future in [threads.submit(assert_product, session, 4) for _ in range(2)]:
            future.result()
    assert len(counting.shapes) == 1


def test_many_threads_get_right_results_while_programs_come_and_go() -> None:
    with InferenceSession(cache(PRODUCT, kept=2)) as session, ThreadPoolExecutor(4) as threads:
        for future in [threads.submit(assert_product, session, 1 + n % 4) for n in range(40)]:
            future.result()


def test_a_closed_session_says_so() -> None:
    session = InferenceSession(cache(PRODUCT))
    assert_product(session, 2)
    session.close()
    for count in (2, 3):
        with pytest.raises(AoeError, match="closed"):
            assert_product(session, count)


@pytest.mark.parametrize("backend", BACKENDS)
def test_random_numbers_are_other_ones_at_each_call_whatever_its_shape(backend: str) -> None:
    proto = model("(float[rows,8] x) => (float[rows,8] y) { y = RandomUniformLike<seed = 1.0>(x) }")
    with InferenceSession(cache(proto, backend, kept=1)) as session:
        drawn = [session.run(None, {"x": rows(count)})[0][0] for count in (2, 3, 2, 2)]
    assert len({values.tobytes() for values in drawn}) == 4


def test_timing_and_profiles_are_those_of_the_shape() -> None:
    with InferenceSession(cache(PRODUCT)) as session:
        assert len(session.time_runs({"x": rows(2)}, 3)) == 3
        assert [name for name, _ in session.profile({"x": rows(2)})]


def test_where_a_condition_needs_a_value_it_is_known_from_then_on(
    counting: Counting, caplog: pytest.LogCaptureFixture
) -> None:
    proto = model(
        """(float[n,8] x, bool c) => (float y) {
            z = If(c) <
                then_branch = t () => (float[a,b] u) { u = MatMul(x, w) },
                else_branch = e () => (float[a,b] v) { v = Transpose<perm = [1, 0]>(x) }
            >
            s = CumSum<reverse = 1>(z, zero) y = ReduceMax<keepdims = 0>(s)
        }""",
        w=W,
        zero=np.array(0),
    )
    x = rows(3)
    with InferenceSession(cache(proto)) as session:
        for condition, expected in ((True, x @ W), (False, x.T), (True, x @ W)):
            (found,) = session.run(None, {"x": x, "c": np.array(condition)})
            sums = expected[::-1].cumsum(0)
            np.testing.assert_allclose(found, sums.max(), rtol=1e-5, atol=1e-5)
    assert [set(shapes) for shapes in counting.shapes] == [{"x", "c"}, {"x"}, {"x"}]
    assert "'c'" in caplog.text


def test_declared_shapes_of_results_stand_where_all_inputs_are_fixed() -> None:
    # The shape inference of onnx does not know the length of a Range of float16.
    proto = model("(float16 a, float16 b, float16 s) => (float16[2] y) { y = Range(a, b, s) }")
    feed = {name: np.array(value, np.float16) for name, value in (("a", 1), ("b", 5), ("s", 2))}
    with InferenceSession(cache(proto)) as session:
        assert session.run(None, feed)[0].tolist() == [1, 3]
