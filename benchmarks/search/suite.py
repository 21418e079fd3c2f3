"""Chooses the operators that search methods are judged by; `operators.json` lists them.

    python -m benchmarks.search.suite /path/to/suite/*.onnx

writes the list anew. A rule chooses the operators, not a hand. Every distinct operator of the
models belongs to one class (`class_of`: convolutions by kind, matmuls, grouped products,
reductions, softmax, layer normalisations, nothing else). Classes take turns, so that each has about
as many. Within a class the operators are spread evenly over the sizes that occur. `record` and
`live` read the list.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from math import prod
from pathlib import Path

from aoe.application.model.source import load_graph
from aoe.frontends.frontend import ModelOrigin
from aoe.operators.operator import Operator
from benchmarks.report import Row, benchmark_parser, existing_model, print_report

#: Where the list is.
SUITE = Path(__file__).with_name("operators.json")
#: Types whose operators are one class.
_OF_ONE_CLASS = ("ConvTranspose", "GroupedMatMul", "Reduce", "Softmax", "LayerNormalization")
#: How many operators it has.
COUNT = 40


def main(arguments: Sequence[str] | None = None) -> int:
    """Chooses from the models, writes the list and prints it."""
    parser = benchmark_parser(__doc__)
    parser.add_argument(
        "models", nargs="+", type=existing_model, help=".onnx files of static shapes"
    )
    parser.add_argument("--operators", type=int, default=COUNT)
    parser.add_argument("--output", type=Path, default=SUITE)
    options = parser.parse_args(arguments)
    found = [
        node.operator
        for model in options.models
        for node in load_graph(ModelOrigin(model), {})[1].operator_nodes
    ]
    operators = chosen(found, options.operators)
    lines = [json.dumps(item.to_json(), separators=(",", ":")) for item in operators]
    options.output.write_text("[\n" + ",\n".join(lines) + "\n]\n")
    print_report("Operators to judge searches by", [row_of(item) for item in operators], False)
    return 0


def read_suite(path: Path = SUITE) -> list[Operator]:
    """Reads the operators of a list."""
    return [Operator.from_json(item) for item in json.loads(path.read_text())]


def chosen(operators: Iterable[Operator], count: int) -> list[Operator]:
    """Returns at most `count` distinct operators, as many of each class as there are turns."""
    classes: dict[str, dict[str, Operator]] = {}
    for operator in operators:
        name = class_of(operator)
        if name is not None:
            classes.setdefault(name, {})[operator.key] = operator
    turns = [name for turn in range(count) for name in sorted(classes) if turn < len(classes[name])]
    shares = Counter(turns[:count])
    return [
        item for name in sorted(shares) for item in _spread(classes[name].values(), shares[name])
    ]


def evenly(operators: Sequence[Operator], count: int) -> list[Operator]:
    """Returns so many of a list, from the middles of equal parts of it; all where it has fewer."""
    count = min(count, len(operators))
    return [operators[(2 * i + 1) * len(operators) // (2 * count)] for i in range(count)]


def class_of(operator: Operator) -> str | None:
    """Returns the class of an operator, None if the list has none of its kind."""
    if operator.type == "Conv":
        return f"Conv {_kind_of_convolution(operator)}"
    if operator.type == "MatMul":
        return "MatMul by weights" if operator.inputs[1].constant else "MatMul of activations"
    if operator.type in _OF_ONE_CLASS:
        return operator.type
    return None


def describe(operator: Operator) -> str:
    """Describes an operator in a line: class, shapes, strides."""
    shapes = ["×".join(map(str, item.shape)) for item in operator.inputs[: operator.anchor_inputs]]
    strides = operator.attribute.get("strides")
    wide = isinstance(strides, tuple) and any(stride > 1 for stride in strides)
    suffix = f", stride {strides}" if wide else ""
    output = "×".join(map(str, operator.output.shape))
    return f"{class_of(operator) or operator.type}: {' · '.join(shapes)} → {output}{suffix}"


def row_of(operator: Operator) -> Row:
    """Returns the line of an operator in a table."""
    return {"operator": operator.key, "what": describe(operator)}


def _kind_of_convolution(operator: Operator) -> str:
    weights = operator.inputs[1].shape
    strided = any(stride > 1 for stride in operator.integers("strides"))
    if operator.integer("group") > 1:
        return "depthwise" if weights[1] == 1 else "grouped"
    if prod(weights[2:]) == 1:
        return "pointwise strided" if strided else "pointwise"
    if max(weights[2:]) > 3:
        return "large"
    return "3×3 strided" if strided else "3×3"


def _size(operator: Operator) -> tuple[int, str]:
    """Returns the elements that go by; the key makes the order definite."""
    operands = (*operator.inputs, operator.output)
    return sum(prod(item.shape) for item in operands), operator.key


def _spread(operators: Iterable[Operator], count: int) -> list[Operator]:
    """Returns so many operators, from the middles of equal parts of the class, by size."""
    return evenly(sorted(operators, key=_size), count)


if __name__ == "__main__":
    sys.exit(main())
