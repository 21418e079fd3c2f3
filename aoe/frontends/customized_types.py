"""Gives single operators of a model element types of their own: `--customize_dtypes`.

Cast nodes around an operator convert what it reads and computes. What others read keeps its type,
and values keep their names. An operator whose types are all alike computes in that type. Else it
computes in float32, from inputs that are rounded to their types, and its results are rounded to
theirs. `aoe.application.model.request.customized_types` reads the file.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from types import MappingProxyType

import onnx
import onnx_ir

from aoe.element_types import STORAGE
from aoe.errors import UsageError, counted, quoted
from aoe.graph.prepare.new_values import Names, names_of
from aoe.graph.prepare.opset import CANONICAL_OPSET
from aoe.graph.prepare.provenance import record_provenance
from aoe.graph.prepare.shapes.shape_inference import STANDARD_DOMAINS, infer_outputs

OPTION = "customize_dtypes"
#: The element types of a file.
TYPES: Mapping[str, onnx_ir.DataType] = MappingProxyType(
    {
        "float32": onnx_ir.DataType.FLOAT,
        "float": onnx_ir.DataType.FLOAT,
        "float64": onnx_ir.DataType.DOUBLE,
        "double": onnx_ir.DataType.DOUBLE,
        **{
            name: onnx_ir.DataType[name.upper()]
            for name in (
                *("float16", "bfloat16", "bool", "int8", "int16", "int32", "int64"),
                *("uint8", "uint16", "uint32", "uint64"),
            )
        },
    }
)


@dataclass(frozen=True, slots=True)
class OperatorTypes:
    """The element types of an operator.

    Attributes:
        inputs: Of its inputs, or of those that hold floating-point numbers; names in `TYPES`.
        outputs: Of its outputs, likewise.
    """

    inputs: tuple[str, ...]
    outputs: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CustomizedTypes:
    """Operators with element types of their own.

    Attributes:
        names: By the name of a node, which counts more than its type.
        types: By operator type of ONNX.
        kinds: Operator types as the file has them, with those of ONNX.
        layers: Names that the file gives types of float8, which `aoe.graph.compression` carries
            out.
        file: The file that says so; `None` without one.
    """

    names: Mapping[str, OperatorTypes] = field(default_factory=dict, hash=False)
    types: Mapping[str, OperatorTypes] = field(default_factory=dict, hash=False)
    kinds: Mapping[str, frozenset[str]] = field(default_factory=dict, hash=False)
    layers: frozenset[str] = frozenset()
    file: Path | None = None

    @property
    def label(self) -> str:
        """What messages start with."""
        return f"--{OPTION}={self.file}"

    @property
    def reduced(self) -> tuple[str, ...]:
        """The types that have fewer bits than float32."""
        lines = (*self.names.values(), *self.types.values())
        given = {name for line in lines for name in (*line.inputs, *line.outputs)}
        return tuple(sorted(given & STORAGE))

    def of(self, node: onnx_ir.Node) -> OperatorTypes | None:
        """The types of a node; None if it keeps its own."""
        name = name_of(node)
        found = self.names.get(name)
        if found is None and name not in self.layers and node.domain in STANDARD_DOMAINS:
            found = self.types.get(node.op_type)
        return found

    def notices(self, model: onnx_ir.Model) -> list[str]:
        """Sentences about what fits no operator of a model."""
        names = {name_of(node) for node in model.graph}
        types = {node.op_type for node in model.graph if node.domain in STANDARD_DOMAINS}
        missing = [
            f"{self.label}: no operator of the model is called {quoted(repr(name))}"
            for name in self.names
            if name not in names
        ]
        return missing + [
            f"{self.label}: no operator of the model has the type {quoted(repr(name))}"
            for name, kinds in self.kinds.items()
            if not kinds & types
        ]


def name_of(node: onnx_ir.Node) -> str:
    """The name of a node; by default that of its first output."""
    return str(node.name or node.outputs[0].name)


def apply_customized_types(model: onnx_ir.Model, wanted: CustomizedTypes) -> None:
    """Gives the operators of a model their types, in place.

    Raises:
        UsageError: An operator does not have a type that is wanted of it.
    """
    chosen = [(node, types) for node in model.graph if (types := wanted.of(node)) is not None]
    if not chosen:
        return
    imports = model.opset_imports
    version = imports.get("", imports.get("ai.onnx", CANONICAL_OPSET))
    for node in model.graph:
        if any(value.dtype is None for value in node.outputs):
            infer_outputs(node, version)
    names = names_of(model.graph)
    for node, types in chosen:
        _Change(model.graph, node, version, names, wanted.label).carry_out(types)


class _Change:
    """The change of one node."""

    def __init__(
        self, graph: onnx_ir.Graph, node: onnx_ir.Node, version: int, names: Names, label: str
    ) -> None:
        self.graph = graph
        self.node = node
        self.version = version
        self.names = names
        self.what = f"{label}: {quoted(repr(name_of(node)))} ({node.op_type})"
        self.schema = self._schema()

    def carry_out(self, types: OperatorTypes) -> None:
        node, schema = self.node, self.schema
        results = [value if value.name else None for value in node.outputs]
        inputs = dict(self._assigned("input", node.inputs, types.inputs, schema.max_input))
        outputs = dict(self._assigned("output", results, types.outputs, schema.max_output))
        for kind, formals, values, given in (
            ("input", schema.inputs, node.inputs, inputs),
            ("output", schema.outputs, results, outputs),
        ):
            for place, dtype in given.items():
                self._check(kind, place, formals, values[place], dtype)
        floats = {dtype for dtype in (*inputs.values(), *outputs.values()) if _is_float(dtype)}
        widest = onnx_ir.DataType.FLOAT
        if onnx_ir.DataType.DOUBLE in floats:
            widest = onnx_ir.DataType.DOUBLE
        computed = next(iter(floats)) if len(floats) == 1 else widest
        for place, dtype in inputs.items():
            value = node.inputs[place]
            if value is not None and _is_float(dtype):
                self._allow("input", place, schema.inputs, computed)
                node.replace_input_with(place, self._converted(value, dtype, computed))
        self._convert_outputs(outputs)

    def _convert_outputs(self, given: Mapping[int, onnx_ir.DataType]) -> None:
        own = {place: self.node.outputs[place].dtype for place in given}
        for place in given:
            self.node.outputs[place].type = None
        infer_outputs(self.node, self.version)
        for place, dtype in given.items():
            value, before = self.node.outputs[place], own[place]
            if value.dtype is None or before is None:
                raise UsageError(
                    f"{self.what}: the type of its result is not known in {dtype.name.lower()}; "
                    "leave it out of the file"
                )
            if _is_float(dtype):
                self._give_back(value, dtype, before)

    def _give_back(
        self, value: onnx_ir.Value, dtype: onnx_ir.DataType, own: onnx_ir.DataType
    ) -> None:
        """Rounds a result to a type, and gives it to its readers in the type that it had."""
        if value.dtype == dtype == own:
            return
        uses, is_output = tuple(value.uses()), value.is_graph_output()
        name = str(value.name)
        value.name = self.names.unused(f"{name}_customized")
        last = self._converted(value, dtype, own, after=True)
        last.name = name
        for use in uses:
            use.node.replace_input_with(use.idx, last)
        if is_output:
            places = [n for n, item in enumerate(self.graph.outputs) if item is value]
            for place in places:
                self.graph.outputs[place] = last

    def _converted(
        self, value: onnx_ir.Value, *types: onnx_ir.DataType, after: bool = False
    ) -> onnx_ir.Value:
        """A value as these types in turn."""
        assert value.dtype is not None, "it was checked"
        before = self.node
        for own, dtype in pairwise((value.dtype, *types)):
            if own == dtype:
                continue
            name = self.names.unused(f"{value.name}_as_{dtype.name.lower()}")
            result = onnx_ir.Value(name=name, type=onnx_ir.TensorType(dtype), shape=value.shape)
            to = onnx_ir.AttrInt64("to", int(dtype))
            cast = onnx_ir.Node("", "Cast", [value], [to], outputs=[result], name=f"{name}_cast")
            record_provenance(cast, self.node)
            if after:
                self.graph.insert_after(before, cast)
                before = cast
            else:
                self.graph.insert_before(self.node, cast)
            value = result
        return value

    def _assigned(
        self,
        kind: str,
        values: Sequence[onnx_ir.Value | None],
        given: Sequence[str],
        most: int,
    ) -> Iterator[tuple[int, onnx_ir.DataType]]:
        """The places of inputs or outputs with their types. Only those of floating-point numbers
        may be given, or all, and further ones that the node leaves out.
        """
        present = [place for place, value in enumerate(values) if value is not None]
        floats = [place for place in present if _is_float(_dtype(values[place]))]
        places: Sequence[int] = floats
        if len(given) != len(floats):
            if not present or not present[-1] < len(given) <= most:
                raise UsageError(
                    f"{self.what}: has {counted(len(present), kind)}, {len(floats)} of them of "
                    f"floating-point numbers, but the file gives {counted(len(given), 'type')}; "
                    "give one for each"
                )
            places, given = present, [given[place] for place in present]
        for place, name in zip(places, given, strict=True):
            yield place, TYPES[name]

    def _check(
        self,
        kind: str,
        place: int,
        formals: Sequence[onnx.defs.OpSchema.FormalParameter],
        value: onnx_ir.Value | None,
        dtype: onnx_ir.DataType,
    ) -> None:
        """Refuses a type that an operator does not have, or that would need another conversion than
        between floating-point types.
        """
        own = _dtype(value)
        if own is None:
            raise UsageError(
                f"{self.what}: the type of its {kind} {place} is not known; leave it out of the "
                "file"
            )
        if own != dtype and not (_is_float(own) and _is_float(dtype)):
            raise UsageError(
                f"{self.what}: {kind} {place} is {_name(own)}, and is converted to no "
                f"{_name(dtype)}; give {_name(own)}"
                + (", or another floating-point type" if _is_float(own) else "")
            )
        self._allow(kind, place, formals, dtype)

    def _allow(
        self,
        kind: str,
        place: int,
        formals: Sequence[onnx.defs.OpSchema.FormalParameter],
        dtype: onnx_ir.DataType,
    ) -> None:
        types = formals[min(place, len(formals) - 1)].types
        if f"tensor({_onnx_name(dtype)})" not in types:
            raise UsageError(
                f"{self.what}: its {kind} {place} cannot be {_name(dtype)}, but "
                f"{', '.join(sorted(item[7:-1] for item in types if item.startswith('tensor(')))}"
            )

    def _schema(self) -> onnx.defs.OpSchema:
        node = self.node
        graphs = (onnx_ir.AttributeType.GRAPH, onnx_ir.AttributeType.GRAPHS)
        inner = any(attribute.type in graphs for attribute in node.attributes.values())
        if node.domain in ("", "ai.onnx") and onnx.defs.has(node.op_type, "") and not inner:
            return onnx.defs.get_schema(node.op_type, "")
        raise UsageError(
            f"{self.what}: is a graph of other operators, or none of ONNX; leave it out of the file"
        )


def _dtype(value: onnx_ir.Value | None) -> onnx_ir.DataType | None:
    return None if value is None else value.dtype


def _is_float(dtype: onnx_ir.DataType | None) -> bool:
    return dtype is not None and _name(dtype) in ("float16", "bfloat16", "float32", "float64")


def _name(dtype: onnx_ir.DataType) -> str:
    """The name of a type in a file."""
    own = {onnx_ir.DataType.FLOAT: "float32", onnx_ir.DataType.DOUBLE: "float64"}
    return own.get(dtype, dtype.name.lower())


def _onnx_name(dtype: onnx_ir.DataType) -> str:
    """The name of a type in a definition of ONNX."""
    return dtype.name.lower()
