"""TVM by its ONNX frontend and Relax: as compiled, or tuned by MetaSchedule for a budget.

Weights are packed ahead as the tuned code wants them (`cpu_weight_prepack` of TVM's own pipeline).
MetaSchedule only has a limit of trials. So a measurement callback ends it after the seconds, which
it notices after a batch of trials. What was found before is in its database.
"""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.peers.engine import AbsentError, Engine, Feed, Job, Run

#: Candidates in a batch: of 64, its default, a short budget would see one batch of one operator.
BATCH = 16
#: More trials than any budget has.
TRIALS = 1_000_000


def version() -> str:
    """The library's version. Raises `AbsentError` where it is not installed."""
    try:
        import tvm
    except ImportError as error:
        raise AbsentError("tvm is not installed") from error
    return str(tvm.__version__)


def prepare(job: Job) -> None:
    """Compiles the model to a shared library, and tunes it before if there is a budget."""
    begin = time.monotonic()
    os.environ["TVM_NUM_THREADS"] = str(job.threads)
    version()
    import tvm
    from tvm import relax

    target = tvm.target.Target(
        {"kind": "llvm", "mcpu": _processor(), "num-cores": job.threads, "opt-level": 3}
    )
    module, _ = _imported(job)
    transform, in_turn = relax.transform, tvm.transform.Sequential
    with target:
        module = in_turn(
            [
                transform.DecomposeOpsForInference(),
                transform.CanonicalizeBindings(),
                relax.get_pipeline("zero"),
                transform.AttachAttrLayoutFreeBuffers(),
            ]
        )(module)
        if job.budget is not None:
            database = _tuned(module, target, job, begin + job.budget)
            with database, tvm.transform.PassContext(opt_level=3):
                module = transform.MetaScheduleApplyDatabase()(module)
        packing = [
            transform.SplitLayoutRewritePreproc(),
            transform.LiftTransformParams(),
            transform.FoldConstant(),
        ]
        module = in_turn(packing)(module)
        tvm.compile(module, target=target).export_library(str(_library(job)))


def open_model(job: Job) -> Run:
    """Opens the library's main function by Relax's virtual machine, with packed weights."""
    os.environ["TVM_NUM_THREADS"] = str(job.threads)
    version()
    import onnx
    import tvm
    from tvm import relax

    graph = onnx.load(job.model).graph
    constants = {item.name for item in graph.initializer}
    names = [item.name for item in graph.input if item.name not in constants]
    machine = relax.VirtualMachine(tvm.runtime.load_module(str(_library(job))), tvm.cpu())
    _, weights = _imported(job)
    packed = machine["main_transform_params"](weights)
    main = machine["main"]

    def run(feed: Feed) -> list[np.ndarray]:
        result = main(*(tvm.runtime.tensor(feed[name]) for name in names), *packed)
        results = [result] if isinstance(result, tvm.runtime.Tensor) else list(result)
        return [item.numpy() for item in results]

    return run


def _imported(job: Job) -> tuple[Any, Any]:
    """Returns the model as a module whose weights are parameters, and the weights."""
    import onnx
    from tvm import relax
    from tvm.relax.frontend.onnx import from_onnx

    module = from_onnx(onnx.load(job.model), keep_params_in_input=True)
    module, weights = relax.frontend.detach_params(module)
    return module, weights["main"]


def _tuned(module: Any, target: Any, job: Job, end: float) -> Any:
    """Returns the database of what MetaSchedule found until a moment."""
    from tvm.ir.utils import derived_object
    from tvm.s_tir import meta_schedule
    from tvm.s_tir.meta_schedule.measure_callback import MeasureCallback, PyMeasureCallback

    class BudgetIsOverError(Exception):
        pass

    @derived_object
    class Watch(PyMeasureCallback):  # type: ignore[misc]
        def apply(self, *measured: Any) -> None:
            if time.monotonic() > end:
                raise BudgetIsOverError

    folder = job.folder / "metaschedule"
    folder.mkdir(exist_ok=True)
    integration = meta_schedule.relax_integration
    tasks, weights = integration.extracted_tasks_to_tune_contexts(
        integration.extract_tasks(module, target), str(folder), num_threads=job.threads, seed=0
    )
    database = meta_schedule.Database.create("json", work_dir=str(folder))
    try:
        meta_schedule.tune.tune_tasks(
            tasks=tasks,
            task_weights=weights,
            work_dir=str(folder),
            max_trials_global=TRIALS,
            num_trials_per_iter=BATCH,
            database=database,
            measure_callbacks=[*MeasureCallback.create("default"), Watch()],
        )
    except Exception as error:  # by way of C++ it comes back as another class
        if BudgetIsOverError.__name__ not in str(error) and time.monotonic() < end:
            raise
        print(f"tuned with {len(database)} records", file=sys.stderr)
    return database


def _library(job: Job) -> Path:
    return job.folder / "model.so"


def _processor() -> str:
    """Returns LLVM's name for this CPU."""
    import tvm

    return str(tvm.target.codegen.llvm_get_system_cpu())


ENGINE = Engine("TVM", open_model, version, prepare, tunes=True)
