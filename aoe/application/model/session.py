"""`aoe.InferenceSession`: the runtime's session, which also compiles source models, and opens
offline models made elsewhere.

An offline model holds machine code for one kind of CPU and the graph it was made from. Where the
code cannot run, or is not to, the graph is compiled again for this machine: with the policies of
its repository, and default ones for the rest.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from functools import partial
from pathlib import Path

import numpy as np
from numpy.typing import ArrayLike

from aoe.application.api_names import python_call
from aoe.application.model.open_shapes.open_file import open_model_of
from aoe.application.model.open_shapes.open_inputs import node_arg
from aoe.application.model.open_shapes.shape_cache import KEPT_SHAPES, ShapeCache
from aoe.application.model.program import (
    Program,
    is_offline_file,
    is_source,
    on_device,
    overrides_of,
    read_program,
    recompiled,
    source_program,
    with_overridable,
)
from aoe.application.onnx_runtime.options import (
    check_run_options,
    given_once,
    offline_model_path,
    session_options,
    turns_of,
)
from aoe.application.onnx_runtime.session_methods import OnnxRuntimeMethods
from aoe.arguments import check_value
from aoe.backends import session as backend_session
from aoe.backends.device_array import DeviceArray
from aoe.backends.output_memory import store_output
from aoe.backends.session import NodeArg, checked_thread_count
from aoe.errors import CapacityError, UsageError
from aoe.frontends.registry import source_suffixes
from aoe.graph.prepare.loops.capacity import GROWTH
from aoe.graph.texts import texts_of
from aoe.runtime.exchanged_array import memory_of
from aoe.runtime.offline_model import (
    ForeignMachineError,
    Manifest,
    OfflineModel,
    write_offline_model,
)
from aoe.runtime.open_model import write_open_model

logger = logging.getLogger(__name__)

_run_fixed = backend_session.InferenceSession.run


class InferenceSession(backend_session.InferenceSession, OnnxRuntimeMethods):
    """Runs a model on this machine, with the methods of ONNX Runtime's class.

    Several threads may call one session. Their inferences run at the same time, with fewer threads
    each.
    """

    __module__ = "aoe"

    @python_call("aoe.InferenceSession")
    def __init__(
        self,
        path_or_bytes: str | Path | bytes | OfflineModel | ShapeCache | Program,
        sess_options: object = None,
        providers: Sequence[object] | None = None,
        provider_options: Sequence[object] | None = None,
        *,
        threads: int | None = None,
        kept_shapes: int = KEPT_SHAPES,
        parallel_runs: int | None = None,
        machine_code: bool = True,
        public_key: str | Path | None = None,
    ) -> None:
        """Opens a model.

        Args:
            path_or_bytes: Path of an `.om` file, or a model just compiled. A path of a source model
                and the bytes of an ONNX file are compiled first, as by `aoe.compile`.
            sess_options: `aoe.SessionOptions`, or an object with attributes of these names. A
                number is taken as `threads`.
            providers: ONNX Runtime's execution providers. The first one that is available chooses
                the device of a source model. An `.om` was compiled for its device.
            provider_options: Options of each provider: `device_id` chooses one of several GPUs, for
                a source model and for an `.om` of fixed shapes. Others have no effect.
            threads: Threads that an inference uses; all cores by default.
            kept_shapes: How many shapes of a model with open ones stay compiled: the last used.
            parallel_runs: How many inferences may run at once; by default as many as the cores can
                serve. Further callers wait.
            machine_code: Whether the machine code of an `.om` may run. If not, it is ignored, and
                the graph in the file is compiled again, with default policies and those of the
                repository.
            public_key: The public key of who must have signed the `.om` (`aoe.verify`).

        Raises:
            UsageError: If an argument cannot be, e.g. `threads=0`.
            OfflineModelError: If the file is not a sound offline model.
            ModelError: If a source model cannot be read or compiled.
        """
        if isinstance(sess_options, int):
            threads = given_once(threads, sess_options)
            sess_options = None
        self._options = options = session_options(sess_options)
        if threads is None and options.intra_op_num_threads:
            threads = options.intra_op_num_threads
        self._turns = turns_of(parallel_runs)
        count = checked_thread_count(threads)
        if public_key is not None and not is_offline_file(path_or_bytes):
            raise UsageError(
                "public_key is given, but only offline models (.om) in files are signed; give the "
                "path of one, or leave it out"
            )
        opened = path_or_bytes
        if isinstance(opened, str | Path | bytes) and is_source(opened):
            opened = source_program(
                opened, count, kept_shapes, options, providers, provider_options
            )
        elif options.free_dimensions:
            raise UsageError(
                "free dimensions are fixed where a source model is compiled; the offline model "
                "keeps its shapes, so leave the overrides out"
            )
        elif isinstance(opened, str | Path):
            opened = read_program(Path(opened), count, kept_shapes, machine_code, public_key)
        #: What takes over where loops of a model with fixed shapes need more capacity.
        self._roomier: ShapeCache | None = None
        self._opening = threading.Lock()
        assert not isinstance(opened, bytes), "they were compiled"
        program = with_overridable(opened if isinstance(opened, Program) else Program(opened))
        self._open_again, opened = program.open_again, program.model
        self._overridden = overrides_of(program, partial(InferenceSession, threads=count))
        self._shapes = opened if isinstance(opened, ShapeCache) else None
        #: Whether an inference is just that of the class below.
        self._is_plain = not (self._shapes or self._open_again or self._turns or self._overridden)
        if isinstance(opened, OfflineModel):
            opened = on_device(opened, providers, provider_options)
            self._load(opened, path_or_bytes, count)
        if options.optimized_model_filepath:
            self.save(offline_model_path(options.optimized_model_filepath))

    def _load(self, model: OfflineModel, given: object, threads: int | None) -> None:
        label = str(given) if isinstance(given, str | Path) else model.manifest.name
        try:
            super().__init__(model, threads, label=label)
        except ForeignMachineError as error:
            if model.graph is None:
                raise error
            logger.warning(
                "%s: %s; compiling it again for this machine; to keep the result, compile its "
                "source here with `aoe compile`, or call save() of this InferenceSession",
                label,
                error.__cause__,
            )
            super().__init__(recompiled(model, threads), threads, label=label)

    def run(
        self,
        output_names: Sequence[str] | None,
        input_feed: Mapping[str, ArrayLike],
        run_options: object = None,
        *,
        out: Mapping[str, object] | None = None,
    ) -> list[np.ndarray]:
        """One inference.

        Where the model has open shapes, new ones are compiled for. Where a loop without a limit
        needs more capacity, it is made, and later inferences have it from the start.

        Args:
            output_names: The outputs that are wanted; None or empty for all, in the model's order.
            input_feed: An array for each input: NumPy's, a tensor of PyTorch, another one with
                DLPack, or an `OrtValue`. They are read where they lie, unless they are not dense.
            run_options: `aoe.RunOptions`.
            out: Arrays for some outputs, by name, which are written instead of new ones: of NumPy,
                PyTorch and so on. Where shapes are fixed, outputs are computed right there.

        Returns:
            The outputs, as new arrays that belong to the caller, or on the memory in `out`.

        Raises:
            UsageError: An input or output is missing, unknown, or of another type or shape than the
                model's.
            AoeError: The session is closed, or the inputs lead to a branch of the model that cannot
                be computed.
        """
        if self._is_plain and run_options is None and out is None:
            # The usual case, for which a call more would be felt, and so would `super()`.
            return _run_fixed(self, output_names, input_feed)
        if run_options is not None:
            check_run_options(run_options)
        if self._turns is None:
            return self._run(output_names, input_feed, out)
        with self._turns:
            return self._run(output_names, input_feed, out)

    def _run(
        self,
        output_names: Sequence[str] | None,
        input_feed: Mapping[str, ArrayLike],
        out: Mapping[str, object] | None,
    ) -> list[np.ndarray]:
        if (overridden := self.serving(input_feed)) is not self:
            return overridden.run(output_names, input_feed, out=out)
        if out is not None:
            return self._run_into(output_names, input_feed, out)
        if self._shapes is not None:
            return self._shapes.run(output_names, input_feed)
        if self._roomier is not None:
            return self._roomier.run(output_names, input_feed, GROWTH)
        try:
            return super().run(output_names, input_feed)
        except CapacityError:
            if self._open_again is None:
                raise
            with self._opening:
                self._roomier = self._roomier or self._open_again()
            return self._roomier.run(output_names, input_feed, GROWTH)

    def _run_into(
        self,
        output_names: Sequence[str] | None,
        input_feed: Mapping[str, ArrayLike],
        out: Mapping[str, object],
    ) -> list[np.ndarray]:
        check_value("out", out, Mapping[str, object])
        names = [item.name for item in self.get_outputs()]
        unknown = [name for name in (*out, *(output_names or ())) if name not in names]
        if unknown:
            raise UsageError(
                f"the model has no output {unknown[0]!r}; its outputs: {', '.join(names)}"
            )
        if self.writes_directly:
            computed = super().run_into(out, input_feed)
        else:
            computed = self._run(None, input_feed, None)
            for name, value in out.items():
                place = names.index(name)
                memory = memory_of(f"output {name!r}", value)
                store_output(name, memory, computed[place])
                computed[place] = memory
        return [computed[names.index(name)] for name in output_names or names]

    def run_on_device(
        self,
        output_names: Sequence[str] | None,
        input_feed: Mapping[str, ArrayLike],
        into: Mapping[str, DeviceArray] | None = None,
    ) -> list[DeviceArray]:
        """See `aoe.backends.session.InferenceSession.run_on_device`. A model with open shapes has
        none.
        """
        if (overridden := self.serving(input_feed)) is not self:
            return overridden.run_on_device(output_names, input_feed, into)
        if self._shapes is not None:
            raise UsageError(
                f"{self._shapes.label} has open shapes; outputs stay on the device where shapes "
                "are fixed, so call run"
            )
        with self._turns or nullcontext():
            return super().run_on_device(output_names, input_feed, into)

    def run_at(
        self, inputs: Sequence[int], outputs: Sequence[int], *, more: bool = False, fork: int = 0
    ) -> None:
        """See `aoe.backends.session.InferenceSession.run_at`. A model with open shapes has none."""
        if self._shapes is not None:
            name = self._shapes.label
            raise UsageError(f"{name} has open shapes, which run_at is not for; call run")
        super().run_at(inputs, outputs, more=more, fork=fork)

    def time_runs(self, input_feed: Mapping[str, ArrayLike], count: int) -> tuple[float, ...]:
        """See `aoe.backends.session.InferenceSession.time_runs`."""
        if (overridden := self.serving(input_feed)) is not self:
            return overridden.time_runs(input_feed, count)
        if self._shapes is None:
            return super().time_runs(input_feed, count)
        session, given = self._shapes.session(input_feed)
        return session.time_runs(given, count)

    def profile(self, input_feed: Mapping[str, ArrayLike]) -> tuple[tuple[str, float], ...]:
        """See `aoe.backends.session.InferenceSession.profile`."""
        if (overridden := self.serving(input_feed)) is not self:
            return overridden.profile(input_feed)
        if self._shapes is None:
            return super().profile(input_feed)
        session, given = self._shapes.session(input_feed)
        return session.profile(given)

    @property
    def model(self) -> OfflineModel:
        """What this session runs. Raises `UsageError` where the model has open shapes: there is one
        for each shape.
        """
        if self._shapes is not None:
            raise UsageError(
                f"{self._shapes.label} has open shapes, so it is more than one compiled model; "
                "compile it with input_shape for one"
            )
        return super().model

    @property
    def manifest(self) -> Manifest:
        """Where the model comes from, and what it was compiled for."""
        return self.model.manifest if self._shapes is None else self._shapes.specializer.manifest

    @property
    def writes_directly(self) -> bool:
        """Whether an inference computes outputs in memory of the caller, and not elsewhere first:
        not where the model has open shapes, profiles, sizes that depend on data and the like.
        """
        return self._shapes is None and self._addressable is not None

    @property
    def is_open(self) -> bool:
        """Whether the model has open shapes, for which it is compiled when they come."""
        return self._shapes is not None

    def get_inputs(self) -> list[NodeArg]:
        """The model's inputs in order, with names of open sizes. None stands for an open size
        without a name, and for one that differs between profiles.
        """
        if self._shapes is None:
            return super().get_inputs()
        texts = texts_of(self._shapes.model).values
        return [node_arg(value, texts) for value in self._shapes.model.graph.inputs]

    def get_outputs(self) -> list[NodeArg]:
        """The model's outputs in order; None as for inputs, and for what depends on data."""
        if self._shapes is None:
            return super().get_outputs()
        texts = texts_of(self._shapes.model).values
        return [node_arg(value, texts) for value in self._shapes.model.graph.outputs]

    def get_overridable_initializers(self) -> list[NodeArg]:
        """The default inputs that a run may be given, too; none of an `.om` of fixed shapes."""
        return [] if self._overridden is None else self._overridden.model.described

    def serving(self, input_feed: Mapping[str, ArrayLike]) -> InferenceSession:
        """The session that computes for a feed: this, or one of its own for default inputs."""
        made = self._overridden
        return (made and made.session(self.get_inputs, input_feed)) or self

    @property
    def threads(self) -> int:
        """How many threads, or other parallel units, an inference uses."""
        return super().threads if self._shapes is None else self._shapes.threads

    def close(self) -> None:
        """See `aoe.backends.session.InferenceSession.close`."""
        self._end_async_callers()
        if self._overridden is not None:
            self._overridden.close()
        if self._roomier is not None:
            self._roomier.close()
        if self._shapes is None:
            super().close()
        else:
            self._shapes.close()

    def __enter__(self) -> InferenceSession:
        return self

    @python_call("session.save")
    def save(self, path: str | Path) -> None:
        """Writes the model it runs as an offline model.

        One with open shapes is in it with its weights, and what was compiled for shapes that were
        given ahead.

        Args:
            path: The file, exactly so: no `.om` is added. One that is there is replaced.

        Raises:
            UsageError: If the suffix is that of a source model, which no session opens.
            OfflineModelError: If the file cannot be written.
        """
        if Path(path).suffix.lower() in source_suffixes():
            raise UsageError(
                f"path={str(path)!r}: {Path(path).suffix} is the suffix of a source model; save "
                "offline models as .om"
            )
        if self._shapes is None:
            write_offline_model(path, self.model)
        else:
            write_open_model(path, open_model_of(self._shapes))
