"""Texts that explain an operator, its policy and an entry of a repository.

`aoe bank show` and `aoe explain` print them. Each decision of a policy gets one line here;
`docs/reference/policies.md` explains it in full.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping

from aoe.application.bank.records import Record, objection
from aoe.backends.registry import description_of
from aoe.loops.expression import Apply, Expression
from aoe.operators.operator import Operand, Operator, Precision
from aoe.policy import Decision, Policy, SubgraphPolicy
from aoe.repository.entry import Entry, Timing
from aoe.results.improvement import percent_text

LINE = "  "
#: Orders of dimensions that have names.
LAYOUTS = {
    (0, 2, 3, 1): "channels last",
    (0, 2, 1): "channels last",
    (0, 2, 3, 4, 1): "channels last",
}
#: Decisions of a schedule by name; {} is the value.
DECISIONS = {
    "tile": "the register tile has {} rows along the last two row axes",
    "vectors": "the register tile is {} SIMD vectors wide",
    "unroll": "the reduction loop is unrolled by {}",
    "block": "a cache block has {} rows, or rows of register tiles",
    "depth": "a pass sums up {} of the outermost reduction axis",
    "vector": "dimension {} is vectorized",
    "inner": "dimension {} is the innermost loop",
    "rows": "the register tile has {} rows",
    "width": "the register tile has {} pixels",
    "keys": "the register tile of the scores has {} keys",
    "streams": "weights are read as {} parallel streams",
    "ahead": "data is prefetched {} rows before its use",
}
#: Decisions by name and value.
CHOICES: Mapping[tuple[str, Decision], str] = {
    ("vectors", 1): "the register tile is one SIMD vector wide",
    ("unroll", 1): "the reduction loop is not unrolled",
    ("streams", 1): "weights are read as one stream",
    ("rows", 1): "the register tile has one row",
    ("input", "padded"): "the input is first copied into a buffer with zero borders",
    ("input", "direct"): "the input is read in place",
    ("b", "packed"): "the second matrix is packed into panels as wide as the register tile",
    ("b", "direct"): "the second matrix is read in place",
    ("transform", "f4x4"): "Winograd output tiles are 4x4",
    ("transform", "f3x3"): "Winograd output tiles are 3x3",
    ("transform", "f2x2"): "Winograd output tiles are 2x2",
    ("transform", "whole2x2"): "Winograd output tiles are 2x2, and each is a whole image",
    ("kernels", "fused"): "a thread runs all steps on one block, which stays in its cache",
    ("kernels", "staged"): "each step runs over the whole image before the next step",
    ("parallel", "rows"): "threads share the blocks of rows",
    ("parallel", "columns"): "each thread computes a range of columns",
    ("parallel", 0): "one thread",
    ("parallel", 1): "all threads",
    ("prefetch", 0): "the next panel of weights is not prefetched",
    ("prefetch", 1): "the next panel of weights is prefetched",
    ("prefetch", 2): "the next panel of weights is prefetched in several streams",
    ("keep", 0): "each pass computes the fused input expression again",
    ("keep", 1): "the fused input expression is computed once and kept",
    ("taps", 0): "the window is a loop",
    ("taps", 1): "the last dimension of the window is unrolled",
    ("taps", 2): "the whole window is unrolled",
    ("order", 0): "the pixel loop is inside the vector loop",
    ("order", 1): "the vector loop is inside the pixel loop",
}

#: What is said of an operator with one of these marks.
MARKS = {
    "zeros_expected": "zeros are expected in many elements of the first input, and all elements of "
    "the second are finite",
    "inter_op": "single-threaded, beside other operators (inter-op parallel)",
}
#: What is said of an operator's precision.
PRECISION_TEXTS: Mapping[Precision, str] = {
    "low": "float32 is rounded to 11 significant bits (TF32), as was asked for",
    "high": "float32 is split into at least three terms, for the accuracy of the whole model",
    "highest": "float32 is not split into terms",
    "direct": "float32 is not split into terms, no fast algorithm adds numbers before it "
    "multiplies them, and long sums are added up in parts",
}


def entry_text(record: Record) -> str:
    """Everything that is known of an entry."""
    lines = [f"entry {record.key} of {record.path}"]
    entry = record.entry
    if entry is not None:
        lines += ["", "operator", *(LINE + line for line in _computation(record, entry))]
        lines += ["", "policy", *(LINE + line for line in _policy(entry))]
        lines += ["", "time", *(LINE + line for line in _times(entry))]
        lines += ["", "measured", *(LINE + line for line in _provenance(entry))]
    reason = objection(record)
    usable = "yes" if reason is None else f"no: {reason}"
    return "\n".join([*lines, "", f"usable: {usable}"])


def short_text(record: Record) -> str:
    """The shapes of an operator, `2x8 * 8x4 -> 2x4`."""
    operator = record.operator
    if operator is None:
        return ""
    inputs = " * ".join(_shape(item.shape) for item in operator.inputs[: operator.anchor_inputs])
    return f"{inputs} -> {_shape(operator.output.shape)}"


def _computation(record: Record, entry: Entry) -> Iterator[str]:
    operator = record.operator
    if operator is None:
        yield f"{record.type}: {json.dumps(json.loads(entry.signature))[:400]}"
    else:
        yield from operator_lines(operator)


def operator_lines(operator: Operator) -> Iterator[str]:
    """An operator with its attributes, inputs, output, fused functions and marks, a line each."""
    yield f"{operator.type}: {_attributes(operator)}" if operator.attributes else operator.type
    for number, operand in enumerate(operator.inputs):
        use = "" if number < operator.anchor_inputs else ", read by a fused operator"
        yield f"from {_operand(operand)}{use}"
    yield f"to   {_operand(operator.output)}"
    for text, expression in (("before", operator.prologue), ("after", operator.epilogue)):
        functions = list(dict.fromkeys(_functions(expression)))
        if functions:
            yield f"fused {text} it: {', '.join(functions)}"
    yield from (text for name, text in MARKS.items() if getattr(operator, name))
    if operator.precision in PRECISION_TEXTS:
        yield PRECISION_TEXTS[operator.precision]


def _attributes(operator: Operator) -> str:
    return ", ".join(
        f"{name} {decision_text(value) if not isinstance(value, float) else value}"
        for name, value in operator.attributes
    )


def _operand(operand: Operand) -> str:
    rank = tuple(range(len(operand.shape)))
    layout = ""
    if operand.order != rank:
        layout = (
            f", {LAYOUTS.get(operand.order, 'dimensions in the order ' + _shape(operand.order))}"
        )
    constant = "constant " if operand.constant else ""
    return f"{constant}{operand.dtype} {_shape(operand.shape)}{layout}"


def _shape(shape: tuple[int, ...]) -> str:
    return "x".join(map(str, shape)) or "scalar"


def _functions(expression: Expression) -> Iterator[str]:
    if isinstance(expression, Apply):
        for argument in expression.arguments:
            yield from _functions(argument)
        yield (
            f"cast to {expression.dtype}" if expression.function == "cast" else expression.function
        )


def _policy(entry: Entry) -> Iterator[str]:
    policy = entry.policy
    if isinstance(policy, SubgraphPolicy):
        for name, value in policy.decisions:
            yield f"{name} = {decision_text(value)}"
    else:
        yield from policy_lines(policy)


def policy_lines(policy: Policy) -> Iterator[str]:
    """A policy of an operator: its implementation, and each decision with its meaning."""
    yield f"impl {policy.impl}: {_implementation(policy)}"
    for part, decisions in (("format", policy.format), ("schedule", policy.schedule)):
        for name, value in decisions:
            meaning = CHOICES.get((name, value)) or DECISIONS.get(name, "").format(
                decision_text(value)
            )
            yield f"{part} {name} = {decision_text(value)}" + (f": {meaning}" if meaning else "")


def decision_text(value: object) -> str:
    """A decision of a policy as users read it."""
    return "x".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _implementation(policy: Policy) -> str:
    """What the implementation does, in one sentence."""
    return description_of(policy.impl) or "not an implementation of this version"


def _times(entry: Entry) -> Iterator[str]:
    yield f"{_timing(entry.after)}"
    if entry.default is not None:
        yield f"default policy: {_timing(entry.default)}; {_gain(entry.default, entry)}"
    if entry.default != entry.before:
        yield f"previous policy: {_timing(entry.before)}; {_gain(entry.before, entry)}"


def _timing(timing: Timing) -> str:
    return f"{timing.median_us:.3f} us ± {timing.spread_us:.3f}, median of {timing.samples} samples"


def _gain(base: Timing, entry: Entry) -> str:
    return f"this policy is {percent_text(base.median_us, entry.after.median_us)} faster"


def _provenance(entry: Entry) -> Iterator[str]:
    yield f"{entry.date} by open-aoe {entry.package}, code generator {entry.code_generator}"
    for name, value in entry.hardware:
        yield f"{name}: {value}"
