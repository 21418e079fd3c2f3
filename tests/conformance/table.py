"""Runs all node tests and tells the result: `python -m tests.conformance.table`.

A summary by operator and the failures go to standard output. `--docs` writes
`docs/reference/operators.md`.
"""

from __future__ import annotations

import argparse
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import onnx

from aoe.graph.prepare.opset import CANONICAL_OPSET
from tests.conformance.element_types import element_types
from tests.conformance.node_tests import excluded, node_tests, operator_of, run_node_test

_DOCUMENT = Path(__file__).parents[2] / "docs/reference/operators.md"
_INTRODUCTION = """# Operators

Which operators of ONNX are compiled to native code. This file is made by
`python -m tests.conformance.table --docs`, which runs the `onnx` package's own node tests:

- *opsets*: the operator sets of ONNX that have brought a version of the operator. A model of an
  older set is converted to set {opset} first, and refused where that cannot be done.
- *types*: the element types of the first input with which one of the operator's tests compiles.
- *node tests*: how many tests of the operator pass, of those that are not excluded;
- *by value*: how many of these compile for the values of some inputs, such as the `shape` of a
  Reshape.

{passed} of {total} tests pass. They are run as they are: a model is compiled without values and is
given all its inputs when it is run. In {by_value} tests, values decide shapes, so that each new
value is [compiled for](../guide/open-shapes.md#values-that-decide-shapes).
"""

#: What the node tests say nothing of.
_CORNERS = """## NaN, infinity and numbers out of range

Compared with ONNX Runtime 1.31 on a CPU. ONNX's text leaves most of these open.

| operators | open-aoe | ONNX Runtime |
|---|---|---|
| ReduceMax, ReduceMin, MaxPool, GlobalMaxPool | NaN if any is NaN | depends on the place |
| MaxPool: indices | of several NaN the last one, as in PyTorch | depends on the place |
| MaxPool, GlobalMaxPool | −∞ where all elements are −∞ or padding | the lowest finite number |
| ArgMax, ArgMin, Hardmax | NaN is beyond every number | depends on the place |
| TopK | NaN is larger than every number | depends on the place |
| ScatterND, ScatterElements: `max`, `min` | NaN if either is NaN | NaN if the update is NaN |
| Clip without a bound | an infinity stays on that side | the largest or lowest finite number |
| Clip with a bound NaN | NaN | the bound does not count |
| HardSwish, Gelu, Mish, Swish, SwiGLU of −∞; Softsign of ±∞ | the limit: 0; ±1 | NaN |
| NonZero without dimensions | no coordinates, as in ONNX's text | one coordinate |
| Cast to int32 and int64 | the nearest number of the type; NaN gives 0 | the lowest number |
| Cast to other integers | as above, or its low bits | the low bits of what x86 gives |
| QuantizeLinear of NaN | 0 | the lowest number of the type |
| Resize, `linear` | a neighbour of weight 0 may not count beside infinity | 0 · ∞ = NaN |
| Conv by Winograd's algorithm, ConvTranspose | NaN and ∞ spoil results nearby, too | their own |
| DeformConv outside of the image | 0 times a pixel of the border | 0 |

Max, Min, Where, Relu, Clip with numbers as bounds, and all arithmetic agree with ONNX Runtime.
"""


@dataclass(slots=True)
class Outcome:
    """What became of the tests of one operator."""

    passed: list[str] = field(default_factory=list)
    by_value: int = 0
    failed: dict[str, str] = field(default_factory=dict)
    excluded: Counter[str] = field(default_factory=Counter)


def run_all() -> dict[str, Outcome]:
    """The outcome of every node test, by operator."""
    outcomes: dict[str, Outcome] = defaultdict(Outcome)
    for name, case in sorted(node_tests().items()):
        outcome = outcomes[operator_of(case)]
        reason = excluded(case)
        if reason:
            outcome.excluded[reason] += 1
            continue
        try:
            values = run_node_test(case)
        except Exception as error:  # whatever goes wrong is a test that fails
            outcome.failed[name] = f"{type(error).__name__}: {error}"
        else:
            outcome.passed.append(name)
            outcome.by_value += bool(values)
    return dict(sorted(outcomes.items()))


def document(outcomes: Mapping[str, Outcome]) -> str:
    """The text of `docs/reference/operators.md`."""
    passed = sum(len(outcome.passed) for outcome in outcomes.values())
    missing = [name for outcome in outcomes.values() for name in outcome.failed]
    total = passed + len(missing)
    by_value = sum(outcome.by_value for outcome in outcomes.values())
    introduction = _INTRODUCTION.format(
        opset=CANONICAL_OPSET, passed=passed, total=total, by_value=by_value
    )
    lines = [introduction, *_table(outcomes), "", _CORNERS, "## Excluded", ""]
    reasons: dict[str, list[str]] = defaultdict(list)
    for operator, outcome in outcomes.items():
        for reason, number in outcome.excluded.items():
            reasons[reason].append(f"{operator} ({number})")
    lines += ["How many tests of each operator are left out, and why:", ""]
    lines += [f"- {reason}: {', '.join(names)}" for reason, names in sorted(reasons.items())]
    if missing:
        lines += ["", "## Not passing", "", ", ".join(f"`{name}`" for name in missing)]
    return "\n".join([*lines, ""])


def _table(outcomes: Mapping[str, Outcome]) -> list[str]:
    lines = ["| operator | opsets | types | node tests | by value |", "|---|---|---|---|---|"]
    for operator, outcome in outcomes.items():
        total = len(outcome.passed) + len(outcome.failed)
        if total:
            types = ", ".join(element_types(outcome.passed)) or "–"
            tests = f"{len(outcome.passed)} of {total}"
            by_value = outcome.by_value or "–"
            lines.append(f"| {operator} | {_opsets(operator)} | {types} | {tests} | {by_value} |")
    return lines


def _opsets(operator: str) -> str:
    versions = sorted(
        schema.since_version
        for schema in onnx.defs.get_all_schemas_with_history()
        if schema.name == operator and schema.domain == ""
    )
    return ", ".join(map(str, versions)) or "–"


def _summary(outcomes: Mapping[str, Outcome]) -> list[str]:
    lines = []
    for operator, outcome in outcomes.items():
        total = len(outcome.passed) + len(outcome.failed)
        lines.append(f"{operator}: {len(outcome.passed)} of {total}")
        lines += [f"    {name}: {why[:160]!r}" for name, why in outcome.failed.items()]
    passed = sum(len(outcome.passed) for outcome in outcomes.values())
    failed = sum(len(outcome.failed) for outcome in outcomes.values())
    by_value = sum(outcome.by_value for outcome in outcomes.values())
    out = sum(outcome.excluded.total() for outcome in outcomes.values())
    counts = f"{passed} of {passed + failed} pass, {by_value} by value, {out} are excluded"
    return [*lines, counts]


def main(arguments: Sequence[str] | None = None) -> None:
    """Runs the command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--docs", action="store_true", help=f"write {_DOCUMENT.name}")
    chosen = parser.parse_args(arguments)
    outcomes = run_all()
    print("\n".join(_summary(outcomes)))
    if chosen.docs:
        _DOCUMENT.write_text(document(outcomes))


if __name__ == "__main__":
    main()
