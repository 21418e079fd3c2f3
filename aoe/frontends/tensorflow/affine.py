"""Sums of products with constant matrices, as gates of recurrent layers compute them.

`x @ K + h @ R + b` may be written with the operands joined, with the columns split into gates
before or after the bias is added, and with several biases.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np
import onnx_ir

from aoe.frontends.graph_builder import shape_of
from aoe.graph.prepare.rewriting import constant_of


class NotAffineError(Exception):
    """A value is no such sum."""


@dataclass(frozen=True, slots=True, eq=False)
class Product:
    """A product of a value with a part of a constant matrix.

    Attributes:
        source: The value.
        matrix: The matrix, (inputs, columns).
    """

    source: onnx_ir.Value
    matrix: np.ndarray


@dataclass(frozen=True, slots=True, eq=False)
class Affine:
    """A sum of products and a constant row.

    Attributes:
        products: The products.
        bias: The row, one number for each column.
    """

    products: tuple[Product, ...]
    bias: np.ndarray

    def columns(self, start: int, stop: int) -> Affine:
        """Some of its columns."""
        products = tuple(replace(item, matrix=item.matrix[:, start:stop]) for item in self.products)
        return Affine(products, self.bias[start:stop])

    def of(self, source: onnx_ir.Value) -> np.ndarray | None:
        """The sum of the matrices of one value; None if it has none."""
        found = [item.matrix for item in self.products if item.source is source]
        return None if not found else found[0] if len(found) == 1 else np.sum(found, axis=0)

    def sources(self) -> list[onnx_ir.Value]:
        """The values, each once."""
        return list(dict.fromkeys(item.source for item in self.products))


def operands(value: onnx_ir.Value, kind: str) -> tuple[onnx_ir.Value, ...]:
    """The operands of the node of a type that computes a value. Raises `NotAffineError` if it is
    of another type.
    """
    node = value.producer()
    if node is None or node.op_type != kind:
        raise NotAffineError
    return tuple(item for item in node.inputs if item is not None)


def is_result_of(value: onnx_ir.Value, kind: str) -> bool:
    """Whether a node of a type computes a value."""
    node = value.producer()
    return node is not None and node.op_type == kind


def is_one_minus(value: onnx_ir.Value, other: onnx_ir.Value) -> bool:
    """Whether a value is 1 less another."""
    if not is_result_of(value, "Sub"):
        return False
    one, taken = operands(value, "Sub")
    array = constant_of(one)
    return taken is other and array is not None and array.size == 1 and array.reshape(-1)[0] == 1


def affine(value: onnx_ir.Value) -> Affine:
    """A value of two dimensions as such a sum. Raises `NotAffineError` if it is none."""
    node = value.producer()
    constant = constant_of(value)
    if constant is not None:
        if constant.ndim and constant.size != constant.shape[-1]:
            raise NotAffineError
        return Affine((), constant.reshape(-1))
    if node is None or node.op_type not in ("MatMul", "Add", "Split", "Slice"):
        raise NotAffineError
    given = [item for item in node.inputs if item is not None]
    if node.op_type == "MatMul":
        return _product(given[0], constant_of(given[1]))
    if node.op_type == "Add":
        return _sum(affine(given[0]), affine(given[1]), shape_of(value)[-1])
    start, stop = _cut(node, value, given)
    return affine(given[0]).columns(start, stop)


def _product(left: onnx_ir.Value, matrix: np.ndarray | None) -> Affine:
    if matrix is None or matrix.ndim != 2:
        raise NotAffineError
    products, row = [], 0
    for part in _joined(left):
        rows = shape_of(part)[-1]
        products.append(Product(part, matrix[row : row + rows]))
        row += rows
    return Affine(tuple(products), np.zeros(matrix.shape[1], matrix.dtype))


def _joined(value: onnx_ir.Value) -> Sequence[onnx_ir.Value]:
    """The values that are joined along the last axis."""
    node = value.producer()
    if node is None or node.op_type != "Concat":
        return (value,)
    if node.attributes["axis"].as_int() not in (-1, len(shape_of(value)) - 1):
        raise NotAffineError
    return [item for item in node.inputs if item is not None]


def _sum(one: Affine, other: Affine, columns: int) -> Affine:
    bias = np.zeros(columns, one.bias.dtype) + one.bias + other.bias
    if any(item.matrix.shape[1] != columns for item in (*one.products, *other.products)):
        raise NotAffineError
    return Affine((*one.products, *other.products), bias)


def _cut(
    node: onnx_ir.Node, value: onnx_ir.Value, given: Sequence[onnx_ir.Value]
) -> tuple[int, int]:
    """The columns that a Split or Slice gives."""
    rank = len(shape_of(value))
    if node.op_type == "Split":
        sizes = constant_of(given[1])
        if sizes is None or node.attributes["axis"].as_int() not in (-1, rank - 1):
            raise NotAffineError
        ends = np.cumsum(sizes).tolist()
        number = list(node.outputs).index(value)
        return int(ends[number] - sizes[number]), int(ends[number])
    limits = [constant_of(item) for item in given[1:]]
    found = [int(item[0]) for item in limits if item is not None and item.size == 1]
    if len(found) != len(limits) or found[2] not in (-1, rank - 1) or found[3:] not in ([], [1]):
        raise NotAffineError
    columns = shape_of(given[0])[-1]
    start, stop, _ = slice(found[0], found[1]).indices(columns)
    return start, stop


def either_way(pair: Iterable[onnx_ir.Value]) -> Iterable[tuple[onnx_ir.Value, onnx_ir.Value]]:
    """Two operands in both orders."""
    one, other = pair
    return ((one, other), (other, one))
