"""Default inputs that a caller gives (`aoe.frontends.inputs.default_inputs`). The model is compiled
again with those as inputs, once for each set of names.

Without them a session runs the model in which they are constants.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic, Protocol, TypeVar

from aoe.application.model.open_shapes.open_inputs import node_arg
from aoe.application.model.source import ReadModel
from aoe.application.onnx_runtime.metadata import without_default_inputs_of
from aoe.backends.session import NodeArg
from aoe.errors import AoeError, UsageError
from aoe.frontends.inputs.default_inputs import default_inputs, with_default_inputs
from aoe.graph.model_copy import copied_model
from aoe.graph.texts import texts_of
from aoe.runtime.model_inputs import refuse_names

#: For how many sets of names a model stays compiled; the one that was not used for longest goes.
KEPT_SETS = 8


@dataclass(frozen=True)
class Overridable:
    """A model with default inputs.

    Attributes:
        names: The default inputs.
        read: The model, in which they are constants; None for an offline model without it.
    """

    names: tuple[str, ...]
    read: ReadModel | None = None

    @property
    def described(self) -> list[NodeArg]:
        """The default inputs that can be given."""
        if self.read is None:
            return []
        model = with_default_inputs(self.read.model, self.names)
        inputs = {str(value.name): value for value in model.graph.inputs}
        return [node_arg(inputs[name], texts_of(model).values) for name in self.names]

    def with_inputs(self, names: Collection[str], label: str) -> ReadModel:
        """The model with some of them as inputs. Raises `UsageError` if it is not there."""
        if self.read is None:
            raise compiled_in(names, label)
        source = self.read.source
        source = replace(source, metadata=without_default_inputs_of(source.metadata))
        model = with_default_inputs(self.read.model, names)
        return replace(self.read, source=source, model=model)


def compiled_in(names: Collection[str], label: str) -> UsageError:
    """The error for default inputs that are given to an offline model without its source."""
    return UsageError(
        f"{label} is compiled with the default value of {', '.join(map(repr, names))}, and has no "
        "source model to compile again; open the source model (aoe.InferenceSession, aoe.compile) "
        "to give another value, or compile it with another one (--input_value, input_values), or "
        "remove the initializer of that name from it, so that each call gives a value"
    )


def overridable(read: ReadModel) -> Overridable | None:
    """The default inputs of a model that was read and will be changed; None without any."""
    names = default_inputs(read.model)
    return Overridable(names, replace(read, model=copied_model(read.model))) if names else None


class _Session(Protocol):
    def close(self) -> None: ...


SessionT = TypeVar("SessionT", bound=_Session)


class Overrides(Generic[SessionT]):
    """The sessions for sets of default inputs that callers give. Safe to use from several
    threads.
    """

    def __init__(
        self, model: Overridable, label: str, opened: Callable[[ReadModel], SessionT]
    ) -> None:
        """`label`: what messages call the model. `opened`: compiles a model."""
        self.model = model
        self._names = frozenset(model.names)
        self._label = label
        self._opened = opened
        self._sessions: OrderedDict[frozenset[str], SessionT] = OrderedDict()
        self._lock = threading.Lock()
        self._closed = False

    def session(
        self, required: Callable[[], Sequence[NodeArg]], feed: Iterable[Any]
    ) -> SessionT | None:
        """The session for what a caller gives; None if that has no default inputs.

        Args:
            required: Tells the inputs of the model.
            feed: The names that are given.

        Raises:
            UsageError: Another input is missing or unknown, or the model cannot be compiled again.
            ModelError: It cannot be computed with these inputs.
            AoeError: The session is closed.
        """
        given = self._names.intersection(feed)
        if not given:
            return None
        ordered = [name for name in self.model.names if name in given]
        refuse_names([*(item.name for item in required()), *ordered], dict.fromkeys(feed, 0))
        with self._lock:
            if self._closed:
                raise AoeError("the session is closed; make a new one")
            found = self._sessions.get(given)
            if found is None:
                found = self._opened(self.model.with_inputs(ordered, self._label))
                self._sessions[given] = found
            self._sessions.move_to_end(given)
            while len(self._sessions) > KEPT_SETS:
                self._sessions.popitem(last=False)
        return found

    def close(self) -> None:
        """Closes the sessions after a running inference."""
        with self._lock:
            self._closed = True
            sessions = list(self._sessions.values())
            self._sessions.clear()
        for item in sessions:
            item.close()
