"""ONNX Runtime's options of a session and of a run: which are followed, which have no effect here,
and which are refused because ignoring them would change results or lose a file.
"""

from __future__ import annotations

import enum
import threading
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import NoReturn

from aoe.arguments import check_value
from aoe.errors import UsageError


class GraphOptimizationLevel(enum.IntEnum):
    """How far ONNX Runtime optimizes a graph. Here every model is optimized fully."""

    ORT_DISABLE_ALL = 0
    ORT_ENABLE_BASIC = 1
    ORT_ENABLE_EXTENDED = 2
    ORT_ENABLE_LAYOUT = 3
    ORT_ENABLE_ALL = 99


class ExecutionMode(enum.IntEnum):
    """Whether ONNX Runtime runs operators one after the other. Here tuning decides that."""

    ORT_SEQUENTIAL = 0
    ORT_PARALLEL = 1


class ExecutionOrder(enum.IntEnum):
    """In which order ONNX Runtime runs operators. Here the compiler decides that."""

    DEFAULT = 0
    PRIORITY_BASED = 1
    MEMORY_EFFICIENT = 2


@dataclass(eq=False, slots=True)
class SessionOptions:
    """Options of a session, as ONNX Runtime's class of this name.

    `intra_op_num_threads`, `optimized_model_filepath` and overrides of free dimensions are
    followed. The others are kept, and have no effect.

    Attributes:
        intra_op_num_threads: Threads of an inference; 0 for all cores.
        inter_op_num_threads: No effect.
        execution_mode: No effect.
        execution_order: No effect.
        graph_optimization_level: No effect: every model is optimized fully.
        optimized_model_filepath: Where the compiled model is written, an `.om` file.
        enable_profiling: Must be False: use `session.profile`.
        profile_file_prefix: No effect.
        log_severity_level: No effect: use `set_default_logger_severity`.
        log_verbosity_level: No effect.
        logid: No effect.
        enable_cpu_mem_arena: No effect.
        enable_mem_pattern: No effect.
        enable_mem_reuse: No effect.
        use_deterministic_compute: No effect.
        use_per_session_threads: No effect: each session has threads of its own.
    """

    intra_op_num_threads: int = 0
    inter_op_num_threads: int = 0
    execution_mode: ExecutionMode = ExecutionMode.ORT_SEQUENTIAL
    execution_order: ExecutionOrder = ExecutionOrder.DEFAULT
    graph_optimization_level: GraphOptimizationLevel = GraphOptimizationLevel.ORT_ENABLE_ALL
    optimized_model_filepath: str = ""
    enable_profiling: bool = False
    profile_file_prefix: str = "onnxruntime_profile_"
    log_severity_level: int = -1
    log_verbosity_level: int = 0
    logid: str = ""
    enable_cpu_mem_arena: bool = True
    enable_mem_pattern: bool = True
    enable_mem_reuse: bool = True
    use_deterministic_compute: bool = False
    use_per_session_threads: bool = True
    _entries: dict[str, str] = field(default_factory=dict, init=False, repr=False)
    _free_dimensions: dict[str, int] = field(default_factory=dict, init=False, repr=False)

    def add_session_config_entry(self, key: str, value: str) -> None:
        """Keeps an entry, which has no effect."""
        self._entries[key] = value

    def get_session_config_entry(self, key: str) -> str:
        """An entry. Raises `UsageError` if there is none."""
        if key not in self._entries:
            raise UsageError(f"the session options have no entry {key!r}; add it first")
        return self._entries[key]

    def add_free_dimension_override_by_name(self, name: str, size: int) -> None:
        """Fixes the dimension of a name, wherever inputs have it. The model must be a source
        model.
        """
        self._free_dimensions[name] = size

    def add_free_dimension_override_by_denotation(self, denotation: str, size: int) -> NoReturn:
        """Refused: use `add_free_dimension_override_by_name`."""
        raise UsageError(
            f"add_free_dimension_override_by_denotation({denotation!r}, {size}): dimensions are "
            "fixed by name here; use add_free_dimension_override_by_name"
        )

    def add_initializer(self, name: str, ort_value: object) -> NoReturn:
        """Refused: weights are compiled into the model."""
        raise UsageError(
            f"add_initializer({name!r}): weights are compiled into the model; write it into the "
            ".onnx file"
        )

    def register_custom_ops_library(self, path: str) -> NoReturn:
        """Refused: use `aoe.register_operator`."""
        raise UsageError(
            f"register_custom_ops_library({path!r}): a library for ONNX Runtime cannot be loaded; "
            "describe the operator with aoe.register_operator"
        )

    @property
    def free_dimensions(self) -> dict[str, int]:
        """The sizes of dimensions by name."""
        return dict(self._free_dimensions)


