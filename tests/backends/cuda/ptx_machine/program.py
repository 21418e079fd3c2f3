"""Parses PTX: variables, kernels, their registers and basic blocks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

#: NumPy's type of a register's bits, by the width in its declaration.
_BITS = {"pred": "bool", "8": "uint8", "16": "uint16", "32": "uint32", "64": "uint64"}
_SIZES = {"8": 1, "16": 2, "32": 4, "64": 8}


@dataclass(frozen=True, slots=True)
class Instruction:
    """An instruction: `@guard name operands`."""

    name: tuple[str, ...]
    operands: tuple[str, ...]
    guard: str = ""
    negated: bool = False
    text: str = ""


@dataclass(slots=True)
class Block:
    """Instructions without a jump into or out of them, but for the last one."""

    instructions: list[Instruction] = field(default_factory=list)

    @property
    def together(self) -> int:
        """How many threads wait for each other in it: those of a warp, or of four; 0 if none."""
        if any(item.name[0] == "wgmma" for item in self.instructions):
            return 128
        by_warps = any(
            item.name[0] in ("shfl", "mma", "ldmatrix") or item.name[:2] == ("bar", "warp")
            for item in self.instructions
        )
        return 32 if by_warps else 0


@dataclass(frozen=True, slots=True)
class Variable:
    """A variable of a module: its space, alignment, size and bytes."""

    space: str
    name: str
    align: int
    size: int
    data: bytes


@dataclass(slots=True)
class Kernel:
    """A kernel of a module."""

    name: str
    parameters: dict[str, tuple[int, int]]
    registers: dict[str, str]
    variables: list[Variable]
    blocks: list[Block]
    labels: dict[str, int]
    cluster: int = 1


@dataclass(slots=True)
class Module:
    """A PTX module."""

    variables: list[Variable]
    kernels: dict[str, Kernel]


def parse(text: str) -> Module:
    """The module of a text."""
    text = re.sub(r"//[^\n]*", "", re.sub(r"/\*.*?\*/", "", text, flags=re.S))
    kernels: dict[str, Kernel] = {}
    variables: list[Variable] = []
    rest = re.sub(r"^\s*\.(version|target|address_size)[^\n]*", "", text, flags=re.M)
    while True:
        rest = rest.lstrip()
        if not rest:
            return Module(variables, kernels)
        entry = re.match(r"(?:\.visible\s+|\.weak\s+)?\.entry\s+([\w$.]+)\s*\(([^)]*)\)", rest)
        if entry:
            start = rest.index("{", entry.end())
            end = _closing(rest, start)
            body = rest[start + 1 : end]
            kernels[entry[1]] = _kernel(entry[1], entry[2], body)
            cluster = re.search(r"\.reqnctapercluster\s+(\d+)([\s,1]*)$", rest[entry.end() : start])
            if cluster:
                kernels[entry[1]].cluster = int(cluster[1])
            rest = rest[end + 1 :]
            continue
        end = rest.index(";")
        variable = _variable(rest[:end])
        assert variable is not None, rest[:120]
        variables.append(variable)
        rest = rest[end + 1 :]


def _closing(text: str, start: int) -> int:
    depth = 0
    for place in range(start, len(text)):
        depth += {"{": 1, "}": -1}.get(text[place], 0)
        if depth == 0:
            return place
    raise AssertionError("a brace is not closed")


def _variable(text: str) -> Variable | None:
    found = re.match(
        r"\s*(?:\.extern\s+|\.visible\s+|\.weak\s+)*\.(global|const|shared|local)\s+"
        r"(?:\.align\s+(\d+)\s+)?\.[a-z](\d+)\s+([\w$.%]+)(?:\[(\d*)\])?\s*(?:=\s*(.*))?$",
        text.strip(),
        flags=re.S,
    )
    if not found:
        return None
    space, align, width, name, count, data = found.groups()
    size = int(width) // 8
    number = int(count or 0) if "[" in text.partition("=")[0] else 1
    values = re.findall(r"0[fd][0-9A-Fa-f]+|-?\d+", data or "")
    held = b"".join(_literal_bytes(item, size) for item in values)
    total = size * number
    return Variable(space, name, int(align or size), total, held.ljust(total, b"\0"))


def _literal_bytes(text: str, size: int) -> bytes:
    if text[:2] in ("0f", "0d"):
        return bytes.fromhex(text[2:])[::-1]
    return (int(text) % (1 << (8 * size))).to_bytes(size, "little")


def _kernel(name: str, parameters: str, body: str) -> Kernel:
    offsets: dict[str, tuple[int, int]] = {}
    place = 0
    for item in filter(None, (part.strip() for part in parameters.split(","))):
        found = re.search(r"\.[a-z](\d+)\b.*?([\w$.]+?)(?:\[(\d+)\])?$", item, flags=re.S)
        assert found, item
        size = _SIZES[found[1]] * int(found[3] or 1)
        align = re.search(r"\.align\s+(\d+)", item)
        unit = int(align[1]) if align else _SIZES[found[1]]
        place = -(-place // unit) * unit
        offsets[found[2]] = (place, size)
        place += size
    registers: dict[str, str] = {}
    variables: list[Variable] = []
    blocks, labels = [Block()], {}
    for statement in _statements(body):
        if statement.endswith(":"):
            if blocks[-1].instructions:
                blocks.append(Block())
            labels[statement[:-1]] = len(blocks) - 1
            continue
        if statement.startswith(".reg"):
            _declare(statement, registers)
            continue
        if statement.startswith((".local", ".shared")):
            variable = _variable(statement)
            assert variable is not None, statement
            variables.append(variable)
            continue
        if statement.startswith("."):  # .pragma, .loc
            continue
        instruction = _instruction(statement)
        blocks[-1].instructions.append(instruction)
        if instruction.name[0] in ("bra", "ret", "exit", "bar", "barrier", "trap"):
            blocks.append(Block())
    if not blocks[-1].instructions:
        blocks[-1].instructions.append(Instruction(("ret",), ()))
    return Kernel(name, offsets, registers, variables, blocks, labels)


def _declare(statement: str, registers: dict[str, str]) -> None:
    found = re.match(r"\.reg\s+\.([a-z]+)(\d*)\s+(.*)", statement, flags=re.S)
    assert found, statement
    bits = _BITS[found[2] or found[1]]
    for item in (part.strip() for part in found[3].split(",")):
        several = re.match(r"(.+)<(\d+)>", item)
        if several:
            registers.update({f"{several[1]}{n}": bits for n in range(int(several[2]))})
        else:
            registers[item] = bits


def _statements(body: str) -> Iterator[str]:
    """Statements without their semicolon, and labels with their colon."""
    current, depth = "", 0
    for character in body:
        if character in "{}" and not current.strip():
            current = ""  # a scope of inline assembly; registers of scopes have names of their own
            continue
        if character == "{":
            depth += 1
        elif character == "}":
            depth -= 1
        if character == ";" and depth == 0:
            if current.strip():
                yield " ".join(current.split())
            current = ""
            continue
        current += character
        if character == ":" and depth == 0 and re.fullmatch(r"\s*[$\w]+:", current):
            yield current.strip()
            current = ""


def _instruction(statement: str) -> Instruction:
    guard, negated, text = "", False, statement
    if text.startswith("@"):
        word, _, text = text[1:].partition(" ")
        negated = word.startswith("!")
        guard = word.lstrip("!")
    name, _, rest = text.strip().partition(" ")
    return Instruction(tuple(name.split(".")), tuple(_operands(rest)), guard, negated, statement)


def _operands(text: str) -> Iterator[str]:
    current, depth = "", 0
    for character in text:
        depth += {"{": 1, "[": 1, "(": 1, "}": -1, "]": -1, ")": -1}.get(character, 0)
        if character == "," and depth == 0:
            yield current.strip()
            current = ""
        else:
            current += character
    if current.strip():
        yield current.strip()
