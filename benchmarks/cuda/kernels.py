"""Operators of networks on the GPU, by every implementation that computes them and
some policies of each, compared with NumPy and timed. Gradients of attention are also beside
PyTorch's.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from typing import TypeAlias

import numpy as np

from aoe.backends.backend import CompiledPlan, Workload
from aoe.backends.cuda.backend import BACKEND
from aoe.backends.cuda.runtime.driver import STICKY, DriverError
from aoe.backends.cuda.target.cuda_target import CudaTarget
from aoe.element_types import FLOAT8, FLOAT8_E5M2, FLOAT8_FORMATS, is_floating, numpy_type
from aoe.errors import AoeError
from aoe.operators.operator import Operand, Operator, Precision
from aoe.operators.reference import reference
from aoe.operators.types.attention import attention, attention_gradient
from aoe.policy import Policy
from aoe.tuning.workload.single_operator import single_operator_graph, stored_arrays
from benchmarks.cuda.attention_operators import attention_operators, gradient_operators
from benchmarks.cuda.peers import attention_gradients
from benchmarks.cuda.results import DeviceLostError, Item, Results, ended_after
from benchmarks.cuda.simt_operators import recurrences, simt_operators
from benchmarks.cuda.unmeasured import UNMEASURED, Harm

#: Rows, columns and terms of products, and sizes of convolutions, of BERT-base and ResNet-50.
PRODUCTS = (
    (128, 768, 768),
    (128, 3072, 768),
    (128, 768, 3072),
    (128, 2304, 768),
    (1, 1000, 2048),
    (1, 48, 1152),
    (8, 3072, 768),
)
CONVOLUTIONS = (
    # images, channels, filters, size, window, stride
    (1, 64, 64, 56, 3, 1),
    (1, 128, 128, 28, 3, 1),
    (1, 256, 256, 14, 3, 1),
    (1, 512, 512, 7, 3, 1),
    (1, 256, 1024, 14, 1, 1),
    (1, 1024, 256, 14, 1, 1),
    (1, 512, 1024, 14, 1, 2),
    (1, 3, 64, 224, 7, 2),
)
#: Products and convolutions of a batch of 32, in `TYPES_OF_LARGE` only. They alone have more tiles
#: than a GPU holds blocks, so that only their spaces have blocks that stay.
TYPES_OF_LARGE = ("float16", "int8", FLOAT8)
LARGE_PRODUCTS = ((4096, 2304, 768), (4096, 768, 3072))
LARGE_CONVOLUTIONS = ((32, 128, 128, 28, 3, 1), (32, 256, 256, 14, 3, 1), (32, 128, 512, 28, 1, 1))
#: The types of factors of float8: E4M3 by E5M2. They and E5M2 have a product and a convolution.
FLOAT8_PAIR = "float8_pair"
#: Policies of each implementation that are tried: the first ones, and some of the others, which
#: tell how good the ranking is.
FIRST_POLICIES, OTHER_POLICIES = 8, 8
#: Seconds that a policy may take on the GPU: less than a tenth of a second is usual.
LONGEST_OF_POLICY = 20.0
#: The largest error, relative to the largest result, by element type of the operands.
LARGEST = {
    **{"float32": 1e-5, "float16": 1e-5, "bfloat16": 1e-5, "uint8": 0.0},
    **{FLOAT8: 1e-2, FLOAT8_E5M2: 1e-2},
}
#: That of attention, whose weights are rounded as its operands are.
LARGEST_OF_ATTENTION = {"float32": 1e-5, "float16": 2e-3, "bfloat16": 2e-2}
#: The same where float32 is rounded to TF32.
LARGEST_OF_TF32 = 2e-3
#: That of recurrences, whose later steps read states.
LARGEST_OF_RECURRENCES = 1e-4
#: How the names of implementations of TF32 end, and implementations that are tried last.
OF_TF32, SLOW = "_tf32", ("simt_conv", "simt_matmul")
#: Implementations that take too long: loop nests of gradients where matrix instructions have them.
LEFT_OUT = ("simt_attention_gradient", "simt_attention_gradient_heads")
_RUNS = 5
_ATTENTION = (attention.OPERATOR.type, attention_gradient.TYPE)


#: The name of an operator, the operator, and the name of an implementation.
Entry: TypeAlias = tuple[str, Operator, str]


def product(rows: int, columns: int, terms: int, dtype: str) -> Operator:
    """A product with constant weights; "int8": of uint8 by int8."""
    attributes = (("transpose_a", 0), ("transpose_b", 0))
    first, second, result = _types(dtype)
    inputs = (
        Operand.row_major(first, (rows, terms)),
        Operand.row_major(second, (terms, columns), constant=True),
    )
    output = Operand.row_major(result, (rows, columns))
    return Operator("MatMul", attributes, inputs, output, 2)


def convolution(sizes: Sequence[int], dtype: str) -> Operator:
    """A convolution, channels last, with constant weights; "int8" as in `product`."""
    images, channels, filters, size, window, stride = sizes
    pad = window // 2
    attributes = (
        ("dilations", (1, 1)),
        ("group", 1),
        ("pads", (pad,) * 4),
        ("strides", (stride, stride)),
    )
    result = (size + 2 * pad - window) // stride + 1
    last = (0, 2, 3, 1)
    first, second, summed = _types(dtype)
    inputs = (
        Operand(first, (images, channels, size, size), last),
        Operand.row_major(second, (filters, channels, window, window), constant=True),
    )
    output = Operand(summed, (images, filters, result, result), last)
    return Operator("Conv", attributes, inputs, output, 2)


def _types(dtype: str) -> tuple[str, str, str]:
    """The types of both operands of a contraction, and of its results."""
    if dtype == FLOAT8_PAIR:
        return FLOAT8, FLOAT8_E5M2, "float32"
    return ("uint8", "int8", "int32") if dtype == "int8" else (dtype, dtype, "float32")


def arrays_of(operator: Operator) -> list[np.ndarray]:
    """Random numbers for the inputs, small enough that sums of products stay near 1; any bytes."""
    random = np.random.default_rng(0)

    def made(item: Operand) -> np.ndarray:
        if not is_floating(item.dtype):
            limits = np.iinfo(item.dtype)
            return random.integers(limits.min, limits.max + 1, item.shape, item.dtype)
        values = random.standard_normal(item.shape)
        if item.dtype not in FLOAT8_FORMATS:  # whose small numbers are inexact
            values /= _fan_in(item) ** 0.5
        return np.asarray(values.astype(numpy_type(item.dtype)))

    return [made(item) for item in operator.inputs]


def largest_error(operator: Operator) -> float:
    """The largest error, relative to the largest result."""
    if operator.precision == "low":
        return LARGEST_OF_TF32
    if operator.type == "Recurrent":
        return LARGEST_OF_RECURRENCES
    bounds = LARGEST_OF_ATTENTION if operator.type in _ATTENTION else LARGEST
    return bounds[operator.inputs[0].dtype]


def _fan_in(operand: Operand) -> int:
    return operand.shape[1] if len(operand.shape) > 1 else 1


def tried(space: Sequence[Policy]) -> list[Policy]:
    """The policies of a space that are timed."""
    first, others = space[:FIRST_POLICIES], space[FIRST_POLICIES:]
    every = [*first, *others[:: max(1, -(-len(others) // OTHER_POLICIES))]]
    for decisions in UNMEASURED:
        every += [policy for policy in space if {*decisions} <= {*policy.schedule}][:1]
    return list(dict.fromkeys(every))


def measured(operator: Operator, name: str, harm: Harm | None = None) -> Item:
    """The error and the time of some policies of an implementation on one operator. `harm`: which
    policies did harm before; by default none.

    Raises:
        DeviceLostError: A policy made the GPU unusable for this process.
    """
    harm = harm or Harm()
    target = BACKEND.machine.target()
    implementation = BACKEND.implementations()[name]
    expected = _expected(operator)
    scale = float(np.abs(expected).max())
    stored = expected.transpose(operator.output.order)
    graph = single_operator_graph(operator)
    inputs, constants = stored_arrays(operator, arrays_of(operator))
    every = tried(list(implementation.space(operator, target, 2)))
    refused = {policy: reason for policy in every if (reason := harm.reason(policy))}
    policies = [policy for policy in every if policy not in refused]
    compiler = BACKEND.compiler(target, os.cpu_count() or 1)
    built = compiler.build([(graph, {operator.key: policy}) for policy in policies])
    compiler.close()
    workload = Workload(target.threads, inputs, constants, float("inf"))
    rows: list[Item] = []
    for policy, program in zip(policies, built, strict=True):
        row: Item = {"policy": policy.to_json()}
        rows.append(row)
        hung = partial(harm.note, policy, "did not end")
        try:
            if isinstance(program, Exception):
                raise program
            with ended_after(LONGEST_OF_POLICY, str(row["policy"]), hung):
                row |= _run(program, workload, stored, scale)
            row["estimate"] = implementation.estimate(operator, policy, target) * 1e6
        except (AoeError, MemoryError) as error:
            row["error"] = f"{type(error).__name__}: {error}"[:300]
            if isinstance(error, DriverError) and error.code in STICKY:
                harm.note(policy, "made the GPU unusable")
                raise DeviceLostError(f"{harm.item}: {row}") from error
    rows += [
        {"policy": policy.to_json(), "error": reason[:300]} for policy, reason in refused.items()
    ]
    return {"policies": rows, **_wrong(rows, largest_error(operator))}


def _run(program: CompiledPlan, workload: Workload, stored: np.ndarray, scale: float) -> Item:
    """The time and the error of a policy. `stored`: the results as they lie in memory."""
    loaded = BACKEND.profiler().load(program, workload)
    try:
        seconds = min(loaded.time(_RUNS)) * 1e-9
        found = loaded.outputs()[0].astype(np.float64)
        return {
            "microseconds": seconds * 1e6,
            "relative_error": float(np.abs(found - stored).max()) / scale,
            "overrun": loaded.overrun(),
        }
    finally:
        loaded.release()


@lru_cache(maxsize=1)
def _expected(operator: Operator) -> np.ndarray:
    """What an operator computes. Products of integers are computed in float64, which is exact for
    them too, and which NumPy multiplies many times as fast. Implementations of an operator follow
    each other.
    """
    arrays = arrays_of(operator)
    if any(is_floating(item.dtype) for item in operator.inputs):
        return reference(operator, arrays)
    wide = tuple(replace(item, dtype="float64") for item in operator.inputs)
    output = replace(operator.output, dtype="float64")
    twin = replace(operator, inputs=wide, output=output)
    return reference(twin, [array.astype(np.float64) for array in arrays])


def _wrong(rows: Sequence[Item], bound: float) -> Item:
    """The error of policies whose results are wrong, not-a-number among them, if there are any."""
    wrong = [
        row["policy"]
        for row in rows
        if not row.get("relative_error", 0.0) <= bound or row.get("overrun") is not None
    ]
    failed = [row["policy"] for row in rows if "error" in row]
    if not wrong and not failed:
        return {}
    counts = f"{len(wrong)} of {len(rows)} policies are wrong, {len(failed)} failed"
    return {"error": f"{counts}: {(wrong + failed)[:3]}"}


def work(results: Results | None = None) -> Iterator[tuple[str, Callable[[], Item]]]:
    """The operators with the implementations that compute them: each implementation for each type
    once, and once for a large operator, so that what is wrong is known soon, what has peers, and
    the others. `results`: those of the stage.
    """
    found = entries(BACKEND.machine.target())
    large = {name for dtype in TYPES_OF_LARGE for name in _large(dtype)}
    once: dict[object, Entry] = {}
    for entry in found:
        types = tuple(item.dtype for item in entry[1].inputs)
        if entry[2] not in SLOW:
            once.setdefault((types, entry[2], entry[0].split()[0], entry[0] in large), entry)
    first = {(entry[0], entry[2]): _item(entry, results) for entry in once.values()}
    yield from first.values()
    yield from attention_gradients.work()
    yield from (_item(entry, results) for entry in found if (entry[0], entry[2]) not in first)


def entries(target: CudaTarget) -> list[Entry]:
    """Each operator with each implementation that computes it, slow ones last."""
    found = [
        (name, operator, item.name)
        for name, operator in _cases().items()
        for item in BACKEND.implementations().values()
        if item.name not in LEFT_OUT
        and item.computes(operator, target)
        and (operator.precision != "low" or item.name.endswith(OF_TF32))
    ]
    # Contractions of one thread for each result take milliseconds.
    return sorted(found, key=lambda entry: entry[2] in SLOW)


def _cases() -> dict[str, Operator]:
    """The operators by name."""
    cases: dict[str, Operator] = {}
    for dtype in ("float16", "float32", "tf32", "bfloat16", "int8", FLOAT8):
        own = "float32" if dtype == "tf32" else dtype
        precision: Precision = "low" if dtype == "tf32" else "default"
        for sizes in PRODUCTS:
            made = replace(product(*sizes, own), precision=precision)
            cases[f"product {'x'.join(map(str, sizes))} {dtype}"] = made
        for shape in CONVOLUTIONS:
            made = replace(convolution(shape, own), precision=precision)
            cases[f"convolution {'x'.join(map(str, shape))} {dtype}"] = made
        if dtype in TYPES_OF_LARGE:
            cases |= _large(dtype)
        if dtype in ("float16", "float32", "bfloat16"):
            cases |= simt_operators(dtype)
            cases |= attention_operators(dtype)
            cases |= gradient_operators(dtype)
    for dtype in (FLOAT8_E5M2, FLOAT8_PAIR):
        sizes, shape = PRODUCTS[0], CONVOLUTIONS[0]
        cases[f"product {'x'.join(map(str, sizes))} {dtype}"] = product(*sizes, dtype)
        cases[f"convolution {'x'.join(map(str, shape))} {dtype}"] = convolution(shape, dtype)
    return cases | dict(recurrences())


def _large(dtype: str) -> dict[str, Operator]:
    """Products and convolutions of a batch of 32 by name."""
    products = {
        f"product {'x'.join(map(str, sizes))} {dtype}": product(*sizes, dtype)
        for sizes in LARGE_PRODUCTS
    }
    convolutions = {
        f"convolution {'x'.join(map(str, shape))} {dtype}": convolution(shape, dtype)
        for shape in LARGE_CONVOLUTIONS
    }
    return products | convolutions


def _item(entry: Entry, results: Results | None) -> tuple[str, Callable[[], Item]]:
    name, operator, own = entry
    whole = f"{name} {own}"
    return whole, partial(measured, operator, own, Harm(results, whole))


def rows_of(items: Mapping[str, Item]) -> Iterator[str]:
    """Lines of a table: the default policy, or the first that ran, beside the best one."""
    for name, item in items.items():
        timed = [row for row in item.get("policies", ()) if "microseconds" in row]
        if timed:
            best = min(row["microseconds"] for row in timed)
            error = max(row["relative_error"] for row in timed)
            yield f"| {name} | {timed[0]['microseconds']:.2f} | {best:.2f} | {error:.1e} |"
