"""Values that are dequantised and quantised again, beside ONNX Runtime without optimisations."""

from __future__ import annotations

import numpy as np
import onnx
import pytest

from tests.graph.models import model, node_types
from tests.graph.unoptimized import assert_as_unoptimized

TYPES = ("int8", "uint8", "int16", "uint16")


def pair(
    dtype: str, before: str = "s, z", again: str = "s, z", scale: float = 0.037
) -> onnx.ModelProto:
    """x, dequantised and quantised again."""
    known = {"s": np.float32(scale), "t": np.float32(0.0371), "z": np.asarray(3, dtype)}
    known["o"] = np.asarray(0, dtype)
    used = f"{before}, {again}".split(", ")
    return model(
        f"""({dtype}[4,64] x) => ({dtype}[4,64] y) {{
            d = DequantizeLinear (x, {before}) y = QuantizeLinear (d, {again}) }}""",
        21,
        **{name: np.asarray(item) for name, item in known.items() if name in used},
    )


def is_quantised(proto: onnx.ModelProto) -> bool:
    """Whether preparation leaves something to compute."""
    return node_types(proto) not in ([], ["Identity"])


def numbers(dtype: str) -> np.ndarray:
    """Numbers over the whole range of a type."""
    limits = np.iinfo(dtype)
    return np.linspace(limits.min, limits.max, 256).astype(dtype).reshape(4, 64)


@pytest.mark.parametrize("dtype", TYPES)
def test_a_pair_by_equal_constants_vanishes(dtype: str) -> None:
    proto = pair(dtype)
    assert not is_quantised(proto)
    assert_as_unoptimized(proto, {"x": numbers(dtype)})


@pytest.mark.parametrize(
    ("before", "again"),
    [("s, z", "t, z"), ("s, z", "s, o"), ("s", "s, z")],
    ids=["another scale", "another zero point", "a zero point behind none"],
)
def test_a_pair_by_other_constants_stays(before: str, again: str) -> None:
    proto = pair("uint8", before, again)
    assert is_quantised(proto)
    assert_as_unoptimized(proto, {"x": numbers("uint8")})


def test_a_zero_point_of_0_is_none() -> None:
    assert not is_quantised(pair("uint8", "s", "s, o"))


@pytest.mark.parametrize("scale", [1e-39, 3e38])
def test_a_pair_stays_where_products_are_not_normal(scale: float) -> None:
    assert is_quantised(pair("uint8", scale=scale))


@pytest.mark.parametrize("bits", [8, 16])
def test_no_scale_of_normal_products_changes_a_number(bits: int) -> None:
    rng = np.random.default_rng(bits)
    numbers = np.arange(-(2**bits), 2**bits + 1).astype(np.float32)
    for scale in (2.0 ** rng.uniform(-125, 110, 300)).astype(np.float32):
        np.testing.assert_array_equal(np.rint(numbers * scale / scale), numbers)
