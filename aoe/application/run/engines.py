"""Opens a model in an engine and runs it there, in a process of its own: the process's side of
`aoe.application.run.contest`.

An engine keeps threads that spin after an inference, and memory that lies where it happens to. In a
process of its own neither reaches the others. Libraries are imported where they are needed.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np

from aoe.application.run.engine_names import ONNXRUNTIME, OPENVINO, OURS, TORCH
from aoe.backends.session import element_type
from aoe.errors import AoeError, one_line
from aoe.isolation.worker_process import Handler

Run: TypeAlias = Callable[[], list[np.ndarray]]
#: Runs of a turn at least, after one that is not measured, and seconds of one.
FEWEST_RUNS, TURN_SECONDS = 3, 0.1
#: What the log of ONNX Runtime tells: errors only.
ERRORS_ONLY = 3
_EXPORTED = ".pt2"


@dataclass(frozen=True, slots=True)
class Opening:
    """Asks a process to open a model and run it once.

    Attributes:
        engine: The engine.
        model: The file: an offline model for open-aoe, the source model for others.
        threads: Threads of an inference.
        feed: The inputs, by name.
        outputs: Names of the outputs, in order.
    """

    engine: str
    model: Path
    threads: int
    feed: Mapping[str, np.ndarray]
    outputs: Sequence[str]


@dataclass(frozen=True, slots=True)
class Turn:
    """Asks for the seconds of each of some inferences in a row.

    Attributes:
        seconds: How long they take together, about.
        fewest: How many there are at least.
    """

    seconds: float = TURN_SECONDS
    fewest: int = FEWEST_RUNS


@dataclass(frozen=True, slots=True)
class Opened:
    """What a process says of a model that it has opened.

    Attributes:
        version: The version of the engine.
        outputs: The outputs.
    """

    version: str
    outputs: Sequence[np.ndarray] = field(default_factory=tuple)


class EngineError(AoeError):
    """An engine cannot open a model, or not in the form that it was compiled in."""


def engine_handler() -> Handler:
    """What a process does with requests."""
    runs: list[Run] = []

    def answer(request: Opening | Turn) -> Opened | list[float]:
        if isinstance(request, Turn):
            return timed(runs[-1], request)
        version, run = ENGINES[request.engine](request)
        runs.append(run)
        return Opened(version, run())

    return answer


def timed(run: Run, turn: Turn) -> list[float]:
    """Seconds of each run of a turn, after one that does not count."""
    run()
    taken: list[float] = []
    end = time.perf_counter() + turn.seconds
    while len(taken) < turn.fewest or time.perf_counter() < end:
        begin = time.perf_counter()
        run()
        taken.append(time.perf_counter() - begin)
    return taken


def _open_aoe(request: Opening) -> tuple[str, Run]:
    from aoe import __version__
    from aoe.application.model.session import InferenceSession

    session = InferenceSession(request.model, request.threads)
    return __version__, lambda: session.run(None, request.feed)


def _open_onnxruntime(request: Opening) -> tuple[str, Run]:
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = request.threads
    options.log_severity_level = ERRORS_ONLY
    path, outputs = request.model, list(request.outputs)
    try:
        session = onnxruntime.InferenceSession(
            str(path), options, providers=["CPUExecutionProvider"]
        )
    except Exception as error:  # ONNX Runtime's exceptions have no common base class
        reason = str(error).splitlines()[0]
        raise EngineError(f"ONNX Runtime cannot open {path}: {reason}") from error
    given = {
        name: element_type("string" if is_text(array) else array.dtype.name)
        for name, array in request.feed.items()
    }
    other = [item for item in session.get_inputs() if given.get(item.name, item.type) != item.type]
    if other:
        raise EngineError(
            f"the source model {path} takes {other[0].name} as {other[0].type}, not as "
            f"{given[other[0].name]}, as --input_fp16_nodes or --insert_op_conf has it; measure "
            "without --compare"
        )
    _require_outputs(path, outputs, [output.name for output in session.get_outputs()])
    feed = dict(request.feed)
    return str(onnxruntime.__version__), lambda: list(session.run(outputs, feed))


def is_text(array: np.ndarray) -> bool:
    """Whether an array has texts."""
    return array.dtype.kind in "OSU"


def _open_openvino(request: Opening) -> tuple[str, Run]:
    import openvino

    settings = {
        "INFERENCE_NUM_THREADS": request.threads,
        "PERFORMANCE_HINT": "LATENCY",
        "INFERENCE_PRECISION_HINT": "f32",
    }
    try:
        compiled = openvino.Core().compile_model(str(request.model), "CPU", settings)
    except Exception as error:
        raise EngineError(f"OpenVINO cannot open {request.model}: {one_line(error)}") from error
    _require_inputs(request, {name for item in compiled.inputs for name in item.get_names()})
    known = {name for output in compiled.outputs for name in output.get_names()}
    _require_outputs(request.model, request.outputs, known)
    wanted = [compiled.output(name) for name in request.outputs]
    inference, feed = compiled.create_infer_request(), dict(request.feed)

    def run() -> list[np.ndarray]:
        results = inference.infer(feed)
        return [np.asarray(results[output]) for output in wanted]

    return str(openvino.__version__).partition("-")[0], run


def _open_torch(request: Opening) -> tuple[str, Run]:
    """The module of an exported program, or the one that onnx2torch makes of a model of ONNX,
    compiled by torch.compile; as it is where there is no compiler of C++.
    """
    os.environ["TORCHINDUCTOR_FREEZING"] = "1"
    # Processes that compile ahead would outlive the compilation and take cores.
    os.environ["TORCHINDUCTOR_COMPILE_THREADS"] = "1"
    import torch

    torch.set_num_threads(request.threads)
    module, names, outputs = _torch_module(request)
    _require_inputs(request, names)
    _require_outputs(request.model, request.outputs, outputs)
    places = [outputs.index(name) for name in request.outputs]
    given = [torch.from_numpy(np.ascontiguousarray(request.feed[name])) for name in names]

    def running(called: Any) -> Run:
        def run() -> list[np.ndarray]:
            with torch.inference_mode():
                result = called(*given)
            results = result if isinstance(result, tuple | list) else (result,)
            return [results[place].numpy() for place in places]

        return run

    compiled = running(torch.compile(module))
    try:
        compiled()
    except Exception:  # of the compiler of C++, in whatever form inductor passes it on
        return f"{torch.__version__} eager", running(module)
    return f"{torch.__version__} compiled", compiled


def _torch_module(request: Opening) -> tuple[Any, Sequence[str], list[str]]:
    """A module, the names of its arguments and those of its results, in order."""
    import torch

    if request.model.suffix.lower() == _EXPORTED:
        program = torch.export.load(str(request.model))
        return program.module(), list(request.feed), list(request.outputs)
    import onnx
    from onnx2torch import convert

    model = onnx.load(request.model)
    constants = {item.name for item in model.graph.initializer}
    names = [item.name for item in model.graph.input if item.name not in constants]
    for node in model.graph.node:
        if node.op_type == "Dropout":  # nothing in inference, and some versions are not converted
            node.CopyFrom(onnx.helper.make_node("Identity", node.input[:1], node.output[:1]))
    try:
        module = convert(model).eval()
    except Exception as error:  # of whatever a converter of someone else raises
        raise EngineError(
            f"onnx2torch cannot convert {request.model}: {one_line(error)}"
        ) from error
    return module, names, [item.name for item in model.graph.output]


def _require_inputs(request: Opening, known: Collection[str]) -> None:
    constant = [name for name in request.feed if name not in known]
    if constant:
        raise EngineError(
            f"{request.engine} takes no value for {', '.join(constant)} of {request.model}; leave "
            "out its --input, or do not compare with this engine"
        )


def _require_outputs(path: Path, wanted: Sequence[str], known: Sequence[str] | set[str]) -> None:
    missing = set(wanted) - set(known)
    if missing:
        raise EngineError(
            f"the source model {path} does not give {', '.join(sorted(missing))}, which "
            "--out_nodes made an output; measure without --compare"
        )


#: Opens a model: the version of the engine, and a function that runs it.
ENGINES: Mapping[str, Callable[[Opening], tuple[str, Run]]] = {
    OURS: _open_aoe,
    ONNXRUNTIME: _open_onnxruntime,
    OPENVINO: _open_openvino,
    TORCH: _open_torch,
}
