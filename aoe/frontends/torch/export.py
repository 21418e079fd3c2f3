"""Makes an ONNX IR model of a model of PyTorch with torch's exporter, `torch.onnx.export`.

The exporter belongs to torch and calls onnxscript, so an error of it names the versions of both.
"""

from __future__ import annotations

import contextlib
import logging
import re
import warnings
from collections.abc import Iterator, Mapping, Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import numpy as np
import onnx_ir

from aoe.errors import ModelError, UsageError, quoted
from aoe.frontends.frontend import ModelOrigin
from aoe.frontends.onnx_checks import check_graph
from aoe.frontends.onnx_schema import check_nodes
from aoe.frontends.torch.archive import check_archive
from aoe.frontends.torch.attention_ranks import with_four_dimensions
from aoe.graph.model_copy import copied_model

#: What colours text on a terminal.
_COLOUR = re.compile(r"\x1b\[[0-9;]*m")
#: What the exporter says of a node that it cannot translate.
_NODE = re.compile(r"Error when translating node %(\S+) : .*?\[target=torch\.ops\.([\w.]+)\]")


def read_torch(origin: ModelOrigin) -> onnx_ir.Model:
    """The model, as torch's exporter makes it. Open dimensions of an exported program stay open.

    Raises:
        UsageError: torch is not installed, or the arguments do not fit the source.
        ModelError: The file is not one of `torch.export`, or torch cannot export the model.
    """
    path, source = origin.path, origin.source
    if path is not None:
        _require_file(path)
        check_archive(path)
    torch = _torch(origin.label)
    if isinstance(source, torch.jit.ScriptModule):
        raise UsageError(
            "TorchScript has no graph of torch.export; give the torch.nn.Module it was made of"
        )
    is_module = isinstance(source, torch.nn.Module)
    if not is_module and origin.example_inputs is not None:
        raise UsageError(f"example_inputs is for a torch.nn.Module; {origin.label} has a graph")
    if is_module and origin.example_inputs is None:
        raise UsageError(
            "example_inputs is missing: a torch.nn.Module has no graph until it is called; give "
            "the arguments of a call, e.g. example_inputs=(torch.randn(1, 3, 224, 224),)"
        )
    with _quiet(torch), _exporter_errors(torch, origin.label):
        if isinstance(source, torch.onnx.ONNXProgram):
            model: onnx_ir.Model = copied_model(source.model)
        else:
            program = _exported(torch, origin)
            model = program.model
            _name_inputs(model, program.exported_program)
            _name_outputs(torch, model, program.exported_program)
        _own_tensors(model)
        _widen_indices(model)
    check_graph(model.graph, origin.label)
    check_nodes(model, origin.label)
    return model


def _require_file(path: Path) -> None:
    if path.is_dir():
        raise ModelError(f"{path} is a directory; give the path of a .pt2 file")
    if not path.exists():
        raise ModelError(f"{path} does not exist; check the path given as model")


def _torch(label: str) -> Any:
    """The library. Not this package, which has its name: imports are absolute."""
    try:
        import torch
        import torch.export
        import torch.onnx
    except ImportError as error:
        raise UsageError(
            f"reading {label} needs torch ({quoted(error)}); install it with "
            "`pip install open-aoe[torch]`"
        ) from None
    if not hasattr(torch.onnx, "ONNXProgram"):
        raise UsageError(f"torch {torch.__version__} is too old; `pip install open-aoe[torch]`")
    return torch


def _exported(torch: Any, origin: ModelOrigin) -> Any:
    """The ONNX program of a file, an exported program or a module."""
    from aoe.frontends.torch.decompositions import is_mistranslated  # imports torch

    source: Any = origin.source
    if origin.path is not None:
        source = torch.export.load(str(origin.path))
    if not isinstance(source, torch.nn.Module):
        return torch.onnx.export(_translatable(torch, source), dynamo=True, verbose=False)
    arguments, named = _arguments(torch, origin.example_inputs)
    with _inference_mode(source):
        try:
            found = torch.onnx.export(source, arguments, kwargs=named, dynamo=True, verbose=False)
            if not is_mistranslated(found.exported_program):
                return found
        except torch.onnx.errors.OnnxExporterError:
            program = torch.export.export(source, arguments, named, strict=False)
            translatable = _translatable(torch, program)
            if translatable is program:
                raise
        else:
            program = torch.export.export(source, arguments, named, strict=False)
            translatable = _translatable(torch, program)
        return torch.onnx.export(translatable, dynamo=True, verbose=False)


def _translatable(torch: Any, program: Any) -> Any:
    """A program without what the exporter does not know; the program itself if it has none."""
    from aoe.frontends.torch.decompositions import decomposed  # imports torch

    return decomposed(with_four_dimensions(torch, program))


def _arguments(torch: Any, given: object) -> tuple[tuple[object, ...], dict[str, object]]:
    """Positional and keyword arguments, with tensors for arrays."""

    def tensor(argument: object) -> object:
        return torch.from_numpy(argument) if isinstance(argument, np.ndarray) else argument

    if isinstance(given, Mapping):
        return (), {str(name): tensor(argument) for name, argument in given.items()}
    if isinstance(given, Sequence) and not isinstance(given, str):
        return tuple(map(tensor, given)), {}
    raise UsageError(
        "example_inputs must be a tuple of arguments or a dictionary of keyword arguments, not "
        f"{type(given).__name__}; write example_inputs=(x,)"
    )


