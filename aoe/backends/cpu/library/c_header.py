"""The header of a library of a model."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from math import prod

from aoe.backends.cpu.library.c_names import distinct_names
from aoe.backends.cpu.library.interface import C_TYPES, FIRST_REQUIREMENT, RESULTS, Interface
from aoe.element_types import STORAGE
from aoe.errors import one_line
from aoe.runtime.plan import DRAW, TensorInfo


def c_header(interface: Interface, title: str, library: str) -> str:
    """The text of the header.

    Args:
        interface: What it declares.
        title: What the library is and is for, in one line.
        library: The name of the library's file.
    """
    return "\n".join(_lines(interface, title, library)) + "\n"


def _lines(interface: Interface, title: str, library: str) -> Iterator[str]:
    yield from _opening(interface, title, library)
    yield from _results(interface)
    yield ""
    yield from _model(interface)
    yield from _functions(interface)
    yield from _closing()


def _opening(interface: Interface, title: str, library: str) -> Iterator[str]:
    capitals = interface.name.upper()
    yield f"/* {_comment(title)}"
    usual = re.fullmatch(r"lib(.+)\.so", library)
    yield f" * Link with -l{usual[1] if usual else ':' + library} -lm -lpthread. */"
    yield f"#ifndef {capitals}_H"
    yield f"#define {capitals}_H"
    yield ""
    yield "#include <stdint.h>"
    yield ""
    yield "#ifdef __cplusplus"
    yield 'extern "C" {'
    yield "#endif"
    yield ""


def _closing() -> Iterator[str]:
    yield "#ifdef __cplusplus"
    yield "}"
    yield "#endif"
    yield ""
    yield "#endif"


def _model(interface: Interface) -> Iterator[str]:
    """Its profiles, its inputs and outputs, and the type of an opened one."""
    name, profiles = interface.name, interface.plans
    if len(profiles) > 1:
        yield "/* The shapes that the model is compiled for. A profile is a number below this. */"
        yield f"#define {name.upper()}_PROFILES {len(profiles)}"
        yield ""
    inputs = [[info for info in plan.inputs if info.name != DRAW] for plan in profiles]
    yield from _tensors(interface, "INPUT", inputs)
    yield ""
    yield from _tensors(interface, "OUTPUT", [plan.shown for plan in profiles])
    yield ""
    yield "/* An opened model. Calls with one model take turns. */"
    yield f"typedef struct {name} {name};"
    yield ""


def _functions(interface: Interface) -> Iterator[str]:
    name = interface.name
    yield "/* Opens the model with so many threads, the caller included; 0 for one on each CPU that"
    yield " * the process may use. */"
    yield f"int {name}_open({name} **model, int threads);"
    yield ""
    yield "/* Computes all outputs. Each tensor is dense, row-major and aligned to its elements. No"
    yield " * output overlaps another tensor. */"
    profile = "int profile, " if len(interface.plans) > 1 else ""
    given = f"{profile}const void *const *inputs, void *const *outputs"
    yield f"int {name}_run({name} *model, {given});"
    if interface.sizes:
        yield ""
        yield "/* The size of a dimension of an output in the latest run, where the data decide it."
        yield " * The output is dense with this size. -1 where there is no such size. */"
        yield f"int64_t {name}_size(const {name} *model, int output, int dimension);"
    yield ""
    yield "/* Ends its threads and frees its memory. */"
    yield f"void {name}_close({name} *model);"
    yield ""
    yield "/* What a result means, in English. */"
    yield f"const char *{name}_message(int result);"
    if interface.details:
        yield ""
        yield "/* The number that the message of the latest failed run calls {0}, {1} and so on."
        yield " * Read only those that the message names: -1 also stands for others. */"
        yield f"int64_t {name}_detail(const {name} *model, int number);"
    yield ""


def _results(interface: Interface) -> Iterator[str]:
    capitals = interface.name.upper()
    yield "/* Results of the functions. */"
    yield "enum {"
    for number, (word, meaning) in enumerate(RESULTS):
        yield f"    {capitals}_{word} = {number}, /* {meaning} */"
    for number, message in enumerate(interface.messages, FIRST_REQUIREMENT):
        word = f"ERROR_MODEL_{number - FIRST_REQUIREMENT + 1}"
        yield f"    {capitals}_{word} = {number}, /* {_comment(message)} */"
    yield "};"


def _tensors(
    interface: Interface, kind: str, profiles: Sequence[Sequence[TensorInfo]]
) -> Iterator[str]:
    """Numbers and sizes of inputs or outputs. `profiles`: the tensors at each profile."""
    capitals = interface.name.upper()
    names = distinct_names(info.name for info in profiles[0])
    counted = {(item.output, item.dimension) for item in interface.sizes}
    for number, name in enumerate(names):
        shapes = [tensors[number] for tensors in profiles]
        most = max(prod(info.shape) for info in shapes)
        unknown = {d for place, d in counted if place == number and kind == "OUTPUT"}
        yield f"/* {_described(shapes, unknown)} */"
        yield f"#define {capitals}_{kind}_{name} {number}"
        yield f"#define {capitals}_{kind}_{name}_ELEMENTS {most}"
    yield f"#define {capitals}_{kind}S {len(names)}"


def _described(profiles: Sequence[TensorInfo], counted: set[int]) -> str:
    """A tensor in words: name, C type and shape at each profile. `counted`: the dimensions whose
    size the data decide.
    """
    info = profiles[0]
    bits = f", the bits of a {info.dtype}" if info.dtype in STORAGE else ""
    bits = ", 0 or 1" if info.dtype == "bool" else bits
    texts = []
    for item in profiles:
        sizes = [
            f"at most {size}" if place in counted else str(size)
            for place, size in enumerate(item.shape)
        ]
        texts.append(f"[{', '.join(sizes)}]")
    shapes = " or ".join(texts)
    return f"{_comment(info.name)}: {C_TYPES[info.dtype]}{bits} {shapes}"


def _comment(text: str) -> str:
    """A foreign text, so that it does not end the comment that it is in."""
    return one_line(text).replace("*/", "* /").replace("/*", "/ *")
