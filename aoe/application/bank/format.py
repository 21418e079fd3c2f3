"""An entry of a repository in words, for `aoe bank show`: what is computed, how, what it gains,
where that was measured, and whether it is of use here.

What an implementation does is told by its own module; what the decisions of a policy mean is told
in full in `docs/policies.md`, here in a line each.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping

from aoe.application.bank.records import Record, objection
from aoe.backends.registry import implementation_modules, implementations
from aoe.loops.expression import Apply, Expression
from aoe.operators.operator import Operand, Operator
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
    "tile": "register tile of {} rows over the last two row axes",
    "vectors": "{} vectors of elements in the register tile",
    "unroll": "{} reduction steps in one iteration",
    "block": "{} rows, or register tiles of rows, are gone over before the next are begun",
    "depth": "{} of the outermost reduction axis are summed up before the next part",
    "vector": "dimension {} is the one that is vectorised",
    "inner": "dimension {} is that of the innermost loop",
    "rows": "{} rows in a register tile",
    "width": "register tile of {} pixels",
    "keys": "{} keys in the register tile of the scores",
    "streams": "weights are read from {} places of a panel at a time",
    "ahead": "what is needed {} rows later is fetched ahead of its use",
}
#: Decisions by name and value.
CHOICES: Mapping[tuple[str, Decision], str] = {
    ("input", "padded"): "the input is first copied between zero borders",
    ("input", "direct"): "the input is read where it lies",
    ("b", "packed"): "the second factor is copied to panels as wide as the register tile",
    ("b", "direct"): "the second factor is read where it lies",
    ("transform", "f4x4"): "output tiles of 4x4",
    ("transform", "f3x3"): "output tiles of 3x3",
    ("transform", "f2x2"): "output tiles of 2x2",
    ("transform", "whole2x2"): "output tiles of 2x2, each of them a whole image",
    ("kernels", "fused"): "all stages on a block, in one thread's cache",
    ("kernels", "staged"): "each stage over the whole image before the next",
    ("parallel", "rows"): "threads share blocks of rows",
    ("parallel", "columns"): "each thread has its part of the columns",
    ("parallel", 0): "one thread does it all",
    ("parallel", 1): "threads share the work",
    ("prefetch", 0): "the next panel of weights is not fetched ahead",
    ("prefetch", 1): "the next panel of weights is fetched ahead of its use",
    ("prefetch", 2): "the next panel of weights is fetched ahead of its use in several streams",
    ("keep", 0): "what is computed on the way in is computed again by each stage",
    ("keep", 1): "what is computed on the way in is kept",
    ("taps", 0): "a loop over the window",
    ("taps", 1): "the window's last dimension is unrolled",
    ("taps", 2): "all of the window is unrolled",
    ("order", 0): "pixels run inside vectors",
    ("order", 1): "vectors run inside pixels",
}

#: What is told of an operator that is marked so.
MARKS = {
    "sparse": "where many elements of the first input are zeros, and all of the second are finite",
    "exact": "without sums of two parts for float32, for the accuracy of the whole model",
    "whole": "without sums of parts for float32",
    "alone": "by one thread, while others compute something else",
}


def entry_text(record: Record) -> str:
    """Everything that is known of an entry, in lines."""
    lines = [f"entry {record.key} of {record.path}"]
    entry = record.entry
    if entry is not None:
        lines += ["", "computes", *(LINE + line for line in _computation(record, entry))]
        lines += ["", "by", *(LINE + line for line in _policy(entry))]
        lines += ["", "takes", *(LINE + line for line in _times(entry))]
        lines += ["", "measured", *(LINE + line for line in _provenance(entry))]
    reason = objection(record)
    usable = "yes, on this machine by this version" if reason is None else f"no: {reason}"
    return "\n".join([*lines, "", f"usable: {usable}"])


def short_text(record: Record) -> str:
    """The shapes an operator works on, in a few words."""
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
    """What an operator computes, of what and to what."""
    yield f"{operator.type} of {_attributes(operator)}" if operator.attributes else operator.type
    for number, operand in enumerate(operator.inputs):
        use = "" if number < operator.anchor_inputs else ", for what is fused with it"
        yield f"from {_operand(operand)}{use}"
    yield f"to   {_operand(operator.output)}"
    for text, expression in (("before", operator.prologue), ("after", operator.epilogue)):
        functions = list(dict.fromkeys(_functions(expression)))
        if functions:
            yield f"with {', '.join(functions)} of each element {text} it"
    yield from (text for name, text in MARKS.items() if getattr(operator, name))


def _attributes(operator: Operator) -> str:
    return ", ".join(
        f"{name} {_value(value) if not isinstance(value, float) else value}"
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
            yield f"{name} = {_value(value)}"
    else:
        yield from policy_lines(policy)


def policy_lines(policy: Policy) -> Iterator[str]:
    """An operator's policy, each decision with its meaning."""
    yield f"impl {policy.impl}: {_implementation(policy)}"
    for part, decisions in (("format", policy.format), ("schedule", policy.schedule)):
        for name, value in decisions:
            meaning = CHOICES.get((name, value)) or DECISIONS.get(name, "").format(_value(value))
            yield f"{part} {name} = {_value(value)}" + (f": {meaning}" if meaning else "")


def _value(value: Decision) -> str:
    return "x".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _implementation(policy: Policy) -> str:
    """The description of the implementation, or the first sentence of its module's docstring."""
    implementation = implementations().get(policy.impl)
    if implementation is None:
        return "not an implementation of this version"
    if implementation.description:
        return implementation.description
    module = implementation_modules()[policy.impl]
    text = re.sub(r" \(`[^)]*`\)", "", " ".join((module.__doc__ or "").split()))
    return text.partition(". ")[0].rstrip(".")


def _times(entry: Entry) -> Iterator[str]:
    yield f"{_timing(entry.after)}"
    if entry.default is not None:
        yield f"the default policy: {_timing(entry.default)}; {_gain(entry.default, entry)}"
    if entry.default != entry.before:
        yield f"the policy before: {_timing(entry.before)}; {_gain(entry.before, entry)}"


def _timing(timing: Timing) -> str:
    return (
        f"{timing.median_us:.3f} us, +- {timing.spread_us:.3f}, median of {timing.samples} samples"
    )


def _gain(base: Timing, entry: Entry) -> str:
    return f"this is {percent_text(base.median_us, entry.after.median_us)} faster"


def _provenance(entry: Entry) -> Iterator[str]:
    yield f"{entry.date} by open-aoe {entry.package}, code generator {entry.code_generator}"
    for name, value in entry.hardware:
        yield f"{name}: {value}"
