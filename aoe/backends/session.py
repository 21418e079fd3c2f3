"""InferenceSession: runs an offline model, with the interface of ONNX Runtime's class of that name.

The backend that compiled the model loads and runs it (`aoe.backends.backend.LoadedModel`).
"""

from __future__ import annotations

import operator
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import count as numbers_from
from pathlib import Path
from types import TracebackType

import numpy as np
from numpy.typing import ArrayLike

from aoe.arguments import check_value
from aoe.backends.backend import LoadedModel
from aoe.backends.call_hints import MORE_FOLLOWS, call_hints
from aoe.backends.conditions import conditions_of
from aoe.backends.device_array import DeviceArray, DeviceModel
from aoe.backends.loading import loaded_model
from aoe.backends.model_profiles import Profiles
from aoe.backends.output_memory import output_arrays, store_output
from aoe.backends.registry import target_from_json
from aoe.element_types import TYPE_NAMES
from aoe.errors import AoeError, UsageError, counted
from aoe.runtime import offline_model
from aoe.runtime.exchanged_array import memory_of
from aoe.runtime.model_inputs import ModelInputs
from aoe.runtime.offline_model import OfflineModel, static_models
from aoe.runtime.plan import DRAW, TensorInfo
from aoe.runtime.text_boundary import text_boundary
from aoe.settings import MOST_THREADS


@dataclass(frozen=True, slots=True)
class NodeArg:
    """An input or output, described as ONNX Runtime does.

    Attributes:
        name: Its name.
        shape: Its shape; the name of an open size, or None for one without a name, one that differs
            between profiles and one that depends on data.
        type: Its element type, e.g. `tensor(float)`.
        has_rank: Whether the number of its dimensions is known; the shape is empty otherwise.
    """

    name: str
    shape: list[int | str | None]
    type: str
    has_rank: bool = True

    @property
    def fixed_shape(self) -> tuple[int, ...]:
        """Its shape with -1 for each size that is not a number."""
        return tuple(size if isinstance(size, int) else -1 for size in self.shape)


def read_offline_model(path: str | Path) -> OfflineModel:
    """The offline model in a file, for whatever backend. Raises as
    `aoe.runtime.offline_model.read_offline_model` does.
    """
    return offline_model.read_offline_model(path, target_from_json)


def checked_thread_count(threads: int | None) -> int | None:
    """A number of threads, or None for all. Raises `UsageError` for anything else."""
    check_value("threads", threads, int | None)
    count = None if threads is None else operator.index(threads)
    if count is not None and count < 1:
        raise UsageError(f"threads is {count}; it must be at least 1")
    if count is not None and count > MOST_THREADS:
        raise UsageError(f"threads is {count}; it must be at most {MOST_THREADS}")
    return count


