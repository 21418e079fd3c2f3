"""Functions without a C library, against NumPy's."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from aoe.backends.cuda.codegen.device_math import FUNCTIONS
from aoe.loops.expression import Load, apply
from aoe.loops.loop_nest import Access, Axis, Kernel, LoopNest, Store
from tests.backends.cuda.running import run_kernels

EDGES = [0.0, -0.0, 1.0, -1.0, 0.5, -0.5, np.inf, -np.inf, np.nan, 1e-300, 0.4142, 2.4143]
REFERENCE: dict[str, Callable[..., np.ndarray]] = {
    "asin": np.arcsin,
    "acos": np.arccos,
    "atan": np.arctan,
    "asinh": np.arcsinh,
    "acosh": np.arccosh,
    "atanh": np.arctanh,
    "pow": np.power,
}
#: The largest relative errors in float64.
LARGEST = {"pow": 2.3e-16, "tan": 4e-15}


def computed(name: str, *arrays: np.ndarray) -> np.ndarray:
    """A function of arrays, as the code for a GPU computes it."""
    dtype = arrays[0].dtype.name
    along = (("i", 1),)
    operands = tuple(Access(f"input{n}", dtype, along) for n in range(len(arrays)))
    expression = apply(name, *(Load(number) for number in range(len(arrays))))
    axes = (Axis("i", arrays[0].size),)
    nest = LoopNest(name, axes, operands, (Store(Access("output0", dtype, along), expression),))
    names = (*(item.buffer for item in operands), "output0")
    kernel = Kernel(name, (), (), 0, (nest,), names)
    memory = {f"input{n}": array for n, array in enumerate(arrays)}
    memory["output0"] = np.zeros(arrays[0].size, dtype)
    run_kernels([kernel], memory)
    return memory["output0"]


def arguments(name: str, dtype: str) -> list[np.ndarray]:
    random = np.random.default_rng(0)
    wide = random.standard_normal(200) * 10.0 ** random.integers(-8, 4, 200)
    if name == "pow":
        first = np.concatenate([wide, EDGES, np.full(6, -2.0)])
        second = np.concatenate(
            [random.uniform(-9, 9, 200), EDGES[::-1], [3, 2, 0.5, -3, np.inf, 0]]
        )
        return [first.astype(dtype), second.astype(dtype)]
    narrow = random.uniform(-1, 1, 200)
    return [np.concatenate([wide, narrow, EDGES]).astype(dtype)]


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_function_is_as_exact_as_its_type_allows(name: str, dtype: str) -> None:
    given = arguments(name, dtype)
    with np.errstate(all="ignore"):
        function = REFERENCE.get(name) or getattr(np, name)
        expected = function(*(array.astype(np.float64) for array in given)).astype(dtype)
    error = LARGEST.get(name, 2e-15) if dtype == "float64" else 3e-7
    np.testing.assert_allclose(computed(name, *given), expected, rtol=error, atol=1e-300)


def test_powers_of_integers_are_exact() -> None:
    first, second = (item.reshape(-1).astype(np.float64) for item in np.mgrid[1:40, 0:9])
    np.testing.assert_array_equal(computed("pow", first, second), first**second)
