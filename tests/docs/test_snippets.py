"""Every command and every Python snippet of README and `docs/` is run, page by page.

The blocks of a page run in order, in one folder and one Python namespace, on the models of
`stand_ins`. A tuning run that several pages have is carried out once. What cannot be run has a
marker with a reason, and `NOT_RUN` counts these blocks.
"""

from __future__ import annotations

import functools
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import aoe
from aoe.application.request.tune_request import TuneRequest
from aoe.application.tune.tune_job import run_tune_job
from aoe.application.tune.tune_result import TuneResult
from aoe.ir import tuning_session
from tests.application.run.in_process import measure_in_process
from tests.application.tune.one_process import stay_in_one_process
from tests.application.tune.short_jobs import shorten_jobs
from tests.docs.pages import PAGES, ROOT, Block, blocks
from tests.docs.shell import Shell
from tests.docs.stand_ins import furnish

#: Blocks with a marker, by page. A new one has to be counted here.
NOT_RUN = {
    "README.md": 1,
    "docs/formats/pytorch.md": 1,
    "docs/reference/command-line.md": 4,
    "docs/guide/fleet.md": 4,
    "docs/guide/other-machines.md": 3,
    "docs/guide/gpu.md": 3,
    "docs/performance.md": 1,
    "docs/guide/preprocessing.md": 1,
    "docs/reference/python-api.md": 1,
    "docs/quick-start.md": 2,
    "docs/guide/report.md": 2,
    "docs/guide/share.md": 1,
    "docs/guide/ship.md": 2,
    "docs/training/mindspore.md": 2,
    "docs/training/several-workers.md": 2,
    "docs/training/pytorch.md": 1,
    "docs/guide/tune.md": 1,
}
#: Commands whose exit status tells what was measured: 1 if a policy is no faster at the moment.
MEASURING = "aoe bank verify"
RUNNABLE = [
    page for page in PAGES if any(not item.reason for item in blocks(page, "console", "python"))
]


@pytest.fixture(scope="module")
def furnished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with all stand-ins, and `resnet50.om` for the present number of cores."""
    folder = tmp_path_factory.mktemp("furnished")
    furnish(folder)
    session = aoe.compile(folder / "resnet50.onnx")
    session.save(folder / "resnet50.om")
    session.close()
    return folder


@pytest.fixture(scope="module")
def tuned() -> set[str]:
    """The tuning runs that were carried out."""
    return set()


@pytest.fixture(scope="module")
def results() -> dict[str, Any]:
    """What calls of `aoe.tune` gave."""
    return {}


@pytest.fixture
def place(
    furnished: Path, results: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Path:
    """A working directory with the stand-ins, where tuning and benchmarks are short."""
    folder = tmp_path / "here"
    shutil.copytree(furnished, folder)
    monkeypatch.chdir(folder)
    monkeypatch.setenv("TE_PARALLEL_COMPILER", "1")
    monkeypatch.setenv("TUNE_BANK_PATH", "bank")
    measure_in_process(monkeypatch)
    shorten_jobs(monkeypatch)
    stay_in_one_process(monkeypatch)
    monkeypatch.setattr(aoe, "tune", functools.partial(_tune, results, aoe.tune), raising=False)
    of_folder = functools.partial(_tune, results, aoe.tune_folder)
    monkeypatch.setattr(aoe, "tune_folder", of_folder, raising=False)
    monkeypatch.setattr(tuning_session, "run_tune_job", _for_a_second)
    return folder


def _tune(results: dict[str, Any], tune: Callable[..., Any], model: Any, **options: Any) -> Any:
    """`aoe.tune` for a second; a call that was made before has the result it had then."""
    call = repr((model, sorted({**options, "budget": 1}.items())))
    if call not in results:
        results[call] = tune(model, **{**options, "budget": 1})
    return results[call]


def _for_a_second(request: TuneRequest, *others: Any) -> TuneResult:
    """A job of a session of graphs, with a budget of a second."""
    search = replace(request.search, budget_seconds=1)
    return run_tune_job(replace(request, search=search), *others)


@pytest.mark.parametrize("page", RUNNABLE, ids=lambda page: str(page.relative_to(ROOT)))
def test_the_snippets_of_a_page_run(
    page: Path, place: Path, tuned: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    shell = Shell(place, monkeypatch, tuned)
    namespace: dict[str, Any] = {}
    for block in blocks(page, "console", "python"):
        if block.reason:
            continue
        if block.language == "python":
            exec(compile("\n" * (block.line - 1) + block.text, str(page), "exec"), namespace)
            continue
        assert block.commands(), f"{block}: a console block has commands after `$ `"
        for line in block.commands():
            allowed = (0, 1) if line.startswith(MEASURING) else (0,)
            assert shell.run(line) in allowed, f"{block}: {line}"


def test_what_is_not_run_is_counted_and_has_a_reason() -> None:
    marked = [item for page in PAGES for item in blocks(page, "console", "python") if _marked(item)]
    counts: dict[str, int] = {}
    for block in marked:
        name = str(block.page.relative_to(ROOT))
        counts[name] = counts.get(name, 0) + 1
    assert counts == NOT_RUN
    assert [str(block) for block in marked if not (block.reason or "").strip()] == []


def test_commands_stand_in_console_blocks() -> None:
    """A command in a plain block would never be run."""
    for page in PAGES:
        for block in blocks(page, "", "text", "sh", "bash", "shell"):
            first = [line.split(" ")[0] for line in block.text.splitlines()]
            assert not {"aoe", "msoptune", "$"} & set(first), f"{block}: make it a console block"


def _marked(block: Block) -> bool:
    return block.reason is not None
