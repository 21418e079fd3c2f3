"""Makes `steps.npz`: small functions with variables, their inputs, and what TensorFlow computes.

Run it with TensorFlow 2.21 where operators of training are added: `python make_steps.py`. The tests
read the file and need no TensorFlow. A case is a function of its inputs and variables. Its
gradients with respect to the floating-point ones are results too.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import keras
import numpy as np
import tensorflow as tf

raw, nn = tf.raw_ops, tf.nn
rng = np.random.default_rng(0)
#: A function of tensors, its inputs, and first values of its variables.
Case = tuple[Callable[..., Any], Sequence[np.ndarray], Sequence[np.ndarray]]
CASES: dict[str, Case] = {}


def normal(*shape: int) -> np.ndarray:
    return rng.standard_normal(shape).astype(np.float32)


def gradients(function: Callable[..., Any]) -> Callable[..., Any]:
    """A function that also gives the gradients of a random sum of its result."""

    def with_gradients(*inputs: Any) -> Any:
        with tf.GradientTape() as tape:
            tape.watch(inputs)
            result = function(*inputs)
            generator = np.random.default_rng(1)
            weights = generator.standard_normal(result.shape).astype(np.float32)
            total = tf.reduce_sum(result * weights)
        found = tape.gradient(total, inputs)
        return [result, *(tf.convert_to_tensor(item) for item in found if item is not None)]

    return with_gradients


def differentiated(name: str, function: Callable[..., Any], *inputs: np.ndarray) -> None:
    CASES[name] = (gradients(function), inputs, ())


X = normal(3, 5)
for op in ("relu", "relu6", "elu", "selu", "softplus", "softsign", "sigmoid", "tanh", "gelu"):
    differentiated(op, getattr(nn, op, None) or getattr(tf, op), X * 4)
differentiated("leaky relu", lambda x: nn.leaky_relu(x, 0.3), X)
for op in ("sqrt", "rsqrt", "reciprocal", "log", "erf", "square", "abs"):
    function = getattr(tf.math, op)
    differentiated(op, function, np.abs(X) + 0.5)
differentiated("softmax", lambda x: nn.softmax(x), X)
differentiated("log softmax", lambda x: nn.log_softmax(x), X)
differentiated("broadcast", lambda x, y: x * y + x / (y * y + 1), X, normal(5))
differentiated("bias", lambda x, b: nn.bias_add(x, b), normal(2, 3, 4, 5), normal(5))
differentiated("matmul", lambda x, y: tf.matmul(x, y, transpose_b=True), X, normal(4, 5))
differentiated("batch matmul", lambda x, y: tf.matmul(x, y), normal(2, 3, 4), normal(2, 4, 5))
differentiated(
    "einsum", lambda x, y: tf.einsum("abc,dce->abde", x, y), normal(2, 3, 4), normal(2, 4, 3)
)
differentiated("gather", lambda x: tf.gather(x, [2, 0, 2]), X)
differentiated("slice", lambda x: x[1:, None, ::1, 2], normal(3, 4, 5))
differentiated("concat", lambda x, y: tf.concat([x, y], 1), X, normal(3, 2))
differentiated(
    "stack and split", lambda x, y: tf.split(tf.stack([x, y], 1), 5, 2)[1], X, normal(3, 5)
)
differentiated("transpose and pad", lambda x: tf.pad(tf.transpose(x), [[1, 0], [0, 2]]), X)
differentiated("mean and variance", lambda x: tf.stack(nn.moments(x, 1)), X)
differentiated("maximum", lambda x, y: tf.maximum(x, y) - tf.minimum(x, 0.5), X, normal(3, 5))
IMAGE = normal(2, 7, 9, 4)
for name, kernel, strides, padding, dilations in (
    ("same", (3, 3), 1, "SAME", 1),
    ("valid", (3, 2), 1, "VALID", 1),
    ("strided", (3, 3), 2, "SAME", 1),
    ("strided one", (1, 1), 2, "VALID", 1),
    ("one", (1, 1), 1, "SAME", 1),
    ("patches", (2, 3), (2, 3), "VALID", 1),
    ("dilated", (3, 3), 1, "SAME", 2),
    ("explicit", (3, 3), 2, [[0, 0], [2, 1], [0, 2], [0, 0]], 1),
):
    differentiated(
        f"convolution {name}",
        lambda x, w, s=strides, p=padding, d=dilations: nn.conv2d(x, w, s, p, dilations=d),
        IMAGE,
        normal(*kernel, 4, 6),
    )
differentiated(
    "grouped convolution", lambda x, w: nn.conv2d(x, w, 1, "SAME"), IMAGE, normal(3, 3, 2, 6)
)
differentiated(
    "depthwise convolution",
    lambda x, w: nn.depthwise_conv2d(x, w, [1, 2, 2, 1], "SAME"),
    IMAGE,
    normal(3, 3, 4, 2),
)
differentiated(
    "transposed convolution",
    lambda x, w: nn.conv2d_transpose(x, w, (2, 14, 18, 6), 2, "SAME"),
    IMAGE,
    normal(3, 3, 6, 4),
)
differentiated(
    "convolution of one axis",
    lambda x, w: nn.conv1d(x, w, 1, "SAME"),
    normal(2, 7, 4),
    normal(3, 4, 5),
)
for name, size, strides, padding in (
    ("even", 2, 2, "VALID"),
    ("overlapping", 3, 2, "SAME"),
    ("wide", 2, 3, "VALID"),
):
    for kind in ("max", "avg"):
        differentiated(
            f"{kind} pool {name}",
            lambda x, k=kind, z=size, s=strides, p=padding: getattr(nn, f"{k}_pool2d")(x, z, s, p),
            IMAGE,
        )
differentiated("max pool of equals", lambda x: nn.max_pool2d(nn.relu(x), 3, 2, "SAME"), IMAGE - 1)
differentiated("resize", lambda x: tf.image.resize(x, (14, 18), "nearest"), IMAGE)


def normalized(x: Any, scale: Any, offset: Any, mean: Any, variance: Any, training: bool) -> Any:
    return raw.FusedBatchNormV3(
        x=x,
        scale=scale,
        offset=offset,
        mean=mean,
        variance=variance,
        epsilon=1e-3,
        is_training=training,
        exponential_avg_factor=0.1 if training else 1.0,
    )


CHANNELS = (np.abs(normal(4)) + np.float32(0.5), normal(4))
STATISTICS = (normal(4), np.abs(normal(4)) + np.float32(0.5))
for training in (True, False):
    differentiated(
        f"batch normalization, training {training}",
        lambda x, s, o, t=training: normalized(x, s, o, *STATISTICS, training=t).y,
        IMAGE,
        *CHANNELS,
    )
CASES["running statistics"] = (
    lambda x: list(normalized(x, *CHANNELS, *STATISTICS, training=True)[:3]),
    (IMAGE,),
    (),
)
TARGETS = np.exp(X) / np.exp(X).sum(1, keepdims=True)
LABELS = np.asarray([1, 0, 4], np.int32)
differentiated(
    "sparse cross entropy",
    lambda x: nn.sparse_softmax_cross_entropy_with_logits(labels=LABELS, logits=x),
    X,
)
differentiated(
    "cross entropy",
    lambda x: nn.softmax_cross_entropy_with_logits(labels=nn.softmax(tf.constant(X)), logits=x),
    X * 2,
)

# Variables.
W, G = normal(3, 5), normal(3, 5)
NAMES = ("var", "accum", "m", "v", "ms", "mom", "accum_update")


def optimizer(name: str, slots: int, **attributes: Any) -> None:
    """A step of an optimizer with its own operator."""

    def function(grad: Any, *variables: Any) -> Any:
        operator = getattr(raw, f"Resource{name}")
        names = [item for item in _arguments(operator) if item in NAMES]
        given = dict(zip(names, (item.handle for item in variables), strict=True))
        operator(**given, **attributes)
        return [grad * 1.0]

    def with_gradient(grad: Any, *variables: Any) -> Any:
        for key in ("grad", "delta"):
            if key in _arguments(getattr(raw, f"Resource{name}")):
                attributes[key] = grad
        return function(grad, *variables)

    CASES[f"{name} {len(CASES)}"] = (
        with_gradient,
        (G,),
        (W, *(np.abs(normal(3, 5)) for _ in range(slots))),
    )


def _arguments(operator: Any) -> Sequence[str]:
    import inspect

    return list(inspect.signature(operator).parameters)


optimizer("ApplyGradientDescent", 0, alpha=0.1)
for nesterov in (False, True):
    optimizer("ApplyMomentum", 1, lr=0.1, momentum=0.9, use_nesterov=nesterov)
    optimizer("ApplyKerasMomentum", 1, lr=0.1, momentum=0.9, use_nesterov=nesterov)
    optimizer(
        "ApplyAdam",
        2,
        beta1_power=0.81,
        beta2_power=0.98,
        lr=0.1,
        beta1=0.9,
        beta2=0.99,
        epsilon=1e-3,
        use_nesterov=nesterov,
    )
optimizer("ApplyAdagrad", 1, lr=0.1)
optimizer("ApplyAdagradV2", 1, lr=0.1, epsilon=1e-3)
optimizer("ApplyRMSProp", 2, lr=0.1, rho=0.9, momentum=0.5, epsilon=1e-3)
optimizer("ApplyAdadelta", 2, lr=0.1, rho=0.9, epsilon=1e-3)


def ordered(x: Any, v: Any) -> Any:
    before = v * 2
    v.assign_add(x)
    between = v * 3
    v.assign_sub(between)
    return [before, between, tf.identity(v)]


def branched(x: Any, v: Any) -> Any:
    def grows() -> Any:
        v.assign_add(x)
        return tf.reduce_sum(v)

    return [tf.cond(tf.reduce_sum(x) > 0, grows, lambda: tf.constant(7.0)), tf.identity(v)]


def scattered(x: Any, v: Any) -> Any:
    v.scatter_add(tf.IndexedSlices(x, tf.constant([1, 1, 0])))
    v.scatter_update(tf.IndexedSlices(x[:1], tf.constant([2])))
    return [tf.gather(v, [0, 2])]


def _inner(x: Any, v: Any) -> Any:
    v.assign(v * x)
    return v + 1


inner = tf.function(_inner)


CASES["reads in their order"] = (ordered, (X,), (W,))
CASES["a branch that changes a variable"] = (branched, (np.abs(X),), (W,))
CASES["a branch that does not"] = (branched, (-np.abs(X),), (W,))
CASES["rows that change"] = (scattered, (X,), (W,))
CASES["a function that changes a variable"] = (lambda x, v: [inner(x, v) + inner(x, v)], (X,), (W,))


def recurrent(x: Any, w: Any) -> Any:
    state = tf.zeros((3, 5))
    for step in tf.range(4):
        state = tf.tanh(tf.matmul(state + x, w) + tf.cast(step, tf.float32))
    return state


differentiated("a loop", recurrent, X, normal(5, 5))


def divided(rows: Any, numbers: Any, table: Any, divisor: Any) -> Any:
    """A step of an optimizer of Keras that divides the gradient of some rows."""
    gradient = tf.IndexedSlices(rows, numbers, tf.constant(table.shape.as_list()))
    found = keras.ops.divide(keras.ops.multiply(0.5, gradient), tf.identity(divisor))
    table.scatter_sub(found)
    divisor.assign(keras.ops.add(tf.identity(divisor), keras.ops.square(found)))
    return [tf.reduce_sum(found.values, 0)]


def of_rows(x: Any) -> Any:
    numbers = tf.squeeze(tf.where(tf.reduce_any(x > 0.5, 1)), 1)
    rows = tf.gather(x * 2, numbers)
    filled = tf.scatter_nd(numbers[:, None], tf.ones((tf.shape(numbers)[0],), tf.bool), (8,))
    return [tf.reduce_sum(rows, 0), filled, tf.reduce_max(tf.reduce_mean(rows, 1))]


TABLE, DIVISOR = normal(8, 5), np.abs(normal(8, 5)) + 0.1
ZERO_ELSEWHERE, ZERO_THERE = DIVISOR.copy(), DIVISOR.copy()
ZERO_ELSEWHERE[[1, 4], 2], ZERO_THERE[6, 3] = 0, 0
for name, divisor, numbers in (
    ("", DIVISOR, [6, 0, 6]),
    (", others by 0", ZERO_ELSEWHERE, [6, 0, 3]),
    (", one of them by 0", ZERO_THERE, [6, 0, 3]),
):
    CASES[f"rows are divided{name}"] = (
        divided,
        (X, np.asarray(numbers, np.int32)),
        (TABLE, divisor),
    )
CASES["rows for which a condition holds"] = (of_rows, (normal(8, 3),), ())


def stored(case: Case) -> dict[str, np.ndarray]:
    function, inputs, first = case
    variables = [tf.Variable(value) for value in first]
    specs = [tf.TensorSpec(item.shape, item.dtype) for item in inputs]
    traced = tf.function(lambda *given: function(*given, *variables))
    made = traced.get_concrete_function(*specs)
    found: dict[str, np.ndarray] = {}
    definition = made.graph.as_graph_def()
    found["graph"] = np.frombuffer(definition.SerializeToString(), np.uint8)
    captured = list(made.graph.captures)
    names = [item.op.name for item in made.graph.inputs]
    plan = {
        "arguments": names[: len(inputs)],
        "results": [item.name for item in made.graph.outputs],
        "effects": [item.name for item in made.graph.control_outputs],
    }
    for key, values in plan.items():
        found[key] = np.asarray(values, str)
    handles, constants = [], 0
    for external, placeholder in captured:
        if external.dtype == tf.resource:
            number = next(n for n, item in enumerate(variables) if item.handle is external)
            handles.append(f"{placeholder.op.name}={number}")
        else:
            found[f"constant{constants}"] = external.numpy()
            handles.append(f"{placeholder.op.name}=constant{constants}")
            constants += 1
    found["handles"] = np.asarray(handles, str)
    results = tf.nest.flatten(made(*map(tf.constant, inputs)))
    for key, arrays in (
        ("in", inputs),
        ("first", first),
        ("out", [np.asarray(item) for item in results]),
        ("last", [item.numpy() for item in variables]),
    ):
        found.update({f"{key}{number}": np.asarray(item) for number, item in enumerate(arrays)})
    return found


def main() -> None:
    path = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).with_name("steps.npz")
    arrays = {
        f"{name}/{key}": array
        for name, case in CASES.items()
        for key, array in stored(case).items()
    }
    np.savez_compressed(path, allow_pickle=False, **arrays)
    print(f"{len(CASES)} cases, {path.stat().st_size // 1024} KiB")


if __name__ == "__main__":
    main()
