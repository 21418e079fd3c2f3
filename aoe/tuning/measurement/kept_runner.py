"""A runner that serves one tuning after the other, for who tunes one operator at a time: starting
its process takes as long as measuring some candidates.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from aoe.target import Target
from aoe.tuning.measurement.measurement_options import MeasurementOptions
from aoe.tuning.measurement.runner import Runner


class KeptRunner:
    """Lends its runner to one tuning at a time. The process starts at once."""

    def __init__(self, target: Target) -> None:
        """`target`: what candidates are compiled for."""
        self._target = target
        self._runner: Runner | None = Runner(target)

    @contextmanager
    def lent(self, working_set: float, measuring: MeasurementOptions) -> Iterator[Runner]:
        """The runner, without candidates. It ends where a tuning ends by an exception, because the
        process may then answer what nobody waits for; the next tuning starts another.

        Args:
            working_set: See `aoe.tuning.measurement.runner_requests.OpenModel`.
            measuring: How the tuning measures.
        """
        runner, self._runner = self._runner or Runner(self._target), None
        runner.working_set = working_set
        runner.fewest_runs, runner.seed = measuring.fewest_runs, measuring.seed
        try:
            yield runner
            runner.forget(references=True)
        except BaseException:
            runner.close()
            raise
        self._runner = runner

    def close(self) -> None:
        """Ends the process."""
        if self._runner is not None:
            self._runner.close()
