"""Loads an offline model on the device it was compiled for, unless this machine lacks what that
needs: its backend, its instructions or its memory.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from aoe.backends.backend import LoadedModel
from aoe.backends.program_memory import require_program_memory
from aoe.backends.registry import UnknownBackendError, backend_of
from aoe.errors import OfflineModelError
from aoe.runtime.offline_model import ForeignMachineError, OfflineModel, static_models
from aoe.runtime.plan import Plan
from aoe.target import Target


def loaded_model(model: OfflineModel, name: str, threads: int | None) -> LoadedModel:
    """An offline model, loaded.

    Args:
        model: The model.
        name: What messages call it.
        threads: Parallel units of an inference; None for all that the process may use.

    Raises:
        ForeignMachineError: Its code cannot run here.
        UnsupportedModelError: It needs more memory than this machine has.
        OfflineModelError: There is not as much memory left.
    """
    target = model.manifest.target
    try:
        require_memory_here([item.plan for item in static_models(model)], name, target, threads)
        with memory_needed(name):
            return backend_of(target).load(model, threads)
    except UnknownBackendError as error:
        why = ForeignMachineError(f"it was compiled for {target.model}; {error}")
        raise _foreign(name, why) from why
    except ForeignMachineError as error:
        raise _foreign(name, error) from error


@contextmanager
def memory_needed(name: str) -> Iterator[None]:
    """Says of a `MemoryError` what could not be loaded. `name`: what messages call it.

    Raises:
        OfflineModelError: There is not as much memory left.
    """
    try:
        yield
    except MemoryError as error:
        found = f": {error}" if str(error) else ""
        raise OfflineModelError(
            f"{name} cannot be loaded, because there is not enough memory left{found}; end other "
            "programs, or use a machine with more memory"
        ) from error


def require_memory_here(
    plans: Sequence[Plan], name: str, target: Target, threads: int | None
) -> None:
    """Refuses a program that needs more memory than this machine has, if it can run here.

    Args:
        plans: The plans of the program, which share constants and take turns.
        name: What messages call it.
        target: The device it was compiled for, which may have been another machine's.
        threads: Parallel units of an inference; None for all that the process may use.

    Raises:
        UnsupportedModelError: It does not fit.
        UnknownBackendError: There is no backend for it.
    """
    machine = backend_of(target).machine
    if machine.runs(target):
        here = machine.target(threads)
        require_program_memory(plans, name, here.threads, machine.memory(here))


def _foreign(name: str, why: ForeignMachineError) -> ForeignMachineError:
    return ForeignMachineError(
        f"{name} cannot run here: {why}; compile it for this machine from its source model"
    )
