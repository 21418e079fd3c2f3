"""What a model that tuning did not make faster runs at: against its roofline, and against ONNX
Runtime where that is installed.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from statistics import median

from aoe.application.display.times import seconds_text
from aoe.application.model.inputs import profile_inputs, synthetic_arrays
from aoe.application.model.machine import this_machine
from aoe.application.model.roofline import model_lower_bound
from aoe.application.run.bench_command import quiet_machine
from aoe.application.run.contest import Contest, held
from aoe.application.run.engine_names import ONNXRUNTIME, OURS
from aoe.application.run.engines import Opening
from aoe.application.tune.preconditions import LOAD, running_programs
from aoe.backends.session import read_offline_model
from aoe.errors import AoeError
from aoe.runtime.offline_model import OfflineModel
from aoe.settings import Settings, usable_cores
from aoe.target import Target

#: Seconds that the comparison may take with everything around it, seconds without which it does not
#: begin, and of measuring.
SECONDS, FEWEST_SECONDS, MEASURING = 3.0, 2.0, 0.1
#: Rounds of a short comparison, and looks at the machine before it.
ROUNDS, LOOKS = 2, 3


@dataclass(frozen=True, slots=True)
class Standing:
    """What a model runs at.

    Attributes:
        seconds: The median time of an inference.
        lower_bound: The least that its operators take at this machine's speed.
    """

    seconds: float
    lower_bound: float

    @property
    def sentence(self) -> str:
        """The roofline in one sentence."""
        share = self.lower_bound / self.seconds
        return (
            f"roofline: {seconds_text(self.seconds)} is {share:.0%} of the speed at which its "
            f"operators are bound by arithmetic or memory ({seconds_text(self.lower_bound)})"
        )


def installed() -> bool:
    """Whether ONNX Runtime is installed."""
    return find_spec(ONNXRUNTIME) is not None


def is_possible() -> bool:
    """Whether a comparison with ONNX Runtime can be expected: it is installed, and no other
    programs run now.
    """
    return installed() and (running_programs() or 0.0) < LOAD * usable_cores()


def roofline_sentence(path: Path, milliseconds: float, settings: Settings) -> str | None:
    """What a model with fixed shapes runs at against its roofline; None where that is not known."""
    found = _opened(path, settings)
    if found is None:
        return None
    lower_bound = model_lower_bound(*found)
    return Standing(milliseconds * 1e-3, lower_bound).sentence if lower_bound else None


def onnxruntime_sentence(
    path: Path, source: Path, settings: Settings, left: float | None = None
) -> str:
    """How fast ONNX Runtime is beside a model, or why that is not known.

    Args:
        path: The offline model.
        source: Its source model, of ONNX.
        settings: The environment.
        left: Seconds that are left of a budget; None without one.
    """
    found = _opened(path, settings)
    if found is None:
        return "ONNX Runtime: a model of several shapes is not compared here"
    if left is not None and left < FEWEST_SECONDS:
        return "ONNX Runtime: the budget left no time to compare it"
    model, target = found
    feed = synthetic_arrays(profile_inputs(model, 1), seed=0)
    outputs = [info.name for info in model.plan.outputs]
    openings = [
        Opening(name, file, target.threads, feed, outputs)
        for name, file in ((OURS, path), (ONNXRUNTIME, source))
    ]
    try:
        with quiet_machine(target) as quiet:
            if not any(quiet() for _ in range(LOOKS)):
                return "ONNX Runtime: the machine is busy, so it is not compared"
            contest = held(openings, MEASURING, quiet, processes=1, fewest=ROUNDS)
    except AoeError as error:
        return f"ONNX Runtime: {_without_name(str(error))}"
    return told(contest)


def _without_name(reason: str) -> str:
    """A reason that does not say again which engine it is about."""
    return reason.removeprefix("ONNX Runtime ").removeprefix(f"{ONNXRUNTIME} ")


def told(contest: Contest) -> str:
    """What a comparison with ONNX Runtime says."""
    ours, theirs = (median(contest.seconds(name)) for name in (OURS, ONNXRUNTIME))
    version = contest.versions[ONNXRUNTIME]
    if not contest.is_quiet:
        return (
            f"ONNX Runtime {version}: {seconds_text(theirs)}, open-aoe {seconds_text(ours)}, but "
            "the machine was busy, so it is not said which is faster"
        )
    return (
        f"ONNX Runtime {version}: {seconds_text(theirs)}, open-aoe {seconds_text(ours)}, which is "
        f"{theirs / ours:.2f} x its speed"
    )


def _opened(path: Path, settings: Settings) -> tuple[OfflineModel, Target] | None:
    """A model of one shape and this machine; None for a model of several or open ones."""
    try:
        model = read_offline_model(path)
    except AoeError:
        return None
    if model.profiles or model.graph is None:
        return None
    made_for = model.manifest.target
    return model, this_machine(made_for.threads, settings, made_for.backend)
