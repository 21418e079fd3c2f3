"""GPUs of NVIDIA as a backend: what `aoe.backends.backend` asks for, and where this package has it.

Importing it opens no device. `CudaMachine.target` asks the driver, and compiling for the GPU of
another machine (`other`) asks nobody.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from aoe.backends.backend import (
    Backend,
    Compiler,
    CostModel,
    LoadedModel,
    Machine,
    ModelFamily,
    Profiler,
)
from aoe.backends.compile_cache import CompileCache
from aoe.backends.cpu.cost.fused_attention import is_faster_fused
from aoe.backends.cuda.compile.compiler import CudaCompiler
from aoe.backends.cuda.compile.machine_code import found_assembler
from aoe.backends.cuda.implementations import registry, tensor_attention
from aoe.backends.cuda.microbenchmarks.stored_speed import with_known_speed
from aoe.backends.cuda.precision import CudaPrecision
from aoe.backends.cuda.profiler.profiler import RUNS_TOGETHER, CudaProfiler
from aoe.backends.cuda.runtime.driver import NoGpuError
from aoe.backends.cuda.runtime.driver_device import Devices
from aoe.backends.cuda.runtime.gpu_array import gpu_array
from aoe.backends.cuda.runtime.loaded_model import CudaModel
from aoe.backends.cuda.runtime.model_family import CudaFamily
from aoe.backends.cuda.target.cuda_target import (
    NAME,
    CudaTarget,
    cuda_target_from_json,
    measured_to_json,
)
from aoe.backends.cuda.target.devices import FoundDevice, named_target, target_of_device
from aoe.backends.cuda.version import CODE_GENERATOR
from aoe.backends.device_array import DeviceArray
from aoe.backends.implementation import Implementation
from aoe.errors import UsageError
from aoe.operators.operator import Operator
from aoe.operators.operator_graph import OperatorGraph
from aoe.runtime.offline_model import ForeignMachineError, OfflineModel


class CudaMachine(Machine[CudaTarget]):
    """A GPU of this machine: by default the first."""

    def __init__(self, devices: Devices, ordinal: int = 0) -> None:
        self.devices, self.ordinal = devices, ordinal

    def target(self, threads: int | None = None) -> CudaTarget:
        """The GPU. Raises `UsageError` if there is none of its number."""
        return target_of_device(self.devices.found(self.ordinal), threads)

    def array(self, shape: tuple[int, ...], dtype: str, address: int | None = None) -> DeviceArray:
        """See `aoe.backends.machine.Machine.array`."""
        self.devices.found(self.ordinal)
        return gpu_array(self.devices.opened(self.ordinal), shape, dtype, address)

    def count(self) -> int:
        """See `aoe.backends.machine.Machine.count`."""
        return max(1, self.devices.count())

    def other(self, name: str, threads: int | None) -> CudaTarget:
        """The GPU of another machine, by its architecture; a common product's if no number of
        multiprocessors is given. What runs on this machine runs on the GPU of this number.
        """
        return named_target(name, threads).numbered(self.ordinal)

    def runs(self, target: CudaTarget) -> bool:
        """Whether the GPU that has the target's number runs code of its architecture."""
        try:
            return target_of_device(self.devices.found(target.ordinal)).model == target.model
        except UsageError:
            return False

    def device_of(self, target: CudaTarget) -> FoundDevice | None:
        """The GPU of this machine that a target is; None if it is another machine's."""
        if target.remote is not None or not self.devices.are_timed or not self.runs(target):
            return None
        return self.devices.found(target.ordinal)

    def target_from_json(self, data: Mapping[str, Any]) -> CudaTarget:
        """See `aoe.backends.backend.Machine.target_from_json`."""
        return cuda_target_from_json(data)

    def measured(self, target: CudaTarget, folder: Path, renew: bool) -> CudaTarget:
        """See `aoe.backends.cuda.microbenchmarks.stored_speed`. A GPU of another machine has common
        figures.
        """
        if target.remote is not None or not self.devices.are_timed:
            return target
        device = self.devices.opened(target.ordinal)
        return with_known_speed(target, device, folder, self.fingerprint(target), renew)

    def speed_report(self, target: CudaTarget) -> Mapping[str, str]:
        """Rates of arithmetic, and what is read from the second cache and from memory."""
        speed = target.speed
        rates = {
            "float32 peak": speed.multiply_adds,
            "float16 peak of matrix instructions": speed.half_multiply_adds,
            "TF32 peak of matrix instructions": speed.tf32_multiply_adds,
        }
        found = {name: f"{2e-12 * rate:.1f} T operations/s" for name, rate in rates.items()}
        found["second cache read"] = f"{speed.l2 / 1e9:.0f} GB/s"
        found["memory read"] = f"{speed.memory / 1e9:.0f} GB/s"
        found["start of a kernel in a graph"] = f"{speed.launch * 1e6:.2f} us"
        return found

    def resolution(self, target: CudaTarget) -> float:
        """What events resolve, half a microsecond, over the runs of a graph."""
        return 0.5e-6 / RUNS_TOGETHER if target.remote is None else target.remote.resolution

    def measured_to_json(self, target: CudaTarget) -> Mapping[str, Any]:
        """See `aoe.backends.cuda.target.cuda_target`."""
        return measured_to_json(target)

    def fingerprint(self, target: CudaTarget) -> Mapping[str, str]:
        """The product, its architecture and the driver; of another machine's GPU what is known."""
        if target.remote is not None:
            return dict(target.remote.facts)
        facts = {"architecture": target.model, "multiprocessors": str(target.threads)}
        if not self.runs(target):
            return {"device": target.model, **facts}
        found = self.devices.found(target.ordinal)
        return {
            "device": found.name,
            **facts,
            "memory": f"{found.memory / 2**30:.1f} GiB",
            "driver": f"CUDA {found.driver // 1000}.{found.driver % 1000 // 10}",
        }


