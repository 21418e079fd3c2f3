"""Puts this package into TensorFlow's and Keras's modules, as soon as a script imports them.

Eight places are replaced, each by a function that may still call the one before:

- `ConcreteFunction._call_flat`, through which every call of a tf.function passes;
- `TensorFlowTrainer._make_function` of Keras 3 and `Model.make_train_function` and its like of
  Keras 2, which put the data's iterator into the step;
- `BaseSession.run` of TensorFlow 1;
- `BaseResourceVariable._handle`, through which Python and operators reach variables;
- `OwnedIterator._next_internal`, where data are made by functions that may read variables;
- `CollectiveAllReduce._all_reduce` and `Function.__call__`, where the gradients of several workers
  are packed and steps that reduce them begin.

A script that imports none of these modules pays nothing.
"""

from __future__ import annotations

import importlib
import importlib.abc
import importlib.util
import sys
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.machinery import ModuleSpec
from types import MappingProxyType, ModuleType

#: Backends of Keras whose steps are not taken over, which is told.
_OTHER_BACKENDS = ("jax", "numpy", "openvino", "torch")
#: The modules that are changed, and what changes each: a module of this package with `patch`.
_PATCHES: Mapping[str, str] = MappingProxyType(
    {
        "tensorflow.python.eager.polymorphic_function.concrete_function": "functions",
        "tensorflow.python.ops.resource_variable_ops": "held_variables",
        "tensorflow.python.client.session": "sessions",
        "tensorflow.python.data.ops.iterator_ops": "datasets",
        "keras.src.backend.tensorflow.trainer": "keras_steps",
        "tf_keras.src.engine.training": "keras2_steps",
        **{f"keras.src.backend.{name}.trainer": "other_backends" for name in _OTHER_BACKENDS},
        "tensorflow.python.distribute.cross_device_ops": "gradients.packing",
        "tensorflow.python.eager.polymorphic_function.polymorphic_function": "gradients.steps",
    }
)


def activate() -> None:
    """Takes over the steps of TensorFlow in this process, from now on. Once is enough."""
    finder = _finder()
    if finder in sys.meta_path:
        return
    sys.meta_path.insert(0, finder)
    for name in _PATCHES:
        if name in sys.modules:
            _patch(sys.modules[name])


class _Finder(importlib.abc.MetaPathFinder):
    """Lets modules be found as they are, and changes them when they have been run."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """The specification of a module that is to be changed; None for all others."""
        if fullname not in _PATCHES:
            return None
        for finder in sys.meta_path:
            spec = None if finder is self else finder.find_spec(fullname, path, target)
            if spec is not None and spec.loader is not None:
                spec.loader = _Loader(spec.loader)
                return spec
        return None


class _Loader(importlib.abc.Loader):
    """Runs a module as another loader does, then changes it."""

    def __init__(self, loader: importlib.abc.Loader) -> None:
        self._loader = loader

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        """The module, or None for an ordinary one."""
        return self._loader.create_module(spec)

    def exec_module(self, module: ModuleType) -> None:
        """Runs the module."""
        self._loader.exec_module(module)
        _patch(module)

    def __getattr__(self, name: str) -> object:
        return getattr(self._loader, name)


@cache
def _finder() -> _Finder:
    """The finder of this process."""
    return _Finder()


def _patch(module: ModuleType) -> None:
    home = importlib.import_module(f"aoe.tensorflow.{_PATCHES[module.__name__]}")
    home.patch(module)
