"""What only runs a model takes more threads than there are cores, as ONNX Runtime does."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

import aoe
from aoe.application.command_line import main
from aoe.settings import usable_cores
from tests.application.conftest import expected

MORE = usable_cores() + 1
X = np.random.default_rng(5).standard_normal((2, 8)).astype(np.float32)


def compiled() -> aoe.InferenceSession:
    return aoe.compile("small.onnx", threads=MORE, input_shape={"x": (2, 8)})


def opened_with_options() -> aoe.InferenceSession:
    return aoe.InferenceSession("small.onnx", aoe.SessionOptions(intra_op_num_threads=MORE))


@pytest.mark.usefixtures("place")
@pytest.mark.parametrize("opened", [compiled, opened_with_options])
def test_a_session_has_as_many_threads_as_it_is_given(
    opened: Callable[[], aoe.InferenceSession],
) -> None:
    with opened() as session:
        np.testing.assert_allclose(session.run(["y"], {"x": X})[0], expected(X), atol=1e-5)
        assert session.threads == MORE


@pytest.mark.usefixtures("place")
@pytest.mark.parametrize("command", [["compile"], ["run", "--random"], ["bench", "--seconds=0.1"]])
def test_commands_that_do_not_tune_take_them_too(command: list[str]) -> None:
    assert main([*command, "small.onnx", "--input_shape=x:2,8", f"--threads={MORE}"]) == 0


@pytest.mark.usefixtures("place")
@pytest.mark.parametrize("threads", [0, 1 << 20])
def test_numbers_without_sense_are_refused(threads: int) -> None:
    with pytest.raises(aoe.UsageError, match=f"threads={threads}: must be from 1 to 1024"):
        aoe.compile("small.onnx", threads=threads)


@pytest.mark.usefixtures("place")
def test_tuning_refuses_them() -> None:
    with pytest.raises(aoe.UsageError, match="the cores of this machine"):
        aoe.tune("small.onnx", threads=MORE, input_shape={"x": (2, 8)})
