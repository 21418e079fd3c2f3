"""What a model of TensorFlow consists of: its graph, inputs, outputs and variables.

A frozen graph has placeholders and nodes that no other node uses. A SavedModel has a signature and
variables in a tensor bundle.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from aoe.errors import ModelError, UsageError
from aoe.frontends.out_nodes import unknown_output
from aoe.frontends.source_file import readable
from aoe.frontends.tensorflow.conditions import ENTERS
from aoe.frontends.tensorflow.frames import EXITS
from aoe.frontends.tensorflow.messages import parsed
from aoe.frontends.tensorflow.node import Node, Reference
from aoe.frontends.tensorflow.operations.operation_table import Operation
from aoe.frontends.tensorflow.scope import Scope, scopes_of
from aoe.frontends.tensorflow.tensor_bundle import TensorBundle

#: The file of a SavedModel.
SAVED_MODEL = "saved_model.pb"
_SERVING = "serving_default"
_INITIALIZATION = "__saved_model_init_op"
#: Operators whose results are no outputs of a model.
_NO_OUTPUTS = frozenset(
    {
        *("NoOp", "Assert", "Const", "Placeholder", "PlaceholderWithDefault", "Print", "PrintV2"),
        *("Assign", "AssignVariableOp", "VarHandleOp", "VariableV2", "RestoreV2", "SaveV2"),
        *("MergeV2Checkpoints", "VarIsInitializedOp", "ScalarSummary", "HistogramSummary"),
        *("MergeSummary", "ImageSummary", "InitializeTableV2", "InitializeTableFromTextFileV2"),
        *("IsVariableInitialized", "ShardedFilename", "NextIteration", "LoopCond"),
    }
)


@dataclass(frozen=True, slots=True)
class Program:
    """A model as its files say.

    Attributes:
        graph: Its nodes.
        functions: Its functions.
        inputs: The placeholder of each input, by the name of the input.
        outputs: What each output gives, by the name of the output.
        bundle: Its variables; None if it has none.
        restore: The operation that gives variables their values; empty for none.
        initialize: The operation that fills tables; empty for none.
        sinks: Nodes that give outputs, and whose other results are outputs too.
        operations: What computes types of nodes that TensorFlow does not have.
    """

    graph: Scope
    functions: Mapping[str, Scope]
    inputs: Mapping[str, str]
    outputs: Mapping[str, Reference]
    bundle: TensorBundle | None = None
    restore: str = ""
    initialize: str = ""
    sinks: frozenset[str] = frozenset()
    operations: Mapping[str, Operation] = field(default_factory=dict)


def saved_model_folder(path: Path) -> Path | None:
    """The folder of a SavedModel that a path stands for; None if it stands for none."""
    folder = path if path.is_dir() else path.parent
    named = path.is_dir() or path.name == SAVED_MODEL
    return folder if named and (folder / SAVED_MODEL).is_file() else None


def read_program(path: Path, wanted: Sequence[str] = ()) -> Program:
    """The model in a file or a folder.

    Args:
        path: A frozen graph, the folder of a SavedModel, or `saved_model.pb` in it.
        wanted: Results of nodes, as `node:0`, or outputs of a signature, that become the outputs.

    Raises:
        ModelError: It cannot be read.
        UsageError: A wanted result is not there, or no signature is the one to use.
    """
    folder = saved_model_folder(path)
    if folder is None:
        return with_outputs(_frozen(_message("Graph", path), str(path)), wanted, str(path))
    saved = _message("SavedModel", folder / SAVED_MODEL)
    if not saved.meta_graphs:
        raise ModelError(f"{folder / SAVED_MODEL} holds no graph; save the model anew")
    meta = next(
        (item for item in saved.meta_graphs if "serve" in item.meta_info_def.tags),
        saved.meta_graphs[0],
    )
    return with_outputs(_with_signature(meta, folder), wanted, str(folder))


def with_outputs(program: Program, wanted: Sequence[str], label: str) -> Program:
    """The model with other outputs."""
    if not wanted:
        return program
    outputs = {}
    for name in wanted:
        node, _, number = name.rpartition(":")
        if name in program.outputs:
            outputs[name] = program.outputs[name]
        elif node in program.graph.nodes and number.isascii() and number.isdigit():
            outputs[name] = Reference(node, "", int(number))
        else:
            known = (*program.outputs, *(f"{node}:0" for node in program.graph.nodes))
            raise unknown_output(name, label, known, "names of nodes")
    return replace(program, outputs=outputs, sinks=frozenset())


def _message(kind: str, path: Path) -> Any:
    advice = f"one without {SAVED_MODEL}; give a frozen graph or the folder of a SavedModel"
    with readable(path, advice):
        data = path.read_bytes()
    if not data:
        raise ModelError(f"{path} is empty; give the path of a model of TensorFlow")
    return parsed(kind, data, str(path))


def _frozen(graph: Any, label: str) -> Program:
    if not graph.node:
        raise ModelError(f"{label} holds no node; give a frozen graph of TensorFlow")
    inputs = [node.name for node in graph.node if node.op in ("Placeholder", "PlaceholderV2")]
    defaults = [node.name for node in graph.node if node.op == "PlaceholderWithDefault"]
    scope = Scope("", graph.node, label, [*inputs, *defaults])
    sinks = _unused(scope)
    outputs = {f"{name}:0": Reference(name) for name in sinks}
    if not outputs:
        raise ModelError(f"{label} computes nothing; give a frozen graph of TensorFlow")
    functions = scopes_of(graph.library.function, label)
    placeholders = {name: name for name in inputs}
    return Program(scope, functions, placeholders, outputs, sinks=frozenset(sinks))


def _unused(scope: Scope) -> list[str]:
    """Nodes that no other node uses, and that give what an inference is for. Loops and conditions
    leave some unused nodes inside.
    """
    nodes = scope.nodes.values()
    used = {operand.node for node in nodes for operand in node.operands}
    users: dict[str, list[Node]] = {}
    for node in nodes:
        for operand in node.operands:
            users.setdefault(operand.node, []).append(node)
    inside = {node.name for node in nodes if node.op in ENTERS}
    todo = list(inside)
    while todo:
        for node in users.get(todo.pop(), ()):
            if node.name not in inside and node.op not in EXITS:
                inside.add(node.name)
                todo.append(node.name)
    left_out = used | inside | {name for node in nodes for name in scope.branches(node)}
    candidates = [
        node for node in nodes if node.op not in _NO_OUTPUTS and node.name not in left_out
    ]
    left = [node.name for node in candidates if node.op not in EXITS]
    return left or [node.name for node in candidates]


def _with_signature(meta: Any, folder: Path) -> Program:
    label = str(folder)
    signatures = {
        key: item
        for key, item in meta.signature_def.items()
        if item.outputs and not key.startswith("__")
    }
    key = _SERVING if _SERVING in signatures else next(iter(signatures), None)
    if key is None or (key != _SERVING and len(signatures) > 1):
        found = f"the signatures {', '.join(sorted(signatures))}" if signatures else "no signatures"
        raise UsageError(f"{label} has {found}; save it with one that is called {_SERVING}")
    signature = signatures[key]
    inputs = {name: info.name.split(":")[0] for name, info in sorted(signature.inputs.items())}
    try:
        outputs = {
            name: Reference.parsed(info.name) for name, info in sorted(signature.outputs.items())
        }
    except ValueError:
        raise ModelError(f"{label}: the signature {key} names no valid outputs") from None
    scope = Scope("", meta.graph_def.node, label, tuple(inputs.values()))
    prefix = folder / "variables" / "variables"
    bundle = TensorBundle(prefix) if prefix.with_suffix(".index").exists() else None
    return Program(
        scope,
        scopes_of(meta.graph_def.library.function, label),
        inputs,
        outputs,
        bundle,
        meta.saver_def.restore_op_name.split(":")[0],
        _initialization(meta),
    )


def _initialization(meta: Any) -> str:
    """The operation that fills tables when a SavedModel is loaded; empty if it names none."""
    signature = meta.signature_def.get(_INITIALIZATION)
    if signature is not None:
        return next((str(item.name).split(":")[0] for item in signature.outputs.values()), "")
    for key in ("saved_model_main_op", "legacy_init_op"):
        names = meta.collection_def[key].node_list.value if key in meta.collection_def else ()
        if names:
            return str(names[0]).split(":")[0]
    return ""
