"""What a device backend provides. One folder of `aoe.backends` per backend, or a package of someone
else; `aoe.backends.registry` finds both.

A backend turns operator graphs into programs for its devices, times them, and runs them. Everything
above the backends reaches a device through these verbs alone, and knows of it what its `Target`
says. `aoe.backends.reference` is the smallest example: NumPy, in one file.

A backend may derive its parts from the protocols here; what they define is then the default.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol, TypeAlias

import numpy as np
from numpy.typing import ArrayLike

from aoe.backends.call_hints import NO_HINTS, CallHints
from aoe.backends.compile_cache import CompileCache
from aoe.backends.implementation import Implementation
from aoe.backends.machine import AlwaysQuiet as AlwaysQuiet
from aoe.backends.machine import Machine as Machine
from aoe.backends.machine import Watch as Watch
from aoe.backends.precision_rules import PrecisionRules as PrecisionRules
from aoe.errors import UsageError
from aoe.operators.operator import Operator
from aoe.operators.operator_graph import OperatorGraph
from aoe.operators.registry import definitions
from aoe.policy import Policy
from aoe.runtime.array_digest import array_digest
from aoe.runtime.offline_model import OfflineModel
from aoe.runtime.plan import Plan
from aoe.target import AnyTarget, ReadTarget, Target

#: A graph to compile and policies of its operators, by key; the others have their default policy.
BuildRequest: TypeAlias = tuple[OperatorGraph, Mapping[str, Policy]]


@dataclass(frozen=True, slots=True)
class CompiledPlan:
    """A program for a device.

    Attributes:
        plan: What it computes on which memory.
        objects: The code it needs, by name.
    """

    plan: Plan
    objects: Mapping[str, bytes]


@dataclass(frozen=True, slots=True)
class Workload:
    """What programs are run on while they are timed.

    Attributes:
        threads: Parallel units of an inference.
        inputs: One array for each input.
        constants: Constants by name.
        working_set: Bytes of constants that go through the caches between two runs; infinite where
            caches hold none of them.
        in_session: Whether memory is laid out as a session does it. Else every candidate lies
            where `location` says, so that two of them differ in nothing but their code.
        rewriting: Whether the inputs are written again before each timed run, as the operators in
            front of it do in a model.
        location: A number; other numbers lay out memory otherwise.
        cold_inputs: The numbers of inputs that are in no cache before a timed run, on devices that
            can evict them.
        cold_outputs: Likewise of outputs.
    """

    threads: int
    inputs: Sequence[np.ndarray]
    constants: Mapping[str, np.ndarray] = field(default_factory=dict)
    working_set: float = 0.0
    in_session: bool = False
    rewriting: bool = False
    location: int = 0
    cold_inputs: Sequence[int] = ()
    cold_outputs: Sequence[int] = ()


class CostModel(Protocol[ReadTarget]):
    """What is expected of a graph beyond what each operator takes."""

    def graph_seconds(
        self, graph: OperatorGraph, each: Mapping[str, float], target: ReadTarget
    ) -> float:
        """Seconds of a graph whose operators take `each`, by the name of their results."""
        return sum(each[node.output] for node in graph.operator_nodes)

    def unshared_seconds(self, graph: OperatorGraph, target: ReadTarget) -> float:
        """Seconds that a graph takes longer than `graph_seconds` says where the parallel units of a
        device share no cache, as when a host places the cores of a virtual machine far apart.
        """
        return 0.0

    def least_gain(self, target: ReadTarget) -> float:
        """The share of its time that a variant which copies values must save to be a default: how
        much the estimates of both forms may be wrong (`aoe.graph.subgraph.default_variants`).
        """
        return 0.1

    def reads_packed(self, weights: int, target: ReadTarget, rows: int = 1) -> bool:
        """Whether `rows` times so many constant weights of 4 bits are to read them packed, two in a
        byte (`aoe.graph.prepare.rules.matmul.four_bits`). Else they are float32, which takes eight
        times the memory. By default those of one row stay packed.
        """
        return rows == 1

    def multiplies_bytes(self, target: ReadTarget) -> bool:
        """Whether dequantised operands are multiplied as bytes. By default not."""
        return False

    def multiplies_any_bytes(self, target: ReadTarget) -> bool:
        """Whether bytes of any types are multiplied, and not uint8 by int8 only. By default not."""
        return False

    def multiplies_blocks(self, weights: int, target: ReadTarget) -> bool:
        """Whether rows are quantised to bytes to be multiplied by so many constant weights that are
        quantised in blocks, where a model allows it. By default not.
        """
        return False

    def attends(self, operator: Operator, target: ReadTarget) -> bool:
        """Whether attention is to be one operator by default, rather than two matmuls around a
        softmax. `operator`: the attention. By default it is.
        """
        return True

    def strip_seconds(self, strips: int, sizes: Sequence[int], target: ReadTarget) -> float:
        """Seconds that it costs, or saves if negative, to compute operators strip by strip, one
        after the other. `sizes`: bytes of their results, in order.
        """
        return 0.0

    def held_bytes(self, target: ReadTarget) -> float:
        """Bytes of constants above which caches hold none of them from one inference to the next.
        Infinite where that does not matter.
        """
        return float("inf")

    def cold_bytes(self, target: ReadTarget) -> int:
        """Bytes of constants of a model that is larger than the caches."""
        return 0


class Compiler(Protocol):
    """Compiles for one target and remembers what it has compiled."""

    @property
    def target(self) -> Target:
        """What it compiles for."""
        ...

    @property
    def saved_seconds(self) -> float:
        """About how much longer compiling would have taken without the compile cache."""
        return 0.0

    def build(
        self,
        requests: Sequence[BuildRequest],
        *,
        for_tuning: bool = False,
        shared_constants: bool = False,
        scattered: bool = False,
    ) -> list[CompiledPlan | Exception]:
        """A program for each request, compiled together, or what went wrong with it.

        `for_tuning`: with what the profiler needs and no offline model has. `shared_constants`: the
        constants of all plans lie in one block, the same array at the same place. `scattered`: each
        constant is a block of its own, for programs that a `ModelFamily` loads.
        """
        ...

    def close(self) -> None:
        """Ends helper processes and closes the cache."""


class LoadedProgram(Protocol):
    """A program in memory, ready to be run and timed again and again."""

    def time(self, runs: int) -> Sequence[int]:
        """Nanoseconds of each of some runs by the device's clock, in the state that the workload
        asks for.
        """
        ...

    def time_calls(self, runs: int) -> Sequence[float]:
        """Seconds of each of some runs as a caller in Python sees them."""
        ...

    def call_seconds(self) -> tuple[float, ...]:
        """Seconds of each kernel call of one run."""
        ...

    def outputs(self) -> Sequence[np.ndarray]:
        """The outputs of the last run. They were not plausible before the first one."""
        ...

    def overrun(self) -> int | None:
        """The number of an output around which the program wrote; None if it did not."""
        return None

    def release(self) -> None:
        """Gives its memory back; it cannot be run afterwards."""


class Profiler(Protocol):
    """Loads programs to time them, in a process of its own: a program may crash it or hang."""

    def open(self) -> None:
        """Gets the device ready, before the memory of the process is limited to what is free. What
        is missing is said by `load`.
        """
        return

    def load(self, program: CompiledPlan, workload: Workload) -> LoadedProgram:
        """A program, ready to run. Raises `AoeError` or `MemoryError` if that is impossible."""
        ...


class LoadedModel(Protocol):
    """An offline model in memory, ready for inferences at any of its profiles. Safe to use from
    several threads, and in children made by `fork`.
    """

    @property
    def threads(self) -> int:
        """How many parallel units an inference uses."""
        return 1

    def run(self, feed: Mapping[str, ArrayLike], profile: int = 0) -> list[np.ndarray]:
        """One inference: all outputs of the profile's plan, as new arrays. Raises `UsageError`
        naming an input that is missing, unknown, or of another dtype or shape than the plan's.
        """
        ...

    def run_at(
        self,
        inputs: Sequence[int],
        outputs: Sequence[int],
        profile: int = 0,
        hints: CallHints = NO_HINTS,
    ) -> None:
        """One inference on memory of the caller, by addresses in the order of the profile's plan.
        Each tensor is dense, row-major and aligned to its elements, and no output overlaps another
        tensor. Nothing of this is checked. Raises `AoeError` after `close`. A device may use the
        hints.
        """

    def time_runs(
        self, feed: Mapping[str, ArrayLike], count: int, profile: int = 0
    ) -> tuple[float, ...]:
        """Seconds of each of so many inferences in a row, by the device's clock."""
        ...

    def call_seconds(self, feed: Mapping[str, ArrayLike], profile: int = 0) -> tuple[float, ...]:
        """Seconds of each kernel call of one inference."""
        ...

    def close(self) -> None:
        """Ends threads and frees memory after a running inference; `run` raises from then on."""


