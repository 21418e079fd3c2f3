"""Numbers as sums of terms of 8 bits."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from aoe.backends.cpu.lowering.reduced_precision.split_terms import (
    PRODUCTS,
    pairs_of,
    product_of_terms,
    terms_of,
)
from aoe.element_types import numpy_type
from aoe.loops.expression import Constant, Load, summed_products
from aoe.operators.reference import evaluate

numbers = st.floats(-(2.0**100), 2.0**100, width=32).filter(lambda x: x == 0 or abs(x) > 2.0**-100)


@pytest.mark.parametrize(("terms", "left"), [(2, 2.0**-17), (3, 2.0**-25)])
@given(number=numbers)
def test_the_terms_of_a_number_are_bfloat16_and_nearly_the_whole(
    number: float, terms: int, left: float
) -> None:
    array = np.array([number], np.float32)
    found = [evaluate(part, [array]) for part in terms_of(Load(0), terms)]
    assert len(found) == terms
    stored = [part.astype(numpy_type("bfloat16")).astype(np.float64) for part in found]
    assert stored[0][0] == found[0][0]
    assert abs(sum(float(part[0]) for part in stored) - number) <= left * abs(number)


@pytest.mark.parametrize(("terms", "left"), [(1, 2.0**-8), (2, 2.0**-17), (3, 2.0**-25)])
@given(first=numbers, second=numbers)
def test_pairs_hold_the_terms_of_two_numbers_side_by_side(
    first: float, second: float, terms: int, left: float
) -> None:
    arrays = [np.array([number], np.float32) for number in (first, second)]
    words = [evaluate(word, arrays) for word in pairs_of(Load(0), Load(1), terms)]
    stored = [word.astype(np.int32).view(numpy_type("bfloat16")) for word in words]
    assert len(stored) == terms
    for number, found in zip((first, second), np.transpose(stored), strict=True):
        assert abs(float(found.astype(np.float64).sum()) - number) <= left * abs(number)


@pytest.mark.parametrize("terms", [2, 3])
def test_the_sum_of_products_adds_all_of_them_once(terms: int) -> None:
    found = summed_products(product_of_terms("dot2", Constant(0.0), terms))
    assert found == tuple((Load(2 * i), Load(2 * j + 1)) for i, j in PRODUCTS[terms])


@pytest.mark.parametrize("terms", [2, 3])
def test_only_products_below_all_bits_of_the_terms_are_left_out(terms: int) -> None:
    every = {(i, j) for i in range(terms) for j in range(terms)}
    assert every - {*PRODUCTS[terms]} == {(i, j) for i, j in every if i + j >= terms}


@pytest.mark.parametrize("terms", [2, 3])
def test_neighbours_among_the_products_share_a_term(terms: int) -> None:
    for first, second in pairwise(PRODUCTS[terms]):
        assert first[0] == second[0] or first[1] == second[1]
