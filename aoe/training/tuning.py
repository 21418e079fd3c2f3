"""Tunes graphs of training when they are first run, in this process: AOE_MODE, or `aoe_mode`.

The job is that of `aoe --job_type --model_path` for a folder with these graphs and the ranges of
their inputs. It compares the old and the new program of each graph in turns, and keeps the faster
one. In PyTorch a job has the forward and the backward graph, else a whole step.
"""

from __future__ import annotations

import logging
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import onnx_ir

from aoe.application.display.console import progress_observer
from aoe.application.request.search_request import SCRIPT_FILE
from aoe.application.request.tune_request import tune_request
from aoe.application.tune.folder.folder_job import run_folder_job
from aoe.application.tune.tune_result import TuneResult
from aoe.backends.registry import DEFAULT
from aoe.errors import AoeError, one_line
from aoe.settings import Settings
from aoe.training.dump import Ranges, remove_others, write_model, write_ranges


@dataclass(frozen=True, slots=True)
class TuningOptions:
    """How graphs are tuned.

    Attributes:
        aoe_mode: "1" for subgraphs or "2" for operators.
        budget: The time of a job, in seconds or as text.
        precision_mode: The element types to compute in; None for the usual ones.
        work_path: The folder of files of tuning; None for the usual one.
        aoe_config_file: A file that names the operators to tune.
        op_select_implmode: How exactly operators are computed; None for the usual way.
    """

    aoe_mode: str
    budget: float | str
    precision_mode: str | None = None
    work_path: Path | None = None
    aoe_config_file: Path | None = None
    op_select_implmode: str | None = None


@dataclass(frozen=True, slots=True)
class TunedModel:
    """A graph that is tuned.

    Attributes:
        name: Its name.
        model: Its model.
        ranges: The least and the greatest value of its inputs of integers.
    """

    name: str
    model: onnx_ir.Model
    ranges: Ranges


class Tuner:
    """Tunes graphs one after the other."""

    def __init__(
        self,
        options: TuningOptions,
        settings: Settings,
        threads: int | None,
        folder: str,
        logger: logging.Logger,
        device: str = DEFAULT,
    ) -> None:
        """`threads`: None for all parallel units. `folder`: that below the working folder in which
        each job has a folder. `logger`: what tells what became of jobs. `device`: what graphs run
        on.
        """
        self._device = device
        self._options, self._folder, self._logger = options, folder, logger
        place = options.work_path
        self._settings = (
            settings
            if place is None
            else replace(settings, tuning_directory=place, work_path=settings.work_path or place)
        )
        self._threads = threads

    def tune(self, name: str, model: onnx_ir.Model, ranges: Ranges) -> bool:
        """Tunes one graph as `tune_together`. Returns whether the job came to its end."""
        return name in self.tune_together([TunedModel(name, model, ranges)])

    def tune_together(self, graphs: Sequence[TunedModel]) -> Mapping[str, TuneResult]:
        """Tunes graphs by one job, and stores what is faster in the repository. A job that fails is
        told, and the graphs run as they are.

        Args:
            graphs: The graphs, at least one.

        Returns:
            What was found of the graphs that came to the end of the job, by name.
        """
        name = graphs[0].name
        folder = self._settings.tuning_directory / self._folder / name
        try:
            remove_others(folder, [item.name for item in graphs])
            for item in graphs:
                write_model(folder, item.name, item.model)
                write_ranges(folder, item.name, item.ranges)
            request = tune_request(self._given(folder), self._settings)
            with progress_observer(name, not self._settings.log_to_stdout) as observer:
                found = run_folder_job(request, self._settings, observer)
        except AoeError as error:
            self._logger.warning("%s is not tuned: %s", name, one_line(error))
            return {}
        for failed, failure in found.failures.items():
            self._logger.warning("%s is not tuned: %s", failed, failure)
        for tuned, result in found.results.items():
            gain = "" if result.improvement is None else f", improved by {result.improvement:.1f} %"
            if not result.added + result.updated:
                gain = f", {nothing_faster([result])}"
            self._logger.info("%s: tuned in %.0f s%s", tuned, found.seconds, gain)
        return found.results

    def _given(self, folder: Path) -> Mapping[str, str | None]:
        """The options of the job, as on the command line."""
        options = self._options
        names = options.aoe_config_file
        return {
            "model_path": str(folder),
            "job_type": options.aoe_mode,
            "budget": str(options.budget),
            "device": None if self._device == DEFAULT else self._device,
            "threads": None if self._threads is None else str(self._threads),
            "precision_mode": options.precision_mode,
            "op_select_implmode": options.op_select_implmode,
            SCRIPT_FILE: None if names is None else str(names),
        }


def nothing_faster(results: Collection[TuneResult]) -> str:
    """That a job changed nothing, and what became of its operators and subgraphs.

    Args:
        results: Of the models of the job, none of which was made faster.
    """
    summaries = [item for x in results for item in (x.summary, x.subgraph_summary)]
    numbers = {
        "known before": sum(item.reserved for item in summaries),
        "fastest by default": sum(item.unsatisfied for item in summaries),
        "failed": sum(len(item.failed) for item in results),
        "not tried": sum(item.untried for item in results),
    }
    subgraphs = any(item.subgraph_result_path is not None for item in results)
    told = ", ".join(f"{number} {what}" for what, number in numbers.items() if number)
    what = "subgraphs" if subgraphs else "operators"
    return f"nothing is faster than before ({what}: {told or 'none to tune'})"
