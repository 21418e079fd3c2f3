"""What happens to the gradients of each model in this process: they are packed as the script says,
as was found before, or as a trial says; and a model may wait to be tuned.

All workers decide alike, when a function is traced that reduces gradients which are new to them.
"""

from __future__ import annotations

import atexit
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from aoe.errors import UsageError, counted
from aoe.gradient_tuning.packs import pack_bytes
from aoe.repository.gradient_file import GradientMiss, find_gradients, reading_paths
from aoe.settings import Settings, read_settings
from aoe.tensorflow import adapter
from aoe.tensorflow.gradients.link import link_name
from aoe.tensorflow.gradients.reductions import Reduce, Reduction
from aoe.tensorflow.gradients.trials import Trial
from aoe.tensorflow.gradients.workers import TensorFlowWorkers
from aoe.tensorflow.options import options_of
from aoe.training.modes import GRADIENTS

#: What workers have to agree about, since all of them take the same steps, and what to do.
_AGREED = (
    "the workers have different models; give all of them the same",
    "aoe_mode is not the same on all workers; set it on all of them",
    "REPEAT_TUNE is not the same on all workers; export it on all of them",
)


@dataclass(frozen=True)
class Place:
    """What tuning of one model needs beside its steps.

    Attributes:
        reduction: The all-reduce of its gradients.
        workers: The workers.
        settings: The environment, with the folder of the script.
        soc_version: The device model that the repository knows.
    """

    reduction: Reduction
    workers: TensorFlowWorkers
    settings: Settings
    soc_version: str


class Decisions:
    """What this process has decided.

    Attributes:
        trial: What functions are traced with now; None if nothing is tried.
        waiting: What the function that is called now has to be tuned for.
    """

    def __init__(self) -> None:
        self.trial: Trial | None = None
        self.waiting: Place | None = None
        self._chosen: dict[str, int | None] = {}
        self._is_eager_told = False

    @property
    def is_empty(self) -> bool:
        """Whether no gradients were seen."""
        return not self._chosen and not self._is_eager_told

    def choose(self, model: str, bytes_per_pack: int | None) -> None:
        """From now on, the gradients of a model are packed so."""
        self._chosen[model] = bytes_per_pack

    def traced(self, reduction: Reduction, reduce: Reduce) -> Any:
        """Packs gradients while a function is traced. Returns what reduces them."""
        model = reduction.model
        if self.trial is not None and self.trial.model == model:
            return self.trial.traced(reduction, reduce)
        if adapter.is_left():
            return reduce(None)
        if model not in self._chosen:
            self._chosen[model] = self._decided(reduction)
        return reduce(self._chosen[model])

    def eager(self) -> None:
        """Tells what eager mode means, once."""
        if not self._is_eager_told:
            self._is_eager_told = True
            if _mode() == GRADIENTS:
                adapter.logger.warning(
                    "gradients are not tuned: outside of a tf.function TensorFlow reduces them one "
                    "by one; put the training step into a tf.function"
                )

    def _decided(self, reduction: Reduction) -> int | None:
        """The number of bytes to use; None for that of the script."""
        options, settings = options_of(), read_settings()
        if options.work_path is not None:
            place = options.work_path
            settings = replace(
                settings, tuning_directory=place, work_path=settings.work_path or place
            )
        workers = TensorFlowWorkers(reduction.operations)
        tunes = options.aoe_mode == GRADIENTS
        agreed = [reduction.model, tunes, settings.repeat_tune]
        reason = _disagreement(workers.gathered([agreed, reduction.objection]))
        if reason is not None:
            _notice(workers, f"gradients are not tuned: {reason}")
            return None
        place_of = Place(reduction, workers, settings, _soc_version())
        link = link_name(workers, reduction)
        is_known, found, text = workers.from_first(
            workers.together(lambda: _known(place_of, link) if workers.is_first else None)
        ) or (False, None, "")
        if tunes and (settings.repeat_tune or not is_known):
            self.waiting = place_of
            return None
        if workers.is_first:
            adapter.logger.info("%s", text)
        return found


def _known(place: Place, link: str) -> tuple[bool, int | None, str]:
    """Whether a model was tuned on a link, its number of bytes, and what to tell."""
    reduction = place.reduction
    paths = reading_paths(place.settings, place.soc_version)
    found = find_gradients(paths, reduction.model, reduction.gradients)
    if isinstance(found, GradientMiss):
        return False, None, _as_before(found.reason)
    details = found.entry.details
    plan = None if details is None else details.plan_for(link)
    if plan is None:
        return False, None, _as_before(f"they were not tuned on {link}")
    if plan.ends is None:
        return True, None, "gradients were tuned before, and the packing of the script was best"
    size = pack_bytes(reduction.sizes, plan.ends)
    if size is None:
        reason = f"{found.path} has a plan that TensorFlow cannot make"
        return False, None, _as_before(reason)
    return (
        True,
        size,
        f"gradients are reduced in {counted(len(plan.ends), 'pack')}, bytes_per_pack={size}",
    )


def _as_before(reason: str) -> str:
    """What is told where gradients are packed as the script says."""
    return f"gradients are packed as the script says: {reason}. Tune with AOE_MODE=4"


def _disagreement(told: Sequence[Sequence[Any]]) -> str | None:
    """Why workers cannot tune: an objection of one of them, or what they do not agree about."""
    for _, objection in told:
        if objection is not None:
            return str(objection)
    for text, values in zip(_AGREED, zip(*(item for item, _ in told), strict=True), strict=True):
        if len({*values}) > 1:
            return text
    return None


def _soc_version() -> str:
    from aoe.backends.registry import default_backend

    return str(default_backend().machine.target().soc_version)


def _notice(workers: TensorFlowWorkers, text: str) -> None:
    if workers.is_first:
        adapter.logger.warning("%s", text)


def _mode() -> str | None:
    try:
        return options_of().aoe_mode
    except UsageError:
        return None  # the step that reads it says so


@cache
def decisions() -> Decisions:
    """Those of this process."""
    made = Decisions()
    atexit.register(_tell_if_none, made)
    return made


def _tell_if_none(made: Decisions) -> None:
    """At exit: says that mode 4 had nothing to do."""
    if made.is_empty and _mode() == GRADIENTS:
        adapter.logger.warning(
            "aoe_mode=4 tunes gradients that the workers of a MultiWorkerMirroredStrategy reduce; "
            "this process reduced none, so nothing was tuned"
        )
