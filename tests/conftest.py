"""What every test runs with: an empty built-in repository, because what the shipped one knows must
not decide what a test sees, and an empty home, because tests leave what is in yours alone. Their
locks are their own, so that they wait for no tuning run. Nothing waits for quiet cores, which there
are none of while several tests run, and models are compiled in the process of the test, because
starting others takes longer than compiling a small model. No example of a property has a time
limit, and its numbers do not depend on which modules were imported before. Garbage is not looked
for among the tests that were collected.
"""

from __future__ import annotations

import gc
import os
import signal
from collections.abc import Iterator
from contextlib import nullcontext, suppress
from importlib import import_module
from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis.internal.conjecture import providers
from hypothesis.internal.constants_ast import Constants

from aoe.backends.cpu import backend as cpu
from aoe.backends.cpu.microbenchmarks.core_watch import CoreWatch

_TESTS = Path(__file__).parent

settings.register_profile("unhurried", deadline=None)
settings.load_profile("unhurried")


def pytest_configure(config: pytest.Config) -> None:
    """What is imported and collected is no garbage, so none is looked for meanwhile. Nor does
    Hypothesis read the sources of all modules that are imported, for numbers to try.
    """
    gc.disable()
    none, patch = Constants(), pytest.MonkeyPatch()
    patch.setattr(providers, "_get_local_constants", lambda: none)
    config.add_cleanup(patch.undo)


def pytest_sessionstart(session: pytest.Session) -> None:
    """Workers that begin with all modules at once would each compile all of them, in a new clone.
    So each begins with another part.
    """
    workers = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    if workers == 1 or [Path(argument).name for argument in session.config.args] != [_TESTS.name]:
        return
    first = int(os.environ["PYTEST_XDIST_WORKER"].removeprefix("gw"))
    for path in sorted(_TESTS.rglob("test_*.py"))[first::workers]:
        module = path.relative_to(_TESTS.parent).with_suffix("")
        with suppress(Exception, pytest.skip.Exception):  # whoever collects it says why
            import_module(".".join(module.parts))


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop() -> None:
    """From now on garbage is looked for, but not among all tests that were collected."""
    gc.freeze()
    gc.enable()


@pytest.fixture(autouse=True, scope="session")
def _ctrl_c() -> Iterator[None]:
    """Ctrl-C interrupts, though a shell that runs the tests in the background has it ignored."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture(autouse=True, scope="session")
def _empty_folders(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("AOE_BUILTIN_PATH", str(tmp_path_factory.mktemp("builtin")))
        patch.setenv("HOME", str(tmp_path_factory.mktemp("home")))
        patch.setenv("AOE_LOCK_PATH", str(tmp_path_factory.mktemp("locks")))
        patch.setenv("TE_PARALLEL_COMPILER", "1")
        patch.delenv("ASCEND_CACHE_PATH", raising=False)
        for name in ("with_known_speed", "with_renewed_speed"):
            patch.setattr(cpu, name, lambda target, folder: target)
        patch.setattr(
            cpu.CpuMachine, "watch", lambda _, target: nullcontext(CoreWatch(target, None))
        )
        yield
