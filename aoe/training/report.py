"""What became of each step: how much of it open-aoe computes, and how often it ran."""

from __future__ import annotations

import atexit
import logging
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from aoe.errors import counted


def show_messages(logger: logging.Logger) -> None:
    """Shows a framework's messages on standard error while the script has set up no logging. The
    root logger stays as it is, so that the script's own `logging.basicConfig` works.
    """
    handler = logging.StreamHandler()
    handler.setFormatter(logging.Formatter("%(name)s: %(message)s"))
    handler.addFilter(lambda record: not logging.getLogger().handlers)
    logger.addHandler(handler)
    logger.setLevel(logging.INFO)


@dataclass(slots=True)
class StepReport:
    """A step.

    Attributes:
        name: What it is called, `step_0_train_step`.
        operators: How many operators of the framework it has.
        outside: Those of them that the framework computes, with their numbers.
        reason: Why the framework runs the whole step; empty if it does not.
        kernels: How many different operators its models have.
        known: How many of these have a tuned policy in a repository.
        seconds: How long it took to read and to compile it.
        native: How often native code has run it.
        left: How often the framework has.
    """

    name: str
    operators: int = 0
    outside: Counter[str] = field(default_factory=Counter)
    reason: str = ""
    kernels: int = 0
    known: int = 0
    seconds: float = 0.0
    native: int = 0
    left: int = 0

    def __str__(self) -> str:
        if self.reason:
            return f"{self.name} stays with the framework: {self.reason}"
        outside = sum(self.outside.values())
        kinds = ", ".join(
            kind if count == 1 else f"{count} {kind}"
            for kind, count in sorted(self.outside.items())
        )
        rest = f", {outside} by the framework ({kinds})" if outside else ""
        return (
            f"{self.name}: {counted(self.operators, 'operator')} in open-aoe{rest}; "
            f"{self.known} of {self.kernels} tuned; {self.seconds:.1f} s"
        )


class Journal:
    """The reports of one adapter.

    Attributes:
        reports: What became of each step, in order.
    """

    def __init__(self, adapter: str, framework: str, hint: str = "") -> None:
        """`adapter`: its package, which begins its messages. `framework`: what they call it.
        `hint`: what to do if no step was taken over.
        """
        self.reports: list[StepReport] = []
        self._hint = f"; {hint}" if hint else ""
        self._adapter, self._framework, self._tells = adapter, framework, False

    def begun(self, kind: str) -> StepReport:
        """The report of a new step."""
        report = StepReport(f"step_{len(self.reports)}_{kind}")
        self.reports.append(report)
        return report

    def tell_at_exit(self) -> None:
        """Prints the summary when this process ends, once."""
        if not self._tells:
            self._tells = True
            atexit.register(self._tell)

    def keep_quiet(self) -> None:
        """Prints nothing when this process ends."""
        atexit.unregister(self._tell)

    def _tell(self) -> None:
        print(f"{self._adapter}: {self.summary(self.reports)}", file=sys.stderr)

    def summary(self, reports: Sequence[StepReport]) -> str:
        """All steps in one line."""
        if not reports:
            return f"no step was taken over{self._hint}"
        native, left = sum(item.native for item in reports), sum(item.left for item in reports)
        known, kernels = sum(item.known for item in reports), sum(item.kernels for item in reports)
        reasons = dict.fromkeys(item.reason for item in reports if item.reason)
        why = f", because {'; '.join(reasons)}" if reasons else ""
        return (
            f"{counted(len(reports), 'function')}: {counted(native, 'run')} by open-aoe, {left} "
            f"by {self._framework}"
            f"{why}; {known} of {counted(kernels, 'operator')} tuned"
        )
