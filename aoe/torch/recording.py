"""What holds in Dynamo while it records a graph for open-aoe and has it compiled.

`compiler.py` asks for it. Modules of recurrences are let in (`recurrences.py`), Python's collector
of cyclic garbage waits, and nothing is made for logs that nobody reads.
"""

from __future__ import annotations

import gc
import logging
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import cache, wraps
from inspect import signature
from typing import Any

import torch

from aoe.collector_pause import collector_paused
from aoe.torch.private_torch import convert_frame, dynamo_config
from aoe.torch.replaced.values import original, replaced

#: Where a function that Dynamo calls keeps the function that it calls itself: wrappers of Dynamo
#: and of `torch.compile`, the compiler of DDP and its method, partial functions, `functools.wraps`.
_WRAPPED = (
    "_torchdynamo_orig_backend",
    "compiler_fn",
    "backend_compile_fn",
    "__self__",
    "func",
    "__wrapped__",
)
#: Where Dynamo asks of what is called whether it is a function of a module on parts of distributed
#: tensors, and by which method.
_CALLS, _ASKED = "torch._dynamo.variables.higher_order_ops", "should_wrap_in_hop"
_LOCAL_MAP = "torch.distributed.tensor.experimental._func_map"


@cache
def prepare_recording(backend: Callable[..., Any]) -> None:
    """While Dynamo records a graph for a backend, it goes into modules of recurrences, which by
    default run in eager mode, and no garbage is collected. Other backends of the process see no
    difference.

    Dynamo asks its configuration before it knows the graph, and tells no backend about it. So the
    function of Dynamo that records a frame is wrapped. In a version of torch without it, nothing is
    different.
    """
    record: Any = getattr(convert_frame, "_compile", None)
    if record is None or "compiler_fn" not in signature(record).parameters:
        return

    @wraps(record)
    def recording(*arguments: Any, **named: Any) -> Any:
        given = signature(record).bind(*arguments, **named).arguments["compiler_fn"]
        if not _leads_to(given, backend):
            return record(*arguments, **named)
        with (
            _keys_kept(),
            dynamo_config.patch(allow_rnn=True),
            without_local_map(),
            without_names(),
            garbage_kept(),
        ):
            return record(*arguments, **named)

    convert_frame._compile = recording


def _keys_kept() -> Any:
    """While this is in force, errors leave the keys by which PyTorch dispatches as they were.

    Where Dynamo of torch 2.14 fails within `torch.func.jvp`, a guard that excludes keys of autograd
    stays in force as long as the error is garbage with cycles. The function, which then runs in
    eager mode, would fail.
    """
    guard = getattr(torch._C, "_PreserveDispatchKeyGuard", None)
    return nullcontext() if guard is None else guard()


def without_local_map() -> AbstractContextManager[None]:
    """While this is in force, Dynamo does not load the parallelism of contexts to see that a
    function is not one of it: without its module, none is.
    """
    owner = getattr(sys.modules.get(_CALLS), "LocalMapWrappedHigherOrderVariable", None)
    if _LOCAL_MAP in sys.modules or not hasattr(owner, _ASKED):
        return nullcontext()
    usual = original(owner, _ASKED)
    return replaced(owner, _ASKED, lambda value: _LOCAL_MAP in sys.modules and usual(value))


def without_names() -> AbstractContextManager[None]:
    """While this is in force, Dynamo does not parse each source file of what it records for names
    of functions, which it puts into messages of its logs, unless somebody reads these.
    """
    symbolic_convert = getattr(torch._dynamo, "symbolic_convert", None)
    loggers = [
        getattr(module, name, None)
        for module in (symbolic_convert, getattr(torch._dynamo, "output_graph", None))
        for name in ("trace_call_log", "trace_source_log")
    ]
    read = any(logger and logger.isEnabledFor(logging.DEBUG) for logger in loggers)
    if read or symbolic_convert is None:
        return nullcontext()
    return replaced(symbolic_convert, "get_funcname", lambda *_: None)


@contextmanager
def garbage_kept() -> Iterator[None]:
    """While this is in force, garbage with cycles is not collected, unless somebody asks for it.

    Each collection of the oldest objects looks at all that PyTorch and its libraries made when they
    were loaded. What a compilation makes sets off several, and hardly any of it is such garbage:
    30 MB where ResNet-18 is compiled. Most of it lives long. So it counts as old afterwards, and
    the next collections, such as Dynamo's own, do not look at it either.
    """
    with collector_paused():
        try:
            yield
        finally:
            if not gc.get_freeze_count():  # else the program has objects there, to stay
                gc.freeze()
                gc.unfreeze()  # to the oldest objects


def _leads_to(function: Any, backend: Callable[..., Any]) -> bool:
    """Whether a function is a backend, or a wrapper of it."""
    while function is not None and function is not backend:
        inner = (getattr(function, name, None) for name in _WRAPPED)
        function = next((item for item in inner if item is not None), None)
    return function is backend