class InferenceSession:
    """Runs an offline model on the device it was compiled for. Safe to use from several threads,
    and in children made by `fork`.
    """

    def __init__(
        self,
        model: str | Path | OfflineModel,
        threads: int | None = None,
        *,
        loaded: LoadedModel | None = None,
        draws: Iterator[int] | None = None,
        label: str = "",
    ) -> None:
        """Loads a file or a compiled model.

        `threads` defaults to all parallel units that the process may use. `loaded`: the model, if
        its backend has loaded it already. `draws`: numbers of the draws of random numbers, where
        other sessions take some, too. `label`: what messages call the model; by default its path or
        its name.

        Raises `OfflineModelError` if the file is not sound or there is no memory left for it, its
        subclass `ForeignMachineError` if its code cannot run here, `UnsupportedModelError` if it
        needs more memory than this machine has, `UsageError` on a bad `threads`.
        """
        threads = checked_thread_count(threads)
        self._model = model if isinstance(model, OfflineModel) else read_offline_model(model)
        name = self._model.manifest.name if isinstance(model, OfflineModel) else str(model)
        plans = [item.plan for item in static_models(self._model)]
        plan = plans[0]
        self._output_numbers = {info.name: number for number, info in enumerate(plan.shown)}
        self._variable_extents = plan.data_dependent_sizes
        self._conditions = [conditions_of(item) for item in plans]
        self._texts = text_boundary(plan)
        self._draws_numbers = any(info.name == DRAW for info in plan.inputs)
        self._draws = numbers_from() if draws is None else draws
        self._profiles = Profiles(self._model)
        fixed = not self._model.profiles and not self._draws_numbers
        fixed = fixed and not self._variable_extents and not plan.requirements
        fixed = fixed and self._texts is None
        #: How many addresses `run_at` takes. None where an inference is more than a call of the
        #: loaded model.
        self._addressable = (len(plan.inputs), len(plan.outputs)) if fixed else None
        self._aliases = plan.aliases
        self._inputs = ModelInputs(plan.inputs)
        self._loaded = (
            loaded_model(self._model, label or name, threads) if loaded is None else loaded
        )
        self._closed = False

    def run(
        self,
        output_names: Sequence[str] | None,
        input_feed: Mapping[str, ArrayLike],
        run_options: object = None,
    ) -> list[np.ndarray]:
        """One inference: the named outputs (all, in the model's order, if None or empty) as new
        arrays that belong to the caller. `run_options` of ONNX Runtime is ignored.

        Raises `UsageError` naming the input or output that is missing, unknown, or of another
        dtype or shape than the model's; `AoeError` if the session is closed, or if the inputs
        lead to a branch of the model that cannot be computed. The profile of a model
        that has several is the one of these shapes.
        """
        numbers = None if output_names is None else self._numbers(output_names)
        if self._addressable is None:
            outputs = self._all_outputs(input_feed)
        else:
            if self._closed or type(input_feed) is not dict:
                self._require_open(input_feed)
            outputs = self._loaded.run(input_feed)
        return [outputs[number] for number in numbers] if numbers else outputs

    def _all_outputs(self, input_feed: Mapping[str, ArrayLike]) -> list[np.ndarray]:
        """All outputs of an inference that takes more than a call of the loaded model."""
        profile = self._profile(input_feed)
        given, new = self._given(input_feed)
        outputs = self._loaded.run(given, profile)
        self._conditions[profile].check(outputs)
        if len(outputs) > len(self._output_numbers):
            outputs = self._cut(outputs)
        return outputs if self._texts is None else self._texts.texts(outputs, new)

    def run_on_device(
        self,
        output_names: Sequence[str] | None,
        input_feed: Mapping[str, ArrayLike],
        into: Mapping[str, DeviceArray] | None = None,
    ) -> list[DeviceArray]:
        """As `run`; the outputs stay on the device, for DLPack: `torch.from_dlpack(output)`.

        Args:
            output_names: As of `run`.
            input_feed: Likewise. Tensors that other libraries have on the device stay there, too.
            into: Arrays of the device that outputs are written to, by name.

        Raises:
            UsageError: As `run` does. Or the device is a CPU; the model has sizes that depend on
                data, conditions on its inputs, or texts; or an array has another type or shape.
            AoeError: As `run` does.
        """
        profile = self._profile(input_feed)
        if not isinstance(self._loaded, DeviceModel):
            raise UsageError("outputs of this device lie in the memory of the CPU; call run")
        conditions = self._conditions[profile].requirements
        if self._variable_extents or conditions or self._texts is not None:
            raise UsageError(
                "outputs stay on the device where the model has no sizes that depend on data, no "
                "conditions on its inputs and no texts; call run"
            )
        given = into or {}
        places = dict(zip(self._numbers(list(given)), given.values(), strict=True))
        numbers = None if output_names is None else self._numbers(output_names)
        outputs = self._loaded.run_on_device(self._given(input_feed)[0], places, profile)
        return [outputs[number] for number in numbers] if numbers else outputs

    def run_at(
        self, inputs: Sequence[int], outputs: Sequence[int], *, more: bool = False, fork: int = 0
    ) -> None:
        """One inference on memory of the caller, without checks and copies, for programs that own
        tensors: reads `get_inputs()` at these addresses and writes `get_outputs()` at those.

        Each tensor is dense, row-major and aligned to its elements. No output overlaps another
        tensor, but for one that overwrites an input, which has the address of that input. Only
        those addresses are checked; other memory is overwritten where the rest is not so.

        Threads soon sleep afterwards, because the caller has work of its own. `more`: they stay
        awake for inferences that follow at once. `fork`: the address of `GOMP_parallel` of an
        OpenMP runtime, whose threads compute on a CPU; 0: the session's own do.

        Raises `UsageError` if the number of addresses differs, if an output that overwrites an
        input has another address, or if the model has profiles, sizes that depend on data, texts,
        conditions on its inputs or random numbers, which need `run`; `AoeError` after `close`.
        """
        if (len(inputs), len(outputs)) != self._addressable:
            raise self._not_addressable(len(inputs), len(outputs))
        for alias in self._aliases:
            if outputs[alias.output] != inputs[alias.input]:
                raise UsageError(
                    f"run_at got another address for output {alias.output} than for input "
                    f"{alias.input}, which the model overwrites with it; give one for both"
                )
        self._loaded.run_at(inputs, outputs, hints=call_hints(more, fork))

    def run_into(
        self, outputs: Mapping[str, object], input_feed: Mapping[str, ArrayLike]
    ) -> list[np.ndarray]:
        """One inference that writes outputs to memory of the caller.

        Where the model has fixed shapes, an output is computed right there, unless its memory is
        not dense or overlaps another tensor. Otherwise it is copied there.

        Args:
            outputs: Arrays by output name: NumPy's, PyTorch's or others with DLPack. They have the
                element type and the shape of the output.
            input_feed: As of `run`.

        Returns:
            All outputs in order, as arrays; those that were given lie in that memory.

        Raises:
            UsageError: As `run` does, or an array has another type or shape, or is read-only.
            AoeError: As `run` does.
        """
        numbers = self._numbers(list(outputs))
        given = {
            number: memory_of(f"output {name!r}", value)
            for number, (name, value) in zip(numbers, outputs.items(), strict=True)
        }
        if self._addressable is None:
            computed = self.run(None, input_feed)
        else:
            self._require_open(input_feed)
            arrays = self._inputs.checked(input_feed)
            computed = output_arrays(self._model.plan.outputs, given, arrays, self._aliases)
            self._loaded.run_at(
                [array.ctypes.data for array in arrays],
                [array.ctypes.data for array in computed],
                hints=MORE_FOLLOWS,
            )
        names = list(self._output_numbers)
        for number, memory in given.items():
            store_output(names[number], memory, computed[number])
        return [given.get(number, array) for number, array in enumerate(computed)]

    def time_runs(self, input_feed: Mapping[str, ArrayLike], count: int) -> tuple[float, ...]:
        """How many seconds each of `count` inferences in a row took, by the device's clock right
        before and after each. Raises as `run` does.
        """
        check_value("count", count, int)
        if count < 1:
            raise UsageError(f"count={count}: must be at least 1")
        profile = self._profile(input_feed)
        return self._loaded.time_runs(self._given(input_feed)[0], count, profile)

    def profile(self, input_feed: Mapping[str, ArrayLike]) -> tuple[tuple[str, float], ...]:
        """One inference, as the operator's name and the seconds of each kernel call in order.
        Raises as `run` does.
        """
        number = self._profile(input_feed)
        seconds = self._loaded.call_seconds(self._given(input_feed)[0], number)
        calls = static_models(self._model)[number].plan.calls
        return tuple((call.operator, time) for call, time in zip(calls, seconds, strict=True))

    def get_inputs(self) -> list[NodeArg]:
        """The model's inputs in order; None stands for sizes that differ between profiles."""
        args = _node_args([model.plan.inputs for model in static_models(self._model)])
        return [item for item in args if item.name != DRAW]

    def get_outputs(self) -> list[NodeArg]:
        """The model's outputs in order; None as for inputs, and for what depends on data."""
        models = static_models(self._model)
        args = _node_args([model.plan.shown for model in models])
        for item in models[0].plan.data_dependent_sizes:
            args[item.output].shape[item.dimension] = None
        return args

    @property
    def model(self) -> OfflineModel:
        """What this session runs."""
        return self._model

    @property
    def threads(self) -> int:
        """How many threads, or other parallel units, an inference uses."""
        return self._loaded.threads

    def close(self) -> None:
        """Ends the session's threads, after a running inference; `run` raises from then on."""
        self._closed = True
        self._loaded.close()

    def __enter__(self) -> InferenceSession:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def _given(
        self, feed: Mapping[str, ArrayLike]
    ) -> tuple[Mapping[str, ArrayLike], Sequence[str]]:
        """What the loaded model is given: codes of texts, and the number of the draw, if the model
        draws random numbers. And the texts that are not in its vocabulary.
        """
        new: Sequence[str] = ()
        if self._texts is not None:
            feed, new = self._texts.coded(feed)
        if self._draws_numbers:
            feed = {**feed, DRAW: np.asarray(next(self._draws), np.uint64)}
        return feed, new

    def _profile(self, feed: Mapping[str, ArrayLike]) -> int:
        self._require_open(feed)
        return self._profiles.number(feed)

    def _require_open(self, feed: Mapping[str, ArrayLike]) -> None:
        if self._closed:
            raise AoeError("the session is closed; make a new one")
        if type(feed) is not dict:
            check_value("input_feed", feed, Mapping[str, object])

    def _not_addressable(self, inputs: int, outputs: int) -> UsageError:
        if self._addressable is None:
            return UsageError(
                "run_at is for models of fixed shapes without conditions, random numbers and "
                "texts; call run with arrays"
            )
        kinds, both = ("input", "output"), ((inputs, outputs), self._addressable)
        got, has = (" and ".join(map(counted, item, kinds)) for item in both)
        return UsageError(f"run_at got {got}; the model has {has}")

    def _cut(self, outputs: list[np.ndarray]) -> list[np.ndarray]:
        """The outputs the user sees, as long as the counts among them say."""
        for item in self._variable_extents:
            count = int(outputs[item.count].reshape(-1)[0])
            kept = (slice(None),) * item.dimension + (slice(count),)
            outputs[item.output] = outputs[item.output][kept].copy()
        return outputs[: len(self._output_numbers)]

    def _numbers(self, names: Sequence[str]) -> list[int]:
        """The numbers of outputs by their names."""
        if type(names) is list:  # the usual case, without the microseconds of the checks below
            with suppress(KeyError, TypeError):
                return [self._output_numbers[name] for name in names]
        check_value("output_names", names, Sequence[str] | None)
        unknown = [name for name in names if name not in self._output_numbers]
        if unknown:
            known = ", ".join(self._output_numbers)
            raise UsageError(f"the model has no output {unknown[0]!r}; its outputs: {known}")
        return [self._output_numbers[name] for name in names]


def _node_args(profiles: Sequence[tuple[TensorInfo, ...]]) -> list[NodeArg]:
    """The inputs or the outputs of a model, from those of each profile."""
    return [
        _node_arg(infos[0], [info.shape for info in infos]) for infos in zip(*profiles, strict=True)
    ]


def _node_arg(info: TensorInfo, shapes: Sequence[tuple[int, ...]]) -> NodeArg:
    sizes = [set(sizes) for sizes in zip(*shapes, strict=True)]
    shape: list[int | str | None] = [min(size) if len(size) == 1 else None for size in sizes]
    return NodeArg(info.name, shape, element_type("string" if info.is_text else info.dtype))


def element_type(dtype: str) -> str:
    """ONNX Runtime's name for tensors of an element type, e.g. `tensor(float)`."""
    return f"tensor({TYPE_NAMES.get(dtype, dtype)})"
