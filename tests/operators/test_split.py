"""Numbers as sums of parts of 8 bits."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from aoe.element_types import numpy_type
from aoe.loops.expression import Constant, Load, summed_products
from aoe.operators.reference import evaluate
from aoe.operators.split import PARTS, PRODUCTS, parts_of, product_of_parts

numbers = st.floats(-(2.0**100), 2.0**100, width=32).filter(lambda x: x == 0 or abs(x) > 2.0**-100)


def parts(number: float) -> list[np.ndarray]:
    """The parts of a number, as float32."""
    array = np.array([number], np.float32)
    return [evaluate(part, [array]) for part in parts_of(Load(0))]


@given(numbers)
def test_the_parts_of_a_number_are_bfloat16_and_nearly_the_whole(number: float) -> None:
    found = parts(number)
    assert len(found) == PARTS
    stored = [part.astype(numpy_type("bfloat16")).astype(np.float64) for part in found]
    assert stored[0][0] == found[0][0]
    assert abs(sum(float(part[0]) for part in stored) - number) <= 2.0**-17 * abs(number)


def test_the_sum_of_products_adds_all_of_them_once() -> None:
    found = summed_products(product_of_parts("dot2", Constant(0.0)))
    assert found == tuple((Load(2 * i), Load(2 * j + 1)) for i, j in PRODUCTS)


def test_only_the_product_of_the_lesser_parts_is_left_out() -> None:
    every = {(i, j) for i in range(PARTS) for j in range(PARTS)}
    assert every - {*PRODUCTS} == {(PARTS - 1, PARTS - 1)}