class CudaCost(CostModel[CudaTarget]):
    """What is expected of a graph on a GPU."""

    def graph_seconds(
        self, graph: OperatorGraph, each: Mapping[str, float], target: CudaTarget
    ) -> float:
        """Branches side by side share the GPU. What is sure to be saved are the starts of the
        kernels that are not in the longest branch; that branches part and meet costs one start.
        """
        launch = target.speed.launch
        seconds = sum(each[node.output] for node in graph.operator_nodes)
        for region in graph.inter_op_regions:
            branches = [
                (sum(each[name] for name in names), len(names)) for names in region.branches
            ]
            total, (longest, count) = sum(taken for taken, _ in branches), max(branches)
            others = sum(number for _, number in branches) - count
            seconds += max(longest, total - others * launch) + launch - total
        return seconds

    def held_bytes(self, target: CudaTarget) -> float:
        """The second cache."""
        return float(target.l2)

    def cold_bytes(self, target: CudaTarget) -> int:
        """Twice the second cache."""
        return 2 * target.l2

    def multiplies_bytes(self, target: CudaTarget) -> bool:
        """With matrix instructions, which take at least four times as long for float32."""
        return any(item.inputs == "int8" for item in target.matrix_instructions)

    def multiplies_any_bytes(self, target: CudaTarget) -> bool:
        """With the same instructions."""
        return self.multiplies_bytes(target)

    def attends(self, operator: Operator, target: CudaTarget) -> bool:
        """Where matrix instructions compute it, for any number of queries and keys. Other attention
        runs the loop nests of the CPU, so it is one operator where it is one on a CPU.
        """
        if tensor_attention.computes(operator, target):
            return True
        return is_faster_fused(operator, target.as_cpu)


class CudaBackend(Backend[CudaTarget]):
    """See `aoe.backends.backend.Backend`."""

    name = NAME
    version = CODE_GENERATOR
    precision = CudaPrecision()
    cost = CudaCost()

    def __init__(self, devices: Devices, ordinal: int = 0) -> None:
        """`devices`: the GPUs of this machine; `ordinal`: the number of the one that is used."""
        self.devices, self.ordinal = devices, ordinal
        self.machine = CudaMachine(devices, ordinal)

    def at(self, number: int) -> CudaBackend:
        """See `aoe.backends.backend.Backend.at`."""
        return CudaBackend(self.devices, number)

    def implementations(self) -> Mapping[str, Implementation[CudaTarget]]:
        """See `aoe.backends.cuda.implementations`."""
        return registry.implementations()

    def compiler(
        self,
        target: CudaTarget,
        processes: int = 1,
        cache: CompileCache | None = None,
        *,
        reuse_memory: bool = True,
    ) -> Compiler:
        """See `aoe.backends.cuda.compile.compiler`."""
        assembler = found_assembler(target, self.machine.device_of(target))
        return CudaCompiler(
            target, processes, cache, reuse_memory=reuse_memory, assembler=assembler
        )

    def profiler(self) -> Profiler:
        """See `aoe.backends.cuda.profiler.profiler`."""
        devices, ordinal = self.devices, self.ordinal
        return CudaProfiler(lambda: devices.opened(ordinal), lambda: devices.found(ordinal).l2)

    def load(self, model: OfflineModel, threads: int | None = None) -> LoadedModel:
        """See `aoe.backends.cuda.runtime.loaded_model`."""
        target = model.manifest.target
        assert isinstance(target, CudaTarget), "a GPU runs what was compiled for GPUs"
        try:
            here = self.machine.target()
        except UsageError as error:
            reason = error.reason if isinstance(error, NoGpuError) else error
            raise ForeignMachineError(f"it was compiled for {target.model}; {reason}") from error
        if here.model != target.model:
            raise ForeignMachineError(
                f"it was compiled for {target.model}; the GPU of this machine is {here.model}"
            )
        if target.multiplies_float8 and not here.multiplies_float8:
            raise ForeignMachineError(
                "it was compiled for drivers since CUDA 12.4; the driver of this machine is older"
            )
        return CudaModel(model, self.devices.opened(here.ordinal))

    def family(self, threads: int | None = None) -> ModelFamily:
        """See `aoe.backends.cuda.runtime.model_family`."""
        return CudaFamily(self.devices.opened(self.ordinal), self.machine.target().threads)


BACKEND = CudaBackend(Devices())
