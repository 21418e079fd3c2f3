"""Gradient tuning in a training script: one line after the model is wrapped.

    ddp = DistributedDataParallel(model)
    ddp = aoe.torch.tune_gradients(ddp)

With AOE_MODE=4 the next steps are measured, the best plan is stored and used. Otherwise the plan of
an earlier run is looked up by the hash of the model's gradients. Where there is none, the model
stays as it is, and a notice says why.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import torch

from aoe.application.request.values import existing_folder
from aoe.errors import AoeError, UsageError, counted
from aoe.gradient_tuning.backward import finish
from aoe.gradient_tuning.backward_profile import BackwardProfile, link_of
from aoe.gradient_tuning.robust import robust
from aoe.gradient_tuning.rules import by_caps
from aoe.repository.gradient_entry import GradientEntry, LinkPlan, model_hash
from aoe.repository.gradient_file import GradientMiss, find_gradients, reading_paths
from aoe.settings import Settings, read_settings
from aoe.torch.gradients.measurement import (
    collectives_in_flight,
    is_other_link,
    link_name,
    measured_link,
)
from aoe.torch.gradients.ranks import Ranks
from aoe.torch.gradients.reducer import (
    SENDING,
    bytes_of,
    caps_of,
    layout_of,
    parameters_of,
    type_of,
)
from aoe.torch.gradients.reminder import gradient_calls
from aoe.torch.gradients.session import Session, notice, session_of
from aoe.torch.gradients.support import ddp_of, objection
from aoe.torch.gradients.tuner import Tuner
from aoe.torch.gradients.updates import SegmentUpdates
from aoe.training.gradients.findings import Findings
from aoe.training.gradients.link_timing import MOST_STEPS
from aoe.training.gradients.outcome import Outcome
from aoe.training.modes import GRADIENTS

logger = logging.getLogger("aoe.torch")

#: The fewest it can do with: those before the last comparison.
FEWEST_STEPS = 45
#: A plan for a link on which nothing was compared is used if it is expected to end so much earlier.
EXPECTED_GAIN = 0.03
#: What ranks have to agree about, since all of them take the same steps, and what to do.
_AGREED = (
    "the ranks have different models; give all of them the same",
    "AOE_MODE is not the same on all ranks; export it on all of them",
    "REPEAT_TUNE is not the same on all ranks; export it on all of them",
    "budget_steps is not the same on all ranks; give all of them the same",
    "compression is not the same on all ranks; give all of them the same",
    "optimizer is given on some ranks only; give all of them theirs",
)


def tune_gradients(
    model: Any,
    step: Callable[[], object] | None = None,
    *,
    mode: str | int | None = None,
    budget_steps: int = MOST_STEPS,
    repository: str | Path | None = None,
    soc_version: str | None = None,
    compression: str | None = None,
    optimizer: torch.optim.Optimizer | None = None,
) -> Any:
    """Tunes how the gradients of a model are joined for all-reduce, or uses what was tuned before.

    Call it on all ranks, after the model was wrapped and its communication hooks were registered,
    and before the first step.

    Args:
        model: A `DistributedDataParallel`, or one that `torch.compile` returned.
        step: A function that trains one step. With it, tuning takes place in this call. Without it,
            in the next steps of the script.
        mode: "4" tunes, "0" looks up. By default AOE_MODE decides.
        budget_steps: The most steps that tuning takes, 45 or more.
        repository: The folder of the repository. By default TUNE_BANK_PATH decides.
        soc_version: The device model that the repository knows. By default that of this machine.
        compression: "bfloat16" or "float16": gradients may be sent in this type, which rounds them,
            where that makes steps faster. By default they are sent as they are.
        optimizer: The optimizer of the script. Parameters may be updated as soon as their segment
            is reduced, at the end of `backward`, where that makes steps faster and is exact. The
            script must not read parameters between `backward` and `step`. By default all are
            updated by `step`.

    Returns:
        The model that was given.

    Raises:
        UsageError: An argument or a variable cannot be used, or the model is something else.
    """
    gradient_calls().made = True
    ddp = ddp_of(model)
    if session_of(ddp) is not None:
        raise UsageError("tune_gradients was called for this model before; call it once")
    device = parameters_of(ddp)[0].device
    ranks = Ranks(ddp.process_group, device)
    text = None if mode is None else str(mode)
    settings = _checked_settings(ranks, text, budget_steps, repository, compression, optimizer)
    tunes = settings.aoe_mode == GRADIENTS
    gradients = _gradients(ddp)
    session = Session(
        ddp,
        ranks,
        model_hash(gradients),
        settings,
        soc_version or _device_model(device),
    )
    reason = objection(ddp, compression)
    if ranks.count == 1:
        reason = "there is one worker, so nothing is reduced"
    else:
        arguments = budget_steps, compression, optimizer is not None
        agreed = (session.model, tunes, settings.repeat_tune, *arguments)
        reason = _disagreement(ranks.gathered((agreed, reason)))
    if reason is not None:
        notice(ranks, f"gradients are not tuned: {reason}")
        return model
    session.begin()
    _watch(session, optimizer)
    entry = _look_up(session, gradients, tunes)
    plan = None if entry is None else _known_plan(session, entry)
    if tunes and (plan is None or settings.repeat_tune):
        _start(session, budget_steps, compression)
        if step is not None:
            _run(session, step)
    elif plan is not None and entry is not None:
        _apply(session, BackwardProfile.of(entry), plan, compression)
    else:
        session.leave_updates()
        if entry is not None:
            _plan_anew(session, BackwardProfile.of(entry), entry)
    return model


def _watch(session: Session, optimizer: torch.optim.Optimizer | None) -> None:
    """Watches the steps of an optimizer whose updates may come behind segments."""
    if optimizer is None:
        return
    session.updates = SegmentUpdates(session.ddp, optimizer)
    reason = next(filter(None, session.ranks.gathered(session.updates.reason)), None)
    if reason is not None:
        session.leave_updates()
        notice(session.ranks, reason)


def _gradients(ddp: Any) -> list[tuple[str, int]]:
    return [(type_of(item), bytes_of(item)) for item in parameters_of(ddp)]


def _checked_settings(
    ranks: Ranks,
    mode: str | None,
    budget_steps: int,
    repository: str | Path | None,
    compression: str | None,
    optimizer: object,
) -> Settings:
    """The settings of this rank (`_own_settings`).

    Raises:
        UsageError: A rank has a variable or an argument that cannot be used. All ranks raise it.
    """
    reason, settings = None, None
    try:
        if compression not in (None, *SENDING):
            raise UsageError(f"compression={compression!r}: must be 'bfloat16' or 'float16'")
        if not isinstance(optimizer, torch.optim.Optimizer | None):
            raise UsageError(f"optimizer: a {type(optimizer).__name__} is no optimizer of PyTorch")
        settings = _own_settings(ranks.is_first, mode, budget_steps, repository)
    except UsageError as error:
        reason = str(error)
    reasons = [item for item in ranks.gathered(reason) if item is not None]
    if reasons or settings is None:
        raise UsageError(reasons[0])
    return settings


def _own_settings(
    is_first: bool, mode: str | None, budget_steps: int, repository: str | Path | None
) -> Settings:
    """The environment, with the arguments in it. Only the first rank reads and writes the
    repository, so the others may lack it.

    Raises:
        UsageError: A variable or an argument cannot be used.
    """
    if mode not in (None, GRADIENTS, "0"):
        raise UsageError(f"mode={mode!r}: must be '4' to tune, or '0' to look up")
    if budget_steps < FEWEST_STEPS:
        raise UsageError(f"budget_steps={budget_steps}: must be {FEWEST_STEPS} or more")
    settings = read_settings(unset=() if is_first else ("TUNE_BANK_PATH",))
    if mode is not None:
        settings = replace(settings, aoe_mode=mode)
    if repository is not None and is_first:
        folder = existing_folder("repository", repository)
        settings = replace(settings, tune_bank_path=folder)
    return settings


def _disagreement(told: Sequence[tuple[tuple[object, ...], str | None]]) -> str | None:
    """Why the ranks cannot tune: an objection of one of them, or what they do not agree about.

    Args:
        told: What each rank has of `_AGREED`, and its objection.
    """
    reasons = [reason for _, reason in told if reason is not None]
    if reasons:
        return reasons[0]
    for text, values in zip(
        _AGREED, zip(*(agreed for agreed, _ in told), strict=True), strict=True
    ):
        if len({*values}) > 1:
            return text
    return None


def _device_model(device: torch.device) -> str:
    """The device model of a repository: of a CPU as everywhere in open-aoe, else the device's
    name.
    """
    if device.type == "cpu":
        from aoe.backends.registry import default_backend

        return str(default_backend().machine.target().soc_version)
    name = torch.get_device_module(device).get_device_name(device)
    return re.sub(r"\W+", "_", str(name)).strip("_")


def _look_up(
    session: Session, gradients: list[tuple[str, int]], tunes: bool
) -> GradientEntry | None:
    """The entry of the model. The first rank reads; the others may not have the file."""

    def read() -> GradientEntry | str:
        if not session.ranks.is_first:
            return ""
        paths = reading_paths(session.settings, session.soc_version)
        found = find_gradients(paths, session.model, gradients)
        return found.reason if isinstance(found, GradientMiss) else found.entry

    found = session.ranks.from_first(session.ranks.together(read))
    if isinstance(found, GradientEntry):
        return found
    if not tunes:
        notice(
            session.ranks,
            f"gradients are reduced by DDP's default split: {found}. Tune with AOE_MODE=4",
        )
    return None


def _known_plan(session: Session, entry: GradientEntry) -> LinkPlan | None:
    """What was measured on this link."""
    device = parameters_of(session.ddp)[0].device
    name = link_name(session.ranks, device)
    plan = None if entry.details is None else entry.details.plan_for(name)
    if plan is None:
        return None
    seconds = [time * 1e-6 for time in plan.alone_us]
    group = session.ddp.process_group
    return None if is_other_link(session.ranks, group, device, plan.sizes, seconds) else plan


def _apply(
    session: Session, profile: BackwardProfile, plan: LinkPlan, compression: str | None
) -> None:
    """Uses what was measured on this link."""
    if plan.sends and plan.sends != compression:
        notice(
            session.ranks,
            f"gradients are reduced by DDP's default split: the plan that won sends them as "
            f"{plan.sends}. Allow it with compression={plan.sends!r}, or tune with AOE_MODE=4 and "
            "REPEAT_TUNE=True",
        )
        return
    if plan.updates and session.updates is None:
        notice(
            session.ranks,
            "gradients are reduced by DDP's default split: the plan that won updates parameters "
            "behind segments. Give the optimizer by optimizer=, or tune with AOE_MODE=4 and "
            "REPEAT_TUNE=True",
        )
        return
    if session.updates is not None and not plan.updates:
        session.leave_updates()
        if session.ranks.is_first:
            logger.info(
                "the plan that won updates parameters at the end; AOE_MODE=4 and REPEAT_TUNE=True "
                "compare it with others"
            )
    if plan.ends is None:
        notice(
            session.ranks,
            "gradients were tuned before, and DDP's default split was best: it stays",
        )
        return
    sends = plan.sends or None
    used = session.use(layout_of(session.ddp, profile.order, plan.ends, sends))
    if used and plan.updates:
        session.watched = layout_of(session.ddp, profile.order, plan.ends, sends, updates=True)
    if used and session.ranks.is_first:
        logger.info("gradients are reduced in %d tuned segments", len(plan.ends))


def _plan_anew(session: Session, profile: BackwardProfile, entry: GradientEntry) -> None:
    """Plans for a link on which nothing was compared."""
    ddp, ranks = session.ddp, session.ranks
    device = parameters_of(ddp)[0].device
    name = link_name(ranks, device)
    in_flight = collectives_in_flight(ddp, ranks)
    whole = sum(profile.sizes)
    link = measured_link(ranks, ddp.process_group, device, whole, in_flight)
    plans = () if entry.details is None else entry.details.plans
    tuned = "gradients were tuned on another link"
    if any(plan.link == name for plan in plans):
        tuned += " of this name, whose all-reduces took another time"
    if plans:  # computing beside collectives is a matter of the machine, not of the link
        known = link_of(plans[0])
        link = replace(link, beside_compute=known.beside_compute, slows_compute=known.slows_compute)
    backward = profile.backward(link)
    own = profile.arranged(range(len(profile.order) - 1, -1, -1)).backward(link)
    plan = robust(backward)
    end, default_end = finish(backward, plan), finish(own, by_caps(own.sizes, caps_of(ddp)))
    if not ranks.from_first(end < default_end * (1 - EXPECTED_GAIN)):
        notice(
            ranks,
            f"{tuned}; on this one, {name}, no plan is expected to be faster than DDP's default "
            "split: it stays. AOE_MODE=4 measures it",
        )
        return
    if not session.use(layout_of(ddp, profile.order, ranks.from_first(plan))):
        return
    notice(
        ranks,
        f"{tuned}; planned anew for {name}: {counted(len(plan), 'segment')}, "
        f"expected to end {1 - end / default_end:.1%} earlier. AOE_MODE=4 measures it",
    )


def _start(session: Session, budget: int, compression: str | None) -> None:
    outcome = Outcome(
        session.ranks, session.model, session.settings, session.soc_version, "DDP's default split"
    )
    outcome.advice = "if it is tied, untie it, or allow compression='bfloat16'"
    outcome.begin(type(session.ddp.module).__name__)

    def finished(findings: Findings) -> None:
        session.findings = findings
        best, order = findings.best, findings.profile.order
        if best is not None:
            session.layout = layout_of(session.ddp, order, best.plan, best.sends, best.updates)
        if best is None or not best.updates:
            session.leave_updates()
        outcome.finish(findings)

    def failed(error: AoeError) -> None:
        session.leave_updates()
        outcome.fail(error)

    ddp, ranks, updates = session.ddp, session.ranks, session.updates
    session.tune(Tuner(ddp, ranks, budget, compression, finished, failed, updates))


def _run(session: Session, step: Callable[[], object]) -> None:
    """Trains steps until tuning is done."""
    while session.tuner is not None:
        before = session.tuner.steps, session.tuner.begun
        step()
        tuner = session.tuner
        if tuner is not None and (tuner.steps, tuner.begun) == before:
            tuner.stop()
            session.end_tuning()
            raise UsageError(
                "step: it did not run the forward pass of the model that is tuned; give a function "
                "that trains one step of it"
            )
