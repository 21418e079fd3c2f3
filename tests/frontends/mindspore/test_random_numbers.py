"""Random numbers in MindIR: inputs of a training step, and nothing that another model may have."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import aoe
from aoe.errors import ModelError, UnsupportedModelError
from aoe.frontends.mindspore.reader import read_step
from aoe.frontends.step_model import Draw
from tests.frontends.mindspore.files import MONAD, MindirWriter

G = np.random.default_rng(0).standard_normal((2, 3)).astype(np.float32)
KEPT = np.array([[True, False, True], [False, True, True]])


def dropping(*, trains: bool = True, older: bool = False) -> MindirWriter:
    """A sum with what a mask keeps of a gradient, and with noise."""
    writer = MindirWriter(older=older)
    g, p = writer.input("g", (2, 3)), writer.parameter("p", np.zeros((2, 3), np.float32))
    start = writer.constant(MONAD)
    if older:
        both = writer.node("Dropout", g, keep_prob=0.25, Seed0=7, Seed1=3)
    else:
        both = writer.node("Dropout", g, 0.25, 7, 3)
    kept, mask = (writer.node("TupleGetItem", both, number) for number in (0, 1))
    again = writer.node("DropoutGrad", kept, mask, keep_prob=0.25)
    noisy = writer.node("Add", again, writer.node("StandardNormal", (2, 3), seed=5, seed2=6))
    if trains:
        state = writer.node("UpdateState", start, writer.node("AssignAdd", p, noisy, start))
        noisy = writer.node("Depend", noisy, state)
    writer.output(noisy)
    return writer


@pytest.mark.parametrize("older", [False, True])
def test_numbers_that_a_step_draws_are_inputs(older: bool, tmp_path: Path) -> None:
    noise = np.full((2, 3), 0.5, np.float32)
    with aoe.compile(dropping(older=older).write(tmp_path / "step.mindir")) as session:
        names = [item.name for item in session.get_inputs()]
        assert sorted(names) == ["g", "p", "random.0", "random.1"]
        given = {"g": G, "p": G, "random.0": KEPT, "random.1": noise}
        found, new = session.run(None, given)
    np.testing.assert_allclose(found, G * KEPT * 16 + noise, rtol=1e-6)
    np.testing.assert_allclose(new, G * KEPT * 16 + noise + G, rtol=1e-6)


def test_a_step_names_what_it_draws() -> None:
    step = read_step(dropping().message.SerializeToString(), "step")
    assert step.inputs == ("g", "random.0", "random.1")
    assert step.draws == (
        Draw("random.0", "Dropout", (2, 3), (7, 3), 0.25, node="Default/Dropout-op1"),
        Draw("random.1", "StandardNormal", (2, 3), (5, 6), node="Default/StandardNormal-op10"),
    )


def test_a_model_that_does_not_train_draws_nothing(tmp_path: Path) -> None:
    with pytest.raises(UnsupportedModelError, match=r"Dropout .*: it draws random numbers"):
        aoe.compile(dropping(trains=False).write(tmp_path / "net.mindir"))


def test_numbers_of_branches_are_refused() -> None:
    writer = MindirWriter()
    x, flag = writer.input("x", (2, 3)), writer.input("flag", (), "bool")
    with writer.function("drops", "y"):
        writer.output(writer.node("TupleGetItem", writer.node("Dropout", "y", 0.5, 1, 2), 0))
    with writer.function("keeps", "z"):
        writer.output(writer.node("Neg", "z"))
    chosen = writer.node(
        "Switch", flag, writer.node("Partial", "drops", x), writer.node("Partial", "keeps", x)
    )
    writer.output(writer.call(chosen))
    with pytest.raises(ModelError, match="it draws random numbers in a graph that is called"):
        read_step(writer.message.SerializeToString(), "step")
