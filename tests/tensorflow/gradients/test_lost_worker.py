"""A worker that ends while gradients are tuned: the others say so, and end."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from aoe.training.gradients.workers import LostRankError, lost

#: What TensorFlow says, in short.
ABORTED = "Collective ops is aborted by: recvmsg:Connection reset by peer"


class Told:
    """Stands for the outcome, which the first worker tells."""

    def __init__(self) -> None:
        self.failures: list[str] = []

    def fail(self, error: Exception) -> None:
        self.failures.append(str(error))


def tuned(call: Any, wait: Any, is_first: bool) -> tuple[Any, Told]:
    """A function whose gradients are tuned. `call` is its step, `wait` waits for the others."""
    from aoe.tensorflow.gradients.trials import Trial
    from aoe.tensorflow.gradients.tuned_function import TunedFunction

    made, told = TunedFunction.__new__(TunedFunction), Told()
    fields = {
        "_variants": {"packing": (call, Trial("model", None))},
        "_name": "packing",
        "_script": iter(()),
        "_workers": SimpleNamespace(wait=wait, is_first=is_first),
        "_outcome": told,
        "_unfinished": SimpleNamespace(detach=lambda: None),
    }
    for name, value in fields.items():
        setattr(made, name, value)
    return made, told


@pytest.mark.parametrize("is_first", [True, False])
def test_a_worker_that_ends_within_a_step_is_named_as_the_reason(
    is_first: bool, caplog: pytest.LogCaptureFixture
) -> None:
    import tensorflow as tf

    def step() -> None:
        raise tf.errors.UnavailableError(None, None, ABORTED)

    function, told = tuned(step, lambda: None, is_first)
    with pytest.raises(tf.errors.UnavailableError):  # which a script may handle, as always
        function.call((), {})
    assert function.is_done
    (failure,) = told.failures
    assert "a rank ended or does not answer during gradient tuning" in failure
    assert "more steps" not in failure
    assert ("a rank ended" in caplog.text) is not is_first  # the outcome is the first worker's


def test_a_worker_that_ends_between_two_steps_ends_tuning() -> None:
    def wait() -> None:
        raise lost(RuntimeError(ABORTED))

    function, told = tuned(lambda: None, wait, True)
    with pytest.raises(LostRankError, match="start the training again"):
        function.call((), {})
    assert function.is_done
    assert len(told.failures) == 1


def test_another_error_of_a_step_is_told_as_what_it_is() -> None:
    import tensorflow as tf

    def step() -> None:
        raise tf.errors.OutOfRangeError(None, None, "end of sequence")

    function, told = tuned(step, lambda: None, True)
    with pytest.raises(tf.errors.OutOfRangeError):
        function.call((), {})
    assert "a step raised OutOfRangeError before tuning had ended" in told.failures[0]