class ModelFamily(Protocol):
    """Programs of one model for several shapes and values, which come and go. They share what they
    can: threads, memory to work in, constants. Safe to use from several threads.
    """

    @property
    def threads(self) -> int:
        """How many parallel units an inference uses."""
        return 1

    def digest(self, array: np.ndarray) -> bytes:
        """What a constant holds, type and shape included, in a few bytes."""
        return array_digest(array)

    def load(
        self, program: CompiledPlan, constants: Mapping[str, np.ndarray | bytes]
    ) -> LoadedModel | None:
        """A program, loaded. It was built as `scattered`. What it has alone is freed with it.

        `constants`: by name, those of its plan, which stay as they are. The digest of a constant
        may stand for one that another program has; None if there is none that still does.
        """
        ...

    def close(self) -> None:
        """Ends threads after a running inference. No program can be run from then on."""


class Backend(Protocol[AnyTarget]):
    """A kind of device.

    Attributes:
        name: What `--device` and targets call it.
        version: Of its code generator. Repository entries of another version are not used.
        machine: Its devices on this machine, as data.
        cost: What it expects of graphs.
    """

    name: str
    version: str
    machine: Machine[AnyTarget]
    cost: CostModel[AnyTarget]

    @property
    def precision(self) -> PrecisionRules[AnyTarget]:
        """Where it computes with fewer bits than a model's types have."""
        ...

    def at(self, number: int) -> Backend[AnyTarget]:
        """The same for its device with a number, from 0. By default there is one. Raises
        `UsageError` if there cannot be such a device.
        """
        if number:
            raise UsageError(f"there is no device {self.name}:{number}; give {self.name}")
        return self

    def implementations(self) -> Mapping[str, Implementation[AnyTarget]]:
        """All its implementations of operators, by name."""
        ...

    def output_order(
        self, operator: Operator, uncopied: tuple[int, ...] | None = None
    ) -> tuple[int, ...]:
        """The dimension order, from the largest to the smallest stride, that it prefers a result to
        have. By default what the operator's type prefers, channels-last for convolutions.

        Args:
            operator: The operator, whose inputs say how they lie.
            uncopied: The order in which the result is an output of the graph without a copy. None
                if it is no output, or in no order.

        Returns:
            The order.
        """
        return definitions()[operator.type].output_order(operator)

    def compiler(
        self,
        target: AnyTarget,
        processes: int = 1,
        cache: CompileCache | None = None,
        *,
        reuse_memory: bool = True,
    ) -> Compiler:
        """A compiler for a target. `processes`: 1 compiles in this process, more in so many
        helpers. `cache`: where to look first, and to keep what is compiled; closed with it.
        `reuse_memory`: whether values of a model share memory that they need at different times.
        """
        ...

    def profiler(self) -> Profiler:
        """What times programs in this process."""
        ...

    def load(self, model: OfflineModel, threads: int | None = None) -> LoadedModel:
        """An offline model, loaded. Raises `ForeignMachineError` if its code cannot run here."""
        ...

    def family(self, threads: int | None = None) -> ModelFamily:
        """A family of programs, still empty, for so many parallel units; all by default. Raises
        `UsageError` where there are none.
        """
        raise UsageError(
            f"the backend {self.name} compiles for fixed shapes; give each input one with "
            "input_shape, and values that decide shapes with input_values"
        )

    def write_library(
        self, model: OfflineModel, library: Path, header: Path, linker: str | None = None
    ) -> None:
        """Writes an offline model as a shared library that C programs link, and a header for it.
        By default there are no libraries.

        Args:
            model: The model.
            library: The library to write.
            header: The header to write. The names in it begin with its name.
            linker: The program that links; by default one that this machine has.

        Raises:
            UsageError: The model has what a library cannot have, or there is no linker.
            AoeError: The library cannot be linked or written.
        """
        raise UsageError(
            f"the backend {self.name} makes no libraries for C; ship the offline model"
        )
