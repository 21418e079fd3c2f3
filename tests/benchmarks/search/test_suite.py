"""The operators are chosen by a rule and written down."""

from __future__ import annotations

import json
from pathlib import Path

from aoe.operators.operator import Operand
from aoe.operators.types.matmul.grouped_matmul import grouped_matmul
from benchmarks.search.suite import COUNT, chosen, class_of, describe, read_suite
from tests.tuning.examples import doubling, product


def test_the_list_has_distinct_operators_of_all_classes() -> None:
    suite = read_suite()
    assert len({operator.key for operator in suite}) == len(suite) == COUNT
    assert len({class_of(operator) for operator in suite}) == 13
    assert None not in map(class_of, suite)


def test_classes_take_turns_and_sizes_are_spread_and_no_operator_is_chosen_twice() -> None:
    products = [product(rows, 4, 4) for rows in range(1, 10)]
    suite = read_suite()
    other = suite[0]
    found = chosen([*products, *products, doubling(), other], 4)
    assert found == [other, products[1], products[4], products[7]]


def test_grouped_products_are_a_class() -> None:
    a, b = Operand.row_major("float32", (6, 4)), Operand.row_major("float32", (2, 4, 5), True)
    found = grouped_matmul(a, b, Operand.row_major("int32", (2,)))
    assert chosen([found, product(2, 3, 4)], 2) == [found, product(2, 3, 4)]


def test_a_list_that_is_read_is_what_was_written(tmp_path: Path) -> None:
    path = tmp_path / "list.json"
    path.write_text(json.dumps([product(2, 3, 4).to_json()]))
    assert read_suite(path) == [product(2, 3, 4)]


def test_an_operator_is_described_by_its_class_and_shapes() -> None:
    assert describe(product(2, 3, 4)) == "MatMul by weights: 2×3 · 3×4 → 2×4"
