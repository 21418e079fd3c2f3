"""What a frontend is, and what it is given: the origin of a model and the shapes of its inputs.

`registry.py` finds frontends and chooses one. Each format is a module or a folder beside it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

import onnx_ir

from aoe.frontends.operator_names import OperatorNames

#: A path, or a model in memory: bytes or messages of ONNX, a module of PyTorch and so on.
ModelSource: TypeAlias = object
#: Bytes of a file that decide which format it has.
HEAD_BYTES = 256
InputShapes: TypeAlias = Mapping[str, tuple[int, ...]]
#: Arguments for a call of a module: positional ones, or keyword arguments by name.
ExampleInputs: TypeAlias = Sequence[object] | Mapping[str, object]


@dataclass(frozen=True, slots=True)
class ModelOrigin:
    """Where a model comes from, as the user says.

    Attributes:
        source: A path, or a model in memory.
        framework: AOE's number of the format; `None` to tell it from the source.
        weight: A file of weights, for formats that keep them apart.
        example_inputs: Arguments for a call of a module that has no graph yet.
        outputs: Values that are wanted as outputs; empty for the model's own. A frontend may read
            no more than these need.
        operator_names: Which operators types of the source stand for.
    """

    source: ModelSource
    framework: int | None = None
    weight: Path | None = None
    example_inputs: ExampleInputs | None = None
    outputs: tuple[str, ...] = ()
    operator_names: OperatorNames = field(default_factory=OperatorNames)

    @property
    def path(self) -> Path | None:
        """The path of the source; `None` for a model in memory."""
        return Path(self.source) if isinstance(self.source, str | Path) else None

    @property
    def label(self) -> str:
        """What messages call the model."""
        return str(self.source) if isinstance(self.source, str | Path) else "the given model"


#: Reads a model. Shapes are those that the user gives for its inputs; there may be none. A frontend
#: that does not read shapes leaves the model as it is, and open sizes are fixed afterwards.
Read: TypeAlias = Callable[[ModelOrigin, InputShapes], onnx_ir.Model]


def _one_file(origin: ModelOrigin) -> tuple[Path, ...]:
    return () if origin.path is None else (origin.path,)


def _never(*_: object) -> bool:
    return False


def _nothing(_: bytes) -> str:
    return ""


@dataclass(frozen=True, slots=True)
class Frontend:
    """One source format.

    Attributes:
        number: Its `--framework` value; `None` if AOE has none for it.
        name: Its name in messages.
        suffixes: Suffixes of its files, in lower case with the dot.
        refused_suffixes: Those of them whose files are told from others and then refused.
        read: Reads a model. Raises `ModelError` if that fails, and `UnsupportedModelError` with a
            list of everything that it cannot read.
        recognizes: Whether a path holds this format, from the path and the first `HEAD_BYTES`
            bytes of the file; there are none for a folder. True only if it is certain.
        unread_form: Of the first `HEAD_BYTES` bytes of a file, what a message says of a form of
            the format that is not read, such as text, and what to do; empty for anything else.
        takes: Whether a model in memory is of this format.
        files: The files that a model consists of.
        takes_weight: Whether the format keeps weights in a file of their own.
        needs_weight: Whether every model needs that file. Where some have no weights, the reader
            refuses those that do.
        weight_suffix: Suffix of that file, by which it is found beside its model in a folder.
        takes_example_inputs: Whether it has modules, which get a graph by a call.
        reads_shapes: Whether shapes of inputs change what is read, so that the model is read again
            for other shapes.
        image_format: Layout of images in its models, for options that ask where height and width
            are.
        ignores_boundary: Whether `--out_nodes`, `--input_fp16_nodes` and the options for Ascend's
            layout have no effect for it.
        renames_operators: Whether `--op_name_map` has an effect for it.
    """

    number: int | None
    name: str
    suffixes: tuple[str, ...]
    read: Read
    recognizes: Callable[[Path, bytes], bool] = _never
    unread_form: Callable[[bytes], str] = _nothing
    takes: Callable[[object], bool] = _never
    files: Callable[[ModelOrigin], Sequence[Path]] = _one_file
    takes_weight: bool = False
    needs_weight: bool = True
    weight_suffix: str = ""
    takes_example_inputs: bool = False
    reads_shapes: bool = False
    image_format: str = "NCHW"
    ignores_boundary: bool = False
    renames_operators: bool = False
    refused_suffixes: tuple[str, ...] = ()

    @property
    def read_suffixes(self) -> tuple[str, ...]:
        """Suffixes of files that it reads, for messages."""
        return tuple(suffix for suffix in self.suffixes if suffix not in self.refused_suffixes)

    @property
    def title(self) -> str:
        """Its name, number and suffixes, for messages."""
        number = "" if self.number is None else f"{self.number} "
        return f"{number}({self.name}: {' '.join(self.read_suffixes)})"
