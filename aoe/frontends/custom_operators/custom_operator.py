"""Custom operators: operators that are not ONNX's, given by a body of operators that are.

A body is an ONNX function. `register_operator` takes it, or an entry point of the group
`open_aoe.operators` in an installed package names it. A model that uses the operator gets the body
as a function of its own, which preparation inlines. A reference in NumPy, if there is one, checks
the body on examples when a model that uses it is read.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.metadata import entry_points
from typing import Any, TypeAlias

import numpy as np
import onnx
import onnx_ir
from onnx_ir.passes import common as passes

from aoe.errors import AoeError, ModelError, UsageError, counted, quoted
from aoe.frontends.custom_operators.function_checks import (
    ONNX_DOMAINS,
    changed_operator,
    check_functions,
    complete_calls,
)
from aoe.frontends.custom_operators.reference_check import check_callable, check_names, compare
from aoe.frontends.operator_names import OperatorNames
from aoe.graph import prepared_graph
from aoe.graph.prepare.opset import CANONICAL_OPSET, to_canonical_opset
from aoe.graph.prepare.provenance import NAME, TYPE, provenance_of
from aoe.near_names import hint
from aoe.operators.evaluate import evaluate

#: Custom operators of other packages.
GROUP = "open_aoe.operators"
_WAY_OUT = f"offer it as an entry point of {GROUP}, or, in Python, call aoe.register_operator"
#: An operator by its domain and name.
Key: TypeAlias = tuple[str, str]

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class CustomOperator:
    """An operator that is computed by other operators.

    Attributes:
        body: Its function. Domain and name are those of the operator.
        reference: What it computes, in NumPy. It takes inputs and attributes by name, and gives an
            array or several.
        examples: Inputs, and attributes without default, by name, to check the body on.
    """

    body: onnx.FunctionProto
    reference: Callable[..., Any] | None = None
    examples: tuple[Mapping[str, Any], ...] = ()
    _checked: list[bool] = field(default_factory=list, repr=False, compare=False)

    @property
    def key(self) -> Key:
        """Its domain and name."""
        return self.body.domain, self.body.name

    @property
    def title(self) -> str:
        """What messages call it."""
        return f"custom operator {'.'.join(self.key)}"

    @property
    def version(self) -> int:
        """The operator set of ONNX that the body is written for."""
        found = [item.version for item in self.body.opset_import if item.domain in ONNX_DOMAINS]
        return max(found, default=CANONICAL_OPSET)

    def function(self, imports: Mapping[str, int]) -> onnx_ir.Function:
        """The body, for a model that imports these operator sets."""
        made = onnx_ir.serde.deserialize_function(self.body)
        own = dict(made.opset_imports)
        made.opset_imports.clear()
        made.opset_imports.update({**own, **imports})
        return made

    def mismatch(self, version: int) -> str | None:
        """An operator of the body that means something else in an operator set; None if none is."""
        own = [n.op_type for n in _nodes(self.body.node) if n.domain in ONNX_DOMAINS]
        return changed_operator(own, self.version, version)

    def check_call(self, node: onnx_ir.Node, label: str) -> None:
        """Raises `ModelError` for a node whose inputs, outputs or attributes are not those of the
        body.
        """
        body = self.body
        what = f"{label}: node {quoted(repr(node.name or node.outputs[0].name))} ({self.title})"
        for kind, given, most in (
            ("input", len(node.inputs), len(body.input)),
            ("output", len(node.outputs), len(body.output)),
        ):
            if given > most:
                raise ModelError(f"{what} has {counted(given, kind)}, but its body has {most}")
        self.check_attributes(node.attributes.keys(), what)

    def check_attributes(self, given: Iterable[str], what: str) -> None:
        """Raises `ModelError` for attributes that the body does not have, or lacks."""
        names, required = set(given), set(self.body.attribute)
        known = required | {item.name for item in self.body.attribute_proto}
        if names - known:
            raise ModelError(f"{what} has an attribute {min(names - known)!r} that its body lacks")
        if required - names:
            raise ModelError(f"{what} lacks the attribute {min(required - names)!r}")

    def check_body(self) -> None:
        """Compares the body with the reference, once. Raises `ModelError` if they differ."""
        if self.reference is None or self._checked:
            return
        for number, example in enumerate(self.examples, 1):
            where = f"{self.title}: example {number}"
            given = [name for name in self.body.input if name in example]
            inputs = {name: np.asarray(example[name]) for name in given}
            check_names(example, self.body, where)
            self.check_attributes(example.keys() - inputs.keys(), where)
            try:
                found = self._computed(inputs, example)
            except (AoeError, TypeError, ValueError) as error:
                raise ModelError(f"{where} cannot be computed: {quoted(error)}") from error
            compare(found, self.reference, example, where)
        self._checked.append(True)

    def _computed(
        self, inputs: Mapping[str, np.ndarray], example: Mapping[str, Any]
    ) -> list[np.ndarray]:
        """What the body gives for an example."""
        attributes = {name: value for name, value in example.items() if name not in inputs}
        node = onnx.helper.make_node(
            self.body.name,
            [name if name in inputs else "" for name in self.body.input],
            [f"{name}_result" for name in self.body.output],
            domain=self.body.domain,
            **attributes,
        )
        values = [
            onnx.helper.make_tensor_value_info(
                name, onnx.helper.np_dtype_to_tensor_dtype(array.dtype), array.shape
            )
            for name, array in inputs.items()
        ]
        outputs = [onnx.ValueInfoProto(name=name) for name in node.output]
        graph = onnx.helper.make_graph([node], "example", values, outputs)
        imports = [onnx.helper.make_opsetid("", self.version)]
        imports.append(onnx.helper.make_opsetid(self.body.domain, 1))
        model = onnx_ir.from_proto(onnx.helper.make_model(graph, opset_imports=imports))
        _attach(model, "the example", operators(), check=False)
        passes.InlinePass()(model)
        found = evaluate(prepared_graph(model, "example").default, inputs)
        return [found[name] for name in node.output]


#: The operators that this process registered.
_REGISTERED: dict[Key, CustomOperator] = {}


def custom_operator(
    function: object,
    *,
    reference: Callable[..., Any] | None = None,
    examples: Sequence[Mapping[str, Any]] = (),
) -> CustomOperator:
    """A custom operator, for an entry point of the group `open_aoe.operators`. See
    `register_operator`.
    """
    body = _body(function)
    if body.domain in ONNX_DOMAINS or not body.name:
        raise UsageError(
            f"the function {body.name!r} is in the domain of ONNX; give it a domain of your own"
        )
    check_callable(reference)
    if examples and reference is None:
        raise UsageError("examples need a reference to compare with")
    try:
        onnx_ir.serde.deserialize_function(body)
    except onnx_ir.serde.SerdeError as error:
        raise UsageError(
            f"the function {body.name!r} is damaged: {quoted(_cause(error))}"
        ) from error
    if isinstance(examples, Mapping):
        raise UsageError("examples is a mapping; give a list of such mappings, one an example")
    return CustomOperator(body, reference, tuple(examples))


def register_operator(
    function: object,
    *,
    reference: Callable[..., Any] | None = None,
    examples: Sequence[Mapping[str, Any]] = (),
) -> CustomOperator:
    """Registers a custom operator for all models that this process reads from now on.

    Args:
        function: Its body: an `onnx.FunctionProto`, a function of onnxscript, or an
            `onnx_ir.Function`. Domain and name are those of the operator.
        reference: A function of NumPy that computes the same. It takes inputs and attributes by
            name.
        examples: Inputs and attributes by name. Body and reference are compared on them when a
            model that uses the operator is read.

    Returns:
        The operator.

    Raises:
        UsageError: The function is none, or is in the domain of ONNX.
    """
    made = custom_operator(function, reference=reference, examples=examples)
    _REGISTERED[made.key] = made
    return made


def operators() -> Mapping[Key, CustomOperator]:
    """All custom operators: those that were registered, and those of other packages."""
    return {**_of_other_packages(), **_REGISTERED}


def resolved(name: str, label: str) -> Key:
    """The operator of a name: a registered one, or one of ONNX, whose domain is empty.

    Raises:
        UsageError: There is none. The sentence starts with `label`.
    """
    found = operators()
    domain, _, kind = name.rpartition(".")
    keys = [key for key in found if key[1] == kind and domain in ("", key[0])]
    if len(keys) == 1:
        return keys[0]
    if keys:
        listed = ", ".join(".".join(key) for key in keys)
        raise UsageError(f"{label}: {quoted(repr(name))} may be {listed}; write the domain, too")
    if domain in ONNX_DOMAINS and onnx.defs.has(kind, ""):
        return "", kind
    known = [*(".".join(key) for key in found), *(key[1] for key in found)]
    known += [item.name for item in onnx.defs.get_all_schemas()]
    raise UsageError(
        f"{label}: {quoted(repr(name))} is neither a registered operator nor one of ONNX; "
        f"{hint(name, known, _WAY_OUT)}"
    )


def with_custom_operators(model: onnx_ir.Model, names: OperatorNames, label: str) -> None:
    """Renames operators of a model as the user says, and adds the functions of custom ones, in
    place.

    Raises:
        UsageError: A name stands for no operator.
        ModelError: A node does not fit its operator, or a body does not fit the model.
    """
    found = set()
    for node in model_nodes(model) if names.names else ():
        target = names.of(node.op_type, node.domain)
        if target is not None:
            found |= {node.op_type, f"{node.domain}.{node.op_type}"}
            _note(node)
            node.domain, node.op_type = resolved(target, names.label)
    names.tell_unused(found)
    add_custom_operators(model, label)


def add_custom_operators(model: onnx_ir.Model, label: str) -> None:
    """Adds the functions of custom operators that a model uses and has not itself, in place.

    Raises:
        ModelError: A body does not fit the model, or a node not its operator.
    """
    _attach(model, label, operators())


def _attach(
    model: onnx_ir.Model, label: str, known: Mapping[Key, CustomOperator], check: bool = True
) -> None:
    """Adds the functions of custom operators to a model."""
    used = used_by(model_nodes(model), known, model.functions)
    if not used:
        return
    version = _version(model)
    if any(item.mismatch(version) for item in used.values()):
        passes.InlinePass()(model)
        to_canonical_opset(model)
        newest = max(item.version for item in used.values())
        version = model.opset_imports[""] = max(_version(model), newest)
    for item in used.values():
        wrong = item.mismatch(version)
        if wrong is not None:
            raise ModelError(
                f"{item.title}: its body uses {wrong} of ONNX operator set {item.version}, which "
                f"means something else today; write it for operator set {CANONICAL_OPSET}"
            )
    for key, item in used.items():
        if check:
            item.check_body()
        model.opset_imports.setdefault(key[0], 1)
        for opset in item.body.opset_import:
            if opset.domain not in ONNX_DOMAINS:
                model.opset_imports.setdefault(opset.domain, opset.version)
    for key, item in used.items():
        model.functions[(*key, "")] = item.function(model.opset_imports)
    check_functions(model.functions.values(), label)
    for node in model_nodes(model):
        if (node.domain, node.op_type) in used:
            used[node.domain, node.op_type].check_call(node, label)
            _note(node)
    complete_calls(model)


def used_by(
    nodes: Iterable[onnx_ir.Node], known: Mapping[Key, CustomOperator], own: Container[object] = ()
) -> dict[Key, CustomOperator]:
    """The custom operators that nodes and their bodies use, but for the `own` functions of a
    model.
    """
    keys = {(node.domain, node.op_type) for node in nodes}
    found: dict[Key, CustomOperator] = {}
    while keys:
        key = keys.pop()
        if key in known and key not in found and (*key, "") not in own:
            found[key] = known[key]
            keys |= {(node.domain, node.op_type) for node in _nodes(known[key].body.node)}
    return found


def _note(node: onnx_ir.Node) -> None:
    """Notes the node as the source of what it becomes."""
    origin = provenance_of(node)
    name = origin.name if node.name else str(node.outputs[0].name)
    node.metadata_props[NAME], node.metadata_props[TYPE] = name, origin.type


def _body(function: object) -> onnx.FunctionProto:
    if isinstance(function, onnx.FunctionProto):
        return function
    if isinstance(function, onnx_ir.Function):
        return onnx_ir.serde.serialize_function(function)
    make = getattr(function, "to_function_proto", None)
    made = make() if callable(make) else None
    if not isinstance(made, onnx.FunctionProto):
        raise UsageError(
            f"{quoted(repr(function))} is no function of ONNX; give an onnx.FunctionProto, an "
            "onnx_ir.Function or a function of onnxscript"
        )
    return made


def _cause(error: BaseException) -> BaseException:
    """The first of the errors that led to an error."""
    return error if error.__cause__ is None else _cause(error.__cause__)


@cache
def _of_other_packages() -> Mapping[Key, CustomOperator]:
    found: dict[Key, CustomOperator] = {}
    for entry in entry_points(group=GROUP):
        try:
            item = entry.load()
            made = item if isinstance(item, CustomOperator) else custom_operator(item)
        except Exception as error:  # whatever another package raises when it is imported
            logger.warning("operator %s is left out: %s", entry.value, quoted(error))
            continue
        found[made.key] = made
    return found


def _version(model: onnx_ir.Model) -> int:
    imports = model.opset_imports
    return imports.get("", imports.get("ai.onnx", CANONICAL_OPSET))


def model_nodes(model: onnx_ir.Model) -> Iterator[onnx_ir.Node]:
    """The nodes of a model, of its functions and of all graphs inside them."""
    yield from model.graph.all_nodes()
    for function in model.functions.values():
        yield from function.all_nodes()


def _nodes(nodes: Iterable[onnx.NodeProto]) -> Iterator[onnx.NodeProto]:
    """Nodes, and those of the graphs inside them."""
    for node in nodes:
        yield node
        for attribute in node.attribute:
            yield from _nodes(attribute.g.node)
            for graph in attribute.graphs:
                yield from _nodes(graph.node)