@contextlib.contextmanager
def _inference_mode(module: Any) -> Iterator[None]:
    """A module as for inference, without dropout; afterwards it is as before."""
    training = [(part, part.training) for part in module.modules()]
    module.eval()
    try:
        yield
    finally:
        for part, before in training:
            part.training = before


@contextlib.contextmanager
def _quiet(torch: Any) -> Iterator[None]:
    """Without the warnings of the exporter, which are about its own parts."""
    loggers = [logging.getLogger(name) for name in ("torch", "onnxscript")]
    before = [item.level for item in loggers]
    with warnings.catch_warnings(), torch.no_grad():
        warnings.simplefilter("ignore")
        for item in loggers:
            item.setLevel(logging.CRITICAL)
        try:
            yield
        finally:
            for item, level in zip(loggers, before, strict=True):
                item.setLevel(level)


@contextlib.contextmanager
def _exporter_errors(torch: Any, label: str) -> Iterator[None]:
    """One `ModelError` for whatever torch and onnxscript raise."""
    try:
        yield
    except (UsageError, ModelError):
        raise
    except Exception as error:  # of all kinds; also those of operators without a translation
        what = _untranslated(error) or _cause(error)
        raise ModelError(
            f"torch {torch.__version__} with onnxscript {_version('onnxscript')} cannot export "
            f"{label} to ONNX: {quoted(what)}"
        ) from error


def _causes(error: Exception) -> Iterator[Exception]:
    """An error and what caused it, the first cause last."""
    found: BaseException | None = error
    while isinstance(found, Exception):
        yield found
        found = found.__cause__


def _cause(error: Exception) -> str:
    *_, cause = _causes(error)
    return f"{type(cause).__name__}: {_COLOUR.sub('', str(cause))}"


def _untranslated(error: Exception) -> str | None:
    """That a node has an operator which the exporter does not know; None if that is not it."""
    texts = [_COLOUR.sub("", str(item)) for item in _causes(error)]
    found = next((node for node in map(_NODE.match, texts) if node), None)
    if found is None or not texts[-1].startswith("No ONNX function found"):
        return None
    return (
        f"nothing translates {found[2]} of node {found[1]}; write it with other operators, or "
        "compute it before or behind the model"
    )


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "(not installed)"


def _name_inputs(model: onnx_ir.Model, program: Any) -> None:
    """Gives inputs the names of the arguments of `forward`, also where an output had that name."""
    names = [name for name in program.graph_signature.user_inputs if isinstance(name, str)]
    inputs = list(model.graph.inputs)
    if len(names) != len(inputs):
        return
    for value, name in zip(inputs, names, strict=True):
        _rename(model, value, name)


def _name_outputs(torch: Any, model: onnx_ir.Model, program: Any) -> None:
    """Gives outputs the keys of the dictionary that `forward` returns, or else numbers. The
    exporter calls them as operators, "linear_3".
    """
    paths = torch.utils._pytree.tree_flatten_with_path(
        torch.utils._pytree.tree_unflatten(
            range(program.call_spec.out_spec.num_leaves), program.call_spec.out_spec
        )
    )[0]
    outputs = list(model.graph.outputs)
    spoken = [_key(path) for path, _ in paths]
    taken = {value.name for value in model.graph.inputs}
    for number, value in enumerate(outputs):
        name = spoken[number] if len(spoken) == len(outputs) else None
        if name is None or name in taken:
            name = f"output_{number}"
        if value.producer() is not None and value not in outputs[:number]:
            _rename(model, value, name)
            taken.add(name)


def _key(path: Sequence[Any]) -> str | None:
    """The keys on the way to an output, joined by dots; None if there is no name among them."""
    keys = [
        str(getattr(part, "key", getattr(part, "name", getattr(part, "idx", "")))) for part in path
    ]
    return ".".join(keys) if any(not key.isdigit() for key in keys) else None


def _rename(model: onnx_ir.Model, value: onnx_ir.Value, name: str) -> None:
    """Renames a value; another of that name gets a number."""
    values = [*model.graph.inputs, *model.graph.initializers.values()]
    values += [output for node in model.graph.all_nodes() for output in node.outputs]
    taken = {str(item.name): item for item in values}
    other = taken.get(name)
    if other is value:
        return
    if other is not None:
        number = next(n for n in range(1, len(taken) + 2) if f"{name}__{n}" not in taken)
        other.name = f"{name}__{number}"
    value.name = name


def _own_tensors(model: onnx_ir.Model) -> None:
    """Copies weights, which the module may change later."""
    for graph in model.graphs():
        for value in graph.initializers.values():
            tensor = value.const_value
            if tensor is not None:
                value.const_value = onnx_ir.Tensor(
                    np.array(tensor.numpy()), dtype=tensor.dtype, name=tensor.name
                )


def _widen_indices(model: onnx_ir.Model) -> None:
    """Gives tuples of indices 64 bits, which ONNX demands: the exporter leaves those of
    `unfold_backward`, which `istft` has, at 32.
    """
    for graph in model.graphs():
        for node in list(graph):
            indices = node.inputs[1] if node.op_type in ("ScatterND", "GatherND") else None
            if indices is None or indices.dtype != onnx_ir.DataType.INT32:
                continue
            cast = onnx_ir.node("Cast", [indices], {"to": onnx_ir.DataType.INT64})
            cast.outputs[0].name = f"{node.name}_indices"
            cast.outputs[0].dtype, cast.outputs[0].shape = onnx_ir.DataType.INT64, indices.shape
            graph.insert_before(node, cast)
            node.replace_input_with(1, cast.outputs[0])
