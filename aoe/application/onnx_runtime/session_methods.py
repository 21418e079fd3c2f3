"""The methods of ONNX Runtime's `InferenceSession` beside `run`, `get_inputs` and `get_outputs`,
for `aoe.InferenceSession`.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from aoe.application.onnx_runtime.binding import BoundSession, IOBinding
from aoe.application.onnx_runtime.environment import device_for, provider_of
from aoe.application.onnx_runtime.metadata import ModelMetadata, metadata_of
from aoe.application.onnx_runtime.options import SessionOptions
from aoe.application.onnx_runtime.values import OrtValue
from aoe.errors import UsageError
from aoe.runtime.offline_model import Manifest
from aoe.settings import usable_cores


class OnnxRuntimeMethods(BoundSession):
    """Methods that stand on `run` of a session."""

    _options: SessionOptions
    _callers: tuple[int, ThreadPoolExecutor] | None = None

    @property
    def manifest(self) -> Manifest:
        """Where the model comes from, and what it was compiled for."""
        raise NotImplementedError

    def io_binding(self) -> IOBinding:
        """A binding of inputs and outputs to memory, for `run_with_iobinding`."""
        return IOBinding(self)

    def run_with_iobinding(self, iobinding: IOBinding, run_options: object = None) -> None:
        """One inference on what is bound; the binding has the outputs."""
        iobinding.run(run_options)

    def run_with_ort_values(
        self,
        output_names: Sequence[str] | None,
        input_dict_ort_values: Mapping[str, OrtValue],
        run_options: object = None,
    ) -> list[OrtValue]:
        """As `run`, with values instead of arrays."""
        feed: dict[str, Any] = {name: value.held for name, value in input_dict_ort_values.items()}
        return [OrtValue(array) for array in self.run(output_names, feed, run_options)]

    def run_async(
        self,
        output_names: Sequence[str] | None,
        input_feed: Mapping[str, ArrayLike],
        callback: Callable[[list[np.ndarray], Any, str], object],
        user_data: Any,
        run_options: object = None,
    ) -> None:
        """As `run`, in another thread.

        Args:
            output_names: See `run`.
            input_feed: Likewise. Arrays must stay as they are until `callback` is called.
            callback: Called with the outputs, `user_data` and an empty text; or, if the run raised
                an error, with no outputs, `user_data` and the error's text.
            user_data: Anything.
            run_options: See `run`.
        """

        def work() -> None:
            try:
                outputs, failure = self.run(output_names, input_feed, run_options), ""
            except Exception as error:
                outputs, failure = [], str(error) or type(error).__name__
            callback(outputs, user_data, failure)

        self._async_callers().submit(work)

    def get_session_options(self) -> SessionOptions:
        """The options that it was made with."""
        return self._options

    def get_providers(self) -> list[str]:
        """The execution provider that corresponds to the device of the model."""
        return [provider_of(self.manifest.target.backend)]

    def set_providers(
        self, providers: Sequence[object] | None = None, provider_options: object = None
    ) -> None:
        """Accepts the provider of the model's device. Options have no effect.

        Raises:
            UsageError: The first provider that is available is another one's: a model is compiled
                for its device.
        """
        wanted = device_for(providers).partition(":")[0]
        if wanted != self.manifest.target.backend:
            raise UsageError(
                f"the model is compiled for {self.get_providers()[0]}; open another session with "
                f"providers=[{provider_of(wanted)!r}]"
            )

    def get_provider_options(self) -> dict[str, dict[str, str]]:
        """The options of each provider: none."""
        return {name: {} for name in self.get_providers()}

    def get_modelmeta(self) -> ModelMetadata:
        """What the source model says of itself."""
        return metadata_of(self.manifest)

    def disable_fallback(self) -> None:
        """No effect: a session never changes its device."""

    def enable_fallback(self) -> None:
        """No effect, as `disable_fallback`."""

    def _async_callers(self) -> ThreadPoolExecutor:
        """The threads of `run_async` in this process; a child made by `fork` has its own."""
        process = os.getpid()
        if self._callers is None or self._callers[0] != process:
            self._callers = process, ThreadPoolExecutor(2 * usable_cores(), "aoe-run")
        return self._callers[1]

    def _end_async_callers(self) -> None:
        """Waits for inferences of `run_async`."""
        if self._callers is not None and self._callers[0] == os.getpid():
            self._callers[1].shutdown()
