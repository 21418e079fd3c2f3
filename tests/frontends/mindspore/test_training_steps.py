"""Steps of training in MindIR: parameters that change, in the order that monads say."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx_ir
import pytest

import aoe
from aoe.errors import UnsupportedModelError
from aoe.frontends.frontend import ModelOrigin
from aoe.frontends.mindspore import FRONTEND
from aoe.frontends.mindspore.reader import read_step, trains, with_weights
from aoe.graph.prepare.aliases import aliases_of, is_training
from tests.frontends.mindspore.files import MONAD, MindirWriter

P, Q, G = np.random.default_rng(0).standard_normal((3, 2, 3)).astype(np.float32)


def read(writer: MindirWriter, folder: Path) -> onnx_ir.Model:
    return FRONTEND.read(ModelOrigin(writer.write(folder / "step.mindir")), {})


def run(writer: MindirWriter, folder: Path, **given: np.ndarray) -> dict[str, np.ndarray]:
    """The outputs of a step by name."""
    with aoe.compile(writer.write(folder / "step.mindir")) as session:
        names = [item.name for item in session.get_outputs()]
        return dict(zip(names, session.run(None, given), strict=True))


def momentum_step(**attributes: object) -> MindirWriter:
    writer = MindirWriter()
    g = writer.input("g", (2, 3))
    p, v = (writer.parameter(name, np.zeros((2, 3), np.float32)) for name in ("p", "v"))
    start = writer.constant(MONAD)
    step = writer.node("ApplyMomentum", p, v, 0.1, g, 0.9, start, **attributes)
    state = writer.node("UpdateState", start, step)
    loss = writer.node("ReduceSum", g, (0, 1), False)
    writer.output(writer.node("Depend", loss, state))
    return writer


def test_parameters_of_a_step_are_inputs_that_outputs_overwrite(tmp_path: Path) -> None:
    model = read(momentum_step(), tmp_path)
    assert [value.name for value in model.graph.inputs] == ["g", "p", "v"]
    assert [value.name for value in model.graph.outputs] == ["output", "p.new", "v.new"]
    assert aliases_of(model) == {"p.new": "p", "v.new": "v"}
    assert is_training(model)


@pytest.mark.parametrize("nesterov", [False, True])
def test_a_step_of_momentum_is_that_of_its_formula(nesterov: bool, tmp_path: Path) -> None:
    found = run(momentum_step(use_nesterov=nesterov), tmp_path, g=G, p=P, v=Q)
    moved = 0.9 * Q + G
    along = G + 0.9 * moved if nesterov else moved
    np.testing.assert_allclose(found["v.new"], moved, rtol=1e-5, atol=1e-6)
    np.testing.assert_allclose(found["p.new"], P - 0.1 * along, rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize(("stat", "momentum"), [(1.0, 0.9), (0.0, 0.9), (1.0, 0.0)])
def test_sgd_begins_with_the_gradient(stat: float, momentum: float, tmp_path: Path) -> None:
    writer = MindirWriter()
    g = writer.input("g", (2, 3))
    names = [writer.parameter(name, np.zeros((2, 3), np.float32)) for name in "pas"]
    start = writer.constant(MONAD)
    operands = (names[0], g, 0.1, names[1], momentum, names[2], start)
    writer.output(writer.node("SGD", *operands, dampening=0.5, weight_decay=0.01))
    found = run(writer, tmp_path, g=G, p=P, a=Q, s=np.full((2, 3), stat, np.float32))
    slope = G + np.float32(0.01) * P
    moved = slope if stat > 0 else momentum * Q + 0.5 * slope
    if momentum == 0:
        moved, kept, left = slope, Q, stat
    else:
        kept, left = moved, 0.0
    np.testing.assert_allclose(found["p.new"], P - 0.1 * moved, rtol=1e-5, atol=1e-6)
    np.testing.assert_allclose(found["a.new"], kept, rtol=1e-5, atol=1e-6)
    np.testing.assert_array_equal(found["s.new"], np.full((2, 3), left, np.float32))


def test_adam_corrects_its_moments(tmp_path: Path) -> None:
    writer = MindirWriter()
    g = writer.input("g", (2, 3))
    names = [writer.parameter(name, np.zeros((2, 3), np.float32)) for name in "pmv"]
    powers = [writer.parameter(name, np.zeros((), np.float32)) for name in ("b1", "b2")]
    start = writer.constant(MONAD)
    read = [writer.node("Load", name, start) for name in powers]
    step = writer.node("Adam", *names, *read, 0.01, 0.9, 0.999, 1e-8, g, start)
    writer.output(step)
    found = run(
        writer,
        tmp_path,
        g=G,
        p=P,
        m=Q,
        v=Q * Q,
        b1=np.array(0.81, np.float32),
        b2=np.array(0.998, np.float32),
    )
    m, v = 0.9 * Q + 0.1 * G, 0.999 * Q * Q + 0.001 * G * G
    rate = 0.01 * np.sqrt(1 - 0.998) / (1 - 0.81)
    np.testing.assert_allclose(found["m.new"], m, rtol=1e-5, atol=1e-6)
    np.testing.assert_allclose(found["v.new"], v, rtol=1e-5, atol=1e-6)
    np.testing.assert_allclose(found["p.new"], P - rate * m / (np.sqrt(v) + 1e-8), rtol=1e-4)


def test_adam_with_decay_takes_it_from_the_parameter(tmp_path: Path) -> None:
    writer = MindirWriter()
    g = writer.input("g", (2, 3))
    names = [writer.parameter(name, np.zeros((2, 3), np.float32)) for name in "pmv"]
    start = writer.constant(MONAD)
    step = writer.node("AdamWeightDecay", *names, 0.01, 0.9, 0.999, 1e-6, 0.1, g, start)
    writer.output(step)
    found = run(writer, tmp_path, g=G, p=P, m=Q, v=Q * Q)
    m, v = 0.9 * Q + 0.1 * G, 0.999 * Q * Q + 0.001 * G * G
    wanted = P - 0.01 * (m / (np.sqrt(v) + 1e-6) + 0.1 * P)
    np.testing.assert_allclose(found["p.new"], wanted, rtol=1e-4, atol=1e-6)


def test_a_load_reads_what_its_monad_says_wherever_it_stands(tmp_path: Path) -> None:
    writer = MindirWriter()
    x = writer.input("x", (2, 3))
    p = writer.parameter("p", np.zeros((2, 3), np.float32))
    start = writer.constant(MONAD)
    assigned = writer.node("Assign", p, writer.node("Neg", x), start)
    after = writer.node("UpdateState", start, assigned)
    late, early = writer.node("Load", p, after), writer.node("Load", p, start)
    writer.output(writer.node("MakeTuple", early, late))
    found = run(writer, tmp_path, x=G, p=P)
    np.testing.assert_array_equal(found["output0"], P)
    np.testing.assert_array_equal(found["output1"], -G)
    np.testing.assert_array_equal(found["p.new"], -G)


def test_changes_one_after_the_other_add_up(tmp_path: Path) -> None:
    writer = MindirWriter()
    x = writer.input("x", (2, 3))
    p = writer.parameter("p", np.zeros((2, 3), np.float32))
    state = writer.constant(MONAD)
    for _ in range(3):
        state = writer.node("UpdateState", state, writer.node("AssignAdd", p, x, state))
    writer.output(writer.node("Depend", x, state))
    np.testing.assert_allclose(run(writer, tmp_path, x=G, p=P)["p.new"], P + 3 * G, rtol=1e-5)


def test_two_changes_in_no_order_are_refused(tmp_path: Path) -> None:
    writer = MindirWriter()
    x = writer.input("x", (2, 3))
    p = writer.parameter("p", np.zeros((2, 3), np.float32))
    start = writer.constant(MONAD)
    both = [writer.node(kind, p, x, start) for kind in ("AssignAdd", "AssignSub")]
    writer.output(writer.node("MakeTuple", *both))
    with pytest.raises(UnsupportedModelError, match="'p' is changed twice, in no order"):
        read(writer, tmp_path)


def test_a_parameter_that_changes_is_not_read_without_an_order(tmp_path: Path) -> None:
    writer = MindirWriter()
    x = writer.input("x", (2, 3))
    p = writer.parameter("p", np.zeros((2, 3), np.float32))
    assigned = writer.node("Assign", p, x, writer.constant(MONAD))
    writer.output(writer.node("MakeTuple", writer.node("Neg", p), assigned))
    with pytest.raises(UnsupportedModelError, match=r"Neg .*'p' before or after it changes"):
        read(writer, tmp_path)


def test_a_parameter_is_read_before_the_change_that_needs_the_reader(tmp_path: Path) -> None:
    writer = MindirWriter()
    x = writer.input("x", (2, 3))
    p = writer.parameter("p", np.zeros((2, 3), np.float32))
    product = writer.node("Mul", p, x)
    writer.output(writer.node("AssignSub", p, product, writer.constant(MONAD)))
    np.testing.assert_allclose(run(writer, tmp_path, x=G, p=P)["p.new"], P - P * G, rtol=1e-5)


def test_a_value_of_another_shape_is_refused(tmp_path: Path) -> None:
    writer = MindirWriter()
    x = writer.input("x", (3,))
    p = writer.parameter("p", np.zeros((2, 3), np.float32))
    writer.output(writer.node("Assign", p, x, writer.constant(MONAD)))
    with pytest.raises(
        UnsupportedModelError, match=r"'p' of shape \(2, 3\) a value of shape \(3,\)"
    ):
        read(writer, tmp_path)


def test_a_change_in_a_graph_that_is_called_is_refused(tmp_path: Path) -> None:
    writer = MindirWriter()
    x = writer.input("x", (2, 3))
    p = writer.parameter("p", np.zeros((2, 3), np.float32))
    assigned = writer.node("Assign", p, x, writer.constant(MONAD))
    writer.output(writer.node("MakeTuple", assigned, writer.call("change", x)))
    with writer.function("change", "change:x"):
        writer.output(writer.node("AssignAdd", p, "change:x", writer.constant(MONAD)))
    with pytest.raises(
        UnsupportedModelError, match="changes a parameter in a graph that is called"
    ):
        read(writer, tmp_path)


def batch_norm_step() -> MindirWriter:
    """A normalization by the batch, its gradient, and a parameter that changes."""
    writer = MindirWriter()
    x, dy = writer.input("x", (4, 2, 3, 3)), writer.input("dy", (4, 2, 3, 3))
    names = [writer.parameter(name, np.ones(2, np.float32)) for name in ("s", "b", "mean", "var")]
    start = writer.constant(MONAD)
    normal = writer.node("BatchNorm", x, *names, True, 1e-5, 0.1, 0, start)
    parts = [writer.node("TupleGetItem", normal, number) for number in (0, 3, 4)]
    slopes = writer.node(
        "BatchNormGrad", dy, x, writer.node("Load", names[0], start), *parts[1:], parts[2], True,
        1e-5, 0,
    )  # fmt: skip
    results = [writer.node("TupleGetItem", slopes, number) for number in range(3)]
    state = writer.node("UpdateState", start, normal)
    changed = writer.node("AssignSub", names[1], results[2], state)
    writer.output(writer.node("MakeTuple", parts[0], *results, changed))
    return writer


def test_a_normalization_by_the_batch_moves_its_statistics(tmp_path: Path) -> None:
    generator = np.random.default_rng(1)
    x, dy = generator.standard_normal((2, 4, 2, 3, 3)).astype(np.float32)
    kept = {name: np.abs(generator.standard_normal(2)).astype(np.float32) for name in ("s", "b")}
    found = run(
        batch_norm_step(), tmp_path, x=x, dy=dy, mean=np.zeros(2, np.float32),
        var=np.ones(2, np.float32), **kept,
    )  # fmt: skip
    wide, slope = x.astype(np.float64), dy.astype(np.float64)
    axes, channel = (0, 2, 3), (1, 2, 1, 1)
    mean, variance = wide.mean(axes), wide.var(axes)
    inverse = 1 / np.sqrt(variance + 1e-5)
    normal = (wide - mean.reshape(channel)) * inverse.reshape(channel)
    scale = kept["s"].reshape(channel)
    np.testing.assert_allclose(
        found["output0"], normal * scale + kept["b"].reshape(channel), atol=1e-5
    )
    np.testing.assert_allclose(found["mean.new"], 0.1 * mean, atol=1e-6)
    np.testing.assert_allclose(found["var.new"], 0.9 + 0.1 * wide.var(axes, ddof=1), rtol=1e-5)
    to_scale, to_bias = (slope * normal).sum(axes), slope.sum(axes)
    to_x = slope - to_bias.reshape(channel) / 36 - normal * to_scale.reshape(channel) / 36
    to_x *= scale * inverse.reshape(channel)
    np.testing.assert_allclose(found["output1"], to_x, atol=1e-5)
    np.testing.assert_allclose(found["output2"], to_scale, atol=1e-4)
    np.testing.assert_allclose(found["output3"], to_bias, atol=1e-5)


def test_weights_of_a_graph_without_them_become_inputs_or_what_is_given() -> None:
    writer = MindirWriter()
    x, w = writer.input("x", (2, 3)), writer.parameter("w", P)
    writer.output(writer.node("Mul", x, w))
    writer.message.graph.parameter[0].ClearField("raw_data")
    data = writer.message.SerializeToString()
    assert not trains(data)
    assert read_step(data, "net").variables == {"w": None}
    frozen = read_step(data, "net", lambda name: {"w": P}[name])
    assert [value.name for value in frozen.model.graph.inputs] == ["x"]
    whole = type(writer.message).FromString(with_weights(data, lambda name: P))
    assert whole.graph.parameter[0].raw_data == P.tobytes()


def test_what_a_step_has_that_is_not_read_is_named_without_advice_to_export_it() -> None:
    writer = MindirWriter()
    writer.output(writer.node("Dropout2D", writer.input("x", (2, 3, 4, 4))))
    with pytest.raises(aoe.AoeError, match="cannot compute net because of this: Dropout2D"):
        read_step(writer.message.SerializeToString(), "net")


def test_a_step_names_its_variables_and_what_changes_them() -> None:
    step = read_step(momentum_step().message.SerializeToString(), "net")
    assert step.inputs == ("g",)
    assert step.outputs == ("output",)
    assert step.variables == {"p": "p.new", "v": "v.new"}
    assert step.operators == 2


def rms(centered: bool) -> dict[str, np.ndarray]:
    square, mean = 0.9 * S + 0.1 * G * G, 0.9 * Q + 0.1 * G
    spread = square - mean**2 if centered else square
    moved = 0.5 * R + 0.1 * G / np.sqrt(spread + 1e-3)
    found = {"p": P - moved, "s": square, "r": moved}
    return {**found, "q": mean} if centered else found


def adadelta() -> dict[str, np.ndarray]:
    square = 0.9 * S + 0.1 * G * G
    step = np.sqrt(R + 1e-3) * G / np.sqrt(square + 1e-3)
    return {"p": P - 0.1 * step, "s": square, "r": 0.9 * R + 0.1 * step**2}


def adamax() -> dict[str, np.ndarray]:
    mean, largest = 0.9 * Q + 0.1 * G, np.maximum(0.8 * S, np.abs(G))
    return {"p": P - 0.1 / (1 - 0.81) * mean / (largest + 1e-3), "q": mean, "s": largest}


def ftrl() -> dict[str, np.ndarray]:
    total = S + G * G
    along = Q + G - (np.sqrt(total) - np.sqrt(S)) / 0.1 * P
    new = np.where(
        np.abs(along) > 0.3, (np.sign(along) * 0.3 - along) / (np.sqrt(total) / 0.1 + 0.4), 0
    )
    return {"p": new, "s": total, "q": along}


S, R = np.random.default_rng(1).random((2, 2, 3)).astype(np.float32)
Q = np.asarray(Q * 0.3)
ADAGRAD = S + G * G
UPDATES: list[tuple[str, tuple[object, ...], dict[str, object], dict[str, np.ndarray]]] = [
    ("ApplyRMSProp", ("p", "s", "r", 0.1, "g", 0.9, 0.5, 1e-3), {}, rms(False)),
    ("ApplyCenteredRMSProp", ("p", "q", "s", "r", "g", 0.1, 0.9, 0.5, 1e-3), {}, rms(True)),
    ("ApplyAdagrad", ("p", "s", 0.1, "g"), {}, {"p": P - 0.1 * G / np.sqrt(ADAGRAD), "s": ADAGRAD}),
    (
        "ApplyAdagrad",
        ("p", "s", 0.1, "g"),
        {"update_slots": False},
        {"p": P - 0.1 * G / np.sqrt(S)},
    ),
    (
        "ApplyAdagradV2",
        ("p", "s", 0.1, "g"),
        {"epsilon": 0.1},
        {"p": P - 0.1 * G / (np.sqrt(ADAGRAD) + 0.1), "s": ADAGRAD},
    ),
    # Where nothing was added up and the gradient is 0, nothing changes.
    ("ApplyAdagrad", ("z", "z2", 0.1, "n"), {}, {"z": np.zeros((2, 3)), "z2": np.zeros((2, 3))}),
    ("ApplyAdadelta", ("p", "s", "r", 0.1, 0.9, 1e-3, "g"), {}, adadelta()),
    ("ApplyAdaMax", ("p", "q", "s", 0.81, 0.1, 0.9, 0.8, 1e-3, "g"), {}, adamax()),
    ("ApplyFtrl", ("p", "s", "q", "g", 0.1, 0.3, 0.2, -0.5), {}, ftrl()),
    ("InplaceMul", ("p", 0.5), {}, {"p": P * np.float32(0.5)}),
    ("InplaceAddExt", ("p", "g", 2), {}, {"p": P + 2 * G}),
]


@pytest.mark.parametrize(("primitive", "operands", "attributes", "wanted"), UPDATES)
def test_an_update_is_that_of_its_formula(
    primitive: str,
    operands: tuple[object, ...],
    attributes: dict[str, object],
    wanted: dict[str, np.ndarray],
    tmp_path: Path,
) -> None:
    arrays = {"p": P, "q": Q, "r": R, "s": S, "z": np.zeros_like(P), "z2": np.zeros_like(P)}
    writer = MindirWriter()
    known: dict[object, object] = {
        "g": writer.input("g", (2, 3)),
        "n": np.zeros((2, 3), np.float32),
    }
    for name in arrays:
        if name in operands:
            known[name] = writer.parameter(name, np.zeros((2, 3), np.float32))
    start = writer.constant(MONAD)
    given = [known[item] if isinstance(item, str) else item for item in operands]
    step = writer.node(primitive, *given, start, **attributes)
    writer.output(writer.node("Depend", known["g"], writer.node("UpdateState", start, step)))
    held = {name: array for name, array in arrays.items() if name in known}
    found = run(writer, tmp_path, g=G, **held)
    for name, value in wanted.items():
        np.testing.assert_allclose(found[f"{name}.new"], value, rtol=1e-4, atol=1e-5)