@dataclass(eq=False, slots=True)
class RunOptions:
    """Options of a run, as ONNX Runtime's class of this name.

    Attributes:
        terminate: Whether runs with these options are refused.
        log_severity_level: No effect.
        log_verbosity_level: No effect.
        logid: No effect.
        only_execute_path_to_fetches: No effect: an inference computes all outputs.
        training_mode: Must be False.
    """

    terminate: bool = False
    log_severity_level: int = -1
    log_verbosity_level: int = 0
    logid: str = ""
    only_execute_path_to_fetches: bool = False
    training_mode: bool = False
    _entries: dict[str, str] = field(default_factory=dict, init=False, repr=False)

    def add_run_config_entry(self, key: str, value: str) -> None:
        """Keeps an entry, which has no effect."""
        self._entries[key] = value

    def get_run_config_entry(self, key: str) -> str:
        """An entry. Raises `UsageError` if there is none."""
        if key not in self._entries:
            raise UsageError(f"the run options have no entry {key!r}; add it first")
        return self._entries[key]


def check_run_options(options: object) -> None:
    """Raises `UsageError` where a run is not to be, or not as it would be. Options may be of ONNX
    Runtime's own class.
    """
    if getattr(options, "terminate", False):
        raise UsageError("run_options.terminate is set, so nothing runs; unset it")
    if getattr(options, "training_mode", False):
        raise UsageError("run_options.training_mode is set; a compiled model runs inferences only")


def session_options(given: object) -> SessionOptions:
    """The options of a session, of this class or of another one with attributes of these names,
    such as ONNX Runtime's own; None for the usual ones.

    Raises:
        UsageError: An option asks for what there is not.
    """
    if given is None:
        return SessionOptions()
    if isinstance(given, SessionOptions):
        options = given
    else:
        names = [item.name for item in fields(SessionOptions) if item.init]
        found = {name: getattr(given, name) for name in names if hasattr(given, name)}
        options = SessionOptions(**found)
    threads = options.intra_op_num_threads
    if isinstance(threads, bool) or not isinstance(threads, int) or threads < 0:
        raise UsageError(
            f"intra_op_num_threads={threads!r}: must be a number of threads, or 0 for all cores"
        )
    if options.enable_profiling:
        raise UsageError(
            "enable_profiling is set; a session writes no profile while it runs, so unset it and "
            "call session.profile(input_feed)"
        )
    return options


def given_once(threads: int | None, number: int) -> int:
    """The number of threads that was given instead of session options. Raises `UsageError` if
    `threads` is given too.
    """
    if threads is not None:
        raise UsageError(f"threads is given twice, as {number} and as {threads}; give it once")
    return number


def turns_of(parallel_runs: int | None) -> threading.Semaphore | None:
    """What lets so many inferences run at once; None for no limit. Raises `UsageError`."""
    check_value("parallel_runs", parallel_runs, int | None)
    if parallel_runs is None:
        return None
    if parallel_runs < 1:
        raise UsageError(f"parallel_runs={parallel_runs}: must be at least 1")
    return threading.Semaphore(parallel_runs)


def offline_model_path(given: str | Path) -> Path:
    """Where the compiled model is to be written. Raises `UsageError` unless it is an `.om`."""
    path = Path(given)
    if path.suffix.lower() != ".om":
        raise UsageError(
            f"optimized_model_filepath={str(given)!r}: the compiled model is an offline model; "
            "name an .om file"
        )
    return path
