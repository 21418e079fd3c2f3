"""Compares each form of each operator with the oracle: `python -m tests.conformance.opsets.audit`.

The table goes to standard output; `--docs` writes `docs/reference/operator-sets.md`.
"""

from __future__ import annotations

import argparse
import zlib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import numpy as np
import onnx

from aoe.errors import AoeError
from aoe.frontends.onnx import load_onnx
from aoe.graph import build
from aoe.graph.prepare.opset import CANONICAL_OPSET
from aoe.operators.evaluate import evaluate
from tests.conformance.opsets import elementwise, images, movement, others
from tests.conformance.opsets.cases import Case, by_runtime, expected

GENERATORS = {
    **elementwise.GENERATORS,
    **movement.GENERATORS,
    **images.GENERATORS,
    **others.GENERATORS,
}

#: Random cases of each form in the table.
SAMPLES = 40
#: The error allowed, of the largest element.
_TOLERANCE = 2e-5

_DOCUMENT = Path(__file__).parents[3] / "docs/reference/operator-sets.md"
_INTRODUCTION = """# Operator sets

A model of an older ONNX operator set is converted to set {opset} by adapters
(`aoe/graph/prepare/opset_adapters/`). Later sets add to that one and need no conversion. This table
is made by `python -m tests.conformance.opsets.audit --docs`. It computes random models of one node,
{samples} for each form of an operator, and compares them:

- *since*: the operator set that brought this form. The models are of this set, and of the last set
  before the next form.
- *ONNX Runtime*, *specification*: cases that agree with ONNX Runtime at the model's own operator
  set, or, where that refuses the model, with NumPy code of ONNX's text or with ONNX Runtime at a
  later set whose text says the same.
- *not compared*: cases that neither computes, or that are invalid.
- *wrong*: cases that differ, or that are refused.

"""


@dataclass(slots=True)
class Row:
    """What became of the cases of one form of an operator.

    Attributes:
        op_type: The operator.
        version: The operator set that brought the form.
        opsets: The operator sets of the models.
        right: The cases that agree, by oracle.
        left: The cases without an oracle.
        wrong: What differs, in words.
    """

    op_type: str
    version: int
    opsets: tuple[int, ...]
    right: Counter[str] = field(default_factory=Counter)
    left: int = 0
    wrong: list[str] = field(default_factory=list)


@cache
def newest() -> int:
    """The newest operator set that ONNX Runtime computes."""
    case = Case("Relu", [np.ones(1, np.float32)])
    sets = range(onnx.defs.onnx_opset_version(), CANONICAL_OPSET, -1)
    found = (opset for opset in sets if by_runtime(case.model(opset), case.feed()) is not None)
    return next(found, CANONICAL_OPSET)


@cache
def forms() -> Mapping[str, tuple[int, ...]]:
    """The operator sets up to the newest one that brought forms of the audited operators."""
    found: dict[str, set[int]] = {}
    for schema in onnx.defs.get_all_schemas_with_history():
        kept = schema.since_version <= newest() and not schema.deprecated
        if schema.domain == "" and schema.name in GENERATORS and kept:
            found.setdefault(schema.name, set()).add(schema.since_version)
    return {name: tuple(sorted(versions)) for name, versions in sorted(found.items())}


def rows(samples: int = SAMPLES) -> Iterator[Row]:
    """The result for each form of each operator."""
    for op_type, versions in forms().items():
        for version, following in zip(versions, (*versions[1:], None), strict=True):
            yield audit(op_type, version, following, samples)


def audit(op_type: str, version: int, following: int | None, samples: int) -> Row:
    """The result for one form.

    Args:
        op_type: The operator.
        version: The operator set that brought the form.
        following: The operator set that brought the next form, if any.
        samples: How many cases to compute.
    """
    last = newest() if following is None else following - 1
    if op_type == "Upsample":
        last = min(last, 9)  # replaced by Resize
    if op_type == "Scatter":
        last = min(last, 10)  # replaced by ScatterElements
    row = Row(op_type, version, tuple(sorted({version, last})))
    for sample in range(samples):
        seed = zlib.crc32(f"{op_type} {version} {sample}".encode())
        case = GENERATORS[op_type](op_type, version, np.random.default_rng(seed))
        _compare(row, case, row.opsets[sample % len(row.opsets)])
    return row


def _compare(row: Row, case: Case, opset: int) -> None:
    with np.errstate(all="ignore"):
        wanted, oracle = expected(case, opset)
    if wanted is None:
        row.left += 1
        return
    problem = _difference(case, opset, wanted)
    if problem is None:
        row.right[oracle] += 1
    else:
        sizes = [None if value is None else value.shape for value in case.inputs]
        row.wrong.append(f"opset {opset}, {dict(case.attributes)}, {sizes}: {problem} ({oracle})")


def _difference(case: Case, opset: int, wanted: Sequence[np.ndarray]) -> str | None:
    """How the result of a case differs from what is wanted."""
    try:
        graph = build(load_onnx(case.model(opset)), "audit")
        found = evaluate(graph, case.feed())
    except AoeError as error:
        return str(error)
    for name, right in zip(graph.outputs, wanted, strict=False):
        got = found[name]
        if got.shape != right.shape or got.dtype != right.dtype:
            return f"{got.dtype}{list(got.shape)}, not {right.dtype}{list(right.shape)}"
        if right.dtype.kind != "f":
            if not np.array_equal(got, right):
                return "other elements"
            continue
        scale = max(1.0, float(np.max(np.abs(right), initial=0, where=np.isfinite(right))))
        if not np.allclose(got, right, 0, _TOLERANCE * scale, equal_nan=True):
            return f"differs by {np.nanmax(np.abs(got - right)):.2g}"
    return None


def table(found: Sequence[Row]) -> str:
    """The rows as a table."""
    lines = [
        "| operator | since | operator sets | ONNX Runtime | specification | not compared "
        "| wrong |",
        "|---|---|---|---|---|---|---|",
    ]
    for row in found:
        sets = ", ".join(map(str, row.opsets))
        right = [str(row.right[oracle] or "") for oracle in ("ONNX Runtime", "specification")]
        counts = " | ".join([*right, str(row.left or ""), str(len(row.wrong) or "")])
        lines.append(f"| {row.op_type} | {row.version} | {sets} | {counts} |")
    return "\n".join(lines) + "\n"


def main() -> None:
    """Runs the audit."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--docs", action="store_true", help="write docs/reference/operator-sets.md")
    parser.add_argument("--samples", type=int, default=SAMPLES, help="cases of each form")
    options = parser.parse_args()
    found = list(rows(options.samples))
    if options.docs:
        text = _INTRODUCTION.format(opset=CANONICAL_OPSET, samples=options.samples)
        _DOCUMENT.write_text(text + table(found))
    print(table(found))
    for row in found:
        for problem in row.wrong:
            print(f"{row.op_type} {row.version}: {problem}")


if __name__ == "__main__":
    main()
