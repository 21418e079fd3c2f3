"""Runs offline models for AArch64 on a machine of another architecture: links their object files
into the memory of the emulator Unicorn and calls them there, with one
thread. The few functions of the C library that the code calls are Python here.
"""

from __future__ import annotations

import importlib
import math
import struct
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from aoe.backends.cpu.runtime import pool_layout
from aoe.element_types import numpy_type
from aoe.runtime.offline_model import OfflineModel

#: Where things lie in the emulated memory, far enough apart for any test. Calls reach 128 MiB.
_STUBS, _GOT, _CODE = 0x1000, 0x0080_0000, 0x0100_0000
_DATA, _SPACING, _STACK = 0x1_0000_0000, 0x1000_0000, 0x7_0000_0000
_PAGE = 0x1000
#: Kernels may read a vector beyond an array.
_MARGIN = 0x1000
#: The instruction that returns.
_RETURN = struct.pack("<I", 0xD65F03C0)
_ALLOCATED, _NO_BITS, _RELOCATIONS, _SYMBOLS = 2, 8, 4, 2
#: Relocations that put an address's low twelve bits into an instruction, and how many bits the
#: instruction shifts them.
_LOW_TWELVE = {277: 0, 278: 0, 284: 1, 285: 2, 286: 3, 299: 4, 312: 3}
_PAGES, _CALLS, _THROUGH_TABLE = (275, 311), (282, 283), (311, 312)


@dataclass
class _Section:
    name: str
    kind: int
    flags: int
    data: bytes
    size: int
    info: int
    link: int
    address: int = 0


class _Object:
    """A relocatable ELF file."""

    def __init__(self, data: bytes) -> None:
        (offset,) = struct.unpack_from("<Q", data, 0x28)
        size, count, names = struct.unpack_from("<HHH", data, 0x3A)
        self.machine = struct.unpack_from("<H", data, 0x12)[0]
        heads = [struct.unpack_from("<IIQQQQIIQQ", data, offset + n * size) for n in range(count)]
        texts = heads[names]
        self.sections = [
            _Section(
                _text(data, texts[4] + head[0]),
                head[1],
                head[2],
                b"" if head[1] == _NO_BITS else data[head[4] : head[4] + head[5]],
                head[5],
                head[7],
                head[6],
            )
            for head in heads
        ]
        self.symbols: list[tuple[str, int, int, int]] = []
        for section in self.sections:
            if section.kind == _SYMBOLS:
                strings = self.sections[section.link].data
                for name, info, _, place, value, _ in struct.iter_unpack("<IBBHQQ", section.data):
                    self.symbols.append((_text(strings, name), info >> 4, place, value))


def _text(data: bytes, start: int) -> str:
    return data[start : data.index(b"\0", start)].decode()


class EmulatedModel:
    """An offline model for AArch64 in the memory of an emulator."""

    def __init__(self, model: OfflineModel) -> None:
        # As modules of no type: the package has no types of its functions.
        unicorn: Any = importlib.import_module("unicorn")
        self._registers: Any = importlib.import_module("unicorn.arm64_const")
        self.plan = model.plan
        self._machine = unicorn.Uc(unicorn.UC_ARCH_ARM64, unicorn.UC_MODE_ARM)
        self._machine.ctl_set_cpu_model(self._registers.UC_CPU_ARM64_MAX)
        self._machine.reg_write(self._registers.UC_ARM64_REG_CPACR_EL1, 3 << 20 | 3 << 16)
        # CPTR_EL3.EZ: instructions of SVE are not trapped.
        self._machine.reg_write(self._registers.UC_ARM64_REG_CP_REG, (1, 1, 3, 6, 2, 1 << 8))
        self._table: dict[str, int] = {}
        self._stubs: dict[str, int] = {}
        self._blocks = 0
        self._machine.mem_map(_STUBS, _PAGE)
        self._machine.mem_write(_STUBS, _RETURN * (_PAGE // 4))
        self._machine.mem_map(_GOT, _PAGE)
        self._machine.mem_map(_STACK, 1 << 20)
        self._functions = self._link([_Object(data) for data in model.objects.values()])
        self._machine.hook_add(
            unicorn.UC_HOOK_CODE, self._called, begin=_STUBS, end=_STUBS + _PAGE - 1
        )
        self._constants = self._block(model.constant_data.tobytes())
        self._packed = self._block(bytes(self.plan.packed_bytes))
        self._arena = self._block(bytes(self.plan.arena_bytes + self.plan.scratch_bytes))
        pool = bytearray(pool_layout.pool_bytes(1))
        struct.pack_into("<q", pool, pool_layout.THREADS, 1)
        self._pool = self._block(bytes(pool))
        self._call("prepare", self._constants, self._packed, self._arena, self._pool)

    def run(self, inputs: Sequence[np.ndarray]) -> list[np.ndarray]:
        """One inference."""
        given = self._pointers(
            [self._block(np.ascontiguousarray(item).tobytes()) for item in inputs]
        )
        kinds = [(info.shape, np.dtype(numpy_type(info.dtype))) for info in self.plan.outputs]
        sizes = [math.prod(shape) * dtype.itemsize for shape, dtype in kinds]
        blocks = [self._block(bytes(size)) for size in sizes]
        made = self._pointers(blocks)
        self._call("run", given, made, self._constants, self._packed, self._arena, self._pool)
        return [
            np.frombuffer(self._machine.mem_read(block, size), dtype).reshape(shape)
            for block, size, (shape, dtype) in zip(blocks, sizes, kinds, strict=True)
        ]

    def _pointers(self, addresses: Sequence[int]) -> int:
        return self._block(struct.pack(f"<{len(addresses)}Q", *addresses))

    def _block(self, content: bytes) -> int:
        """New memory with some content."""
        address = _DATA + self._blocks * _SPACING
        self._blocks += 1
        room = -(-(len(content) + 2 * _MARGIN) // _PAGE) * _PAGE
        assert room <= _SPACING, "the model is too large for the emulator"
        self._machine.mem_map(address, room)
        self._machine.mem_write(address + _MARGIN, content)
        return address + _MARGIN

    def _call(self, name: str, *arguments: int) -> None:
        for number, argument in enumerate(arguments):
            self._machine.reg_write(getattr(self._registers, f"UC_ARM64_REG_X{number}"), argument)
        self._machine.reg_write(self._registers.UC_ARM64_REG_SP, _STACK + (1 << 20) - 64)
        self._machine.reg_write(self._registers.UC_ARM64_REG_LR, _STUBS)
        self._machine.emu_start(self._functions[name], _STUBS)

    def _link(self, objects: Sequence[_Object]) -> Mapping[str, int]:
        """Places and relocates all sections. Returns the addresses of global symbols."""
        end = _CODE
        for item in objects:
            assert item.machine == 183, "the code is not for AArch64"
            for section in item.sections:
                if section.flags & _ALLOCATED:
                    section.address, end = end, -(-(end + section.size) // 64) * 64
        self._machine.mem_map(_CODE, (-(-(end - _CODE) // _PAGE) + 1) * _PAGE)
        known = {
            name: item.sections[place].address + value
            for item in objects
            for name, binding, place, value in item.symbols
            if binding and 0 < place < 0xFF00
        }
        for item in objects:
            for section in item.sections:
                if section.flags & _ALLOCATED and section.data:
                    self._machine.mem_write(section.address, section.data)
            for section in item.sections:
                if section.kind == _RELOCATIONS:
                    self._relocate(item, item.sections[section.info], section, known)
        return known

    def _relocate(
        self, item: _Object, section: _Section, table: _Section, known: Mapping[str, int]
    ) -> None:
        if not section.flags & _ALLOCATED or section.name == ".eh_frame":
            return
        for offset, info, addend in struct.iter_unpack("<QQq", table.data):
            kind, number = info & 0xFFFFFFFF, info >> 32
            name, _, place, value = item.symbols[number]
            if place:
                target = item.sections[place].address + value
            else:
                target = known[name] if name in known else self._stub(name)
            if kind in _THROUGH_TABLE:
                target = self._table_entry(target)
            self._patch(kind, section.address + offset, target + addend)

    def _patch(self, kind: int, at: int, target: int) -> None:
        if kind == 257:
            self._machine.mem_write(at, struct.pack("<Q", target))
            return
        if kind == 261:
            self._machine.mem_write(at, struct.pack("<i", target - at))
            return
        (word,) = struct.unpack("<I", self._machine.mem_read(at, 4))
        if kind in _PAGES:
            pages = (target >> 12) - (at >> 12)
            word |= (pages & 3) << 29 | (pages >> 2 & 0x7FFFF) << 5
        elif kind in _LOW_TWELVE:
            word |= (target & 0xFFF) >> _LOW_TWELVE[kind] << 10
        elif kind in _CALLS:
            word |= (target - at) >> 2 & 0x3FFFFFF
        else:
            raise AssertionError(f"a relocation of kind {kind}")
        self._machine.mem_write(at, struct.pack("<I", word))

    def _table_entry(self, target: int) -> int:
        key = str(target)
        if key not in self._table:
            self._table[key] = _GOT + 8 * len(self._table)
            self._machine.mem_write(self._table[key], struct.pack("<Q", target))
        return self._table[key]

    def _stub(self, name: str) -> int:
        """The address of a function that Python computes. The first one ends a call."""
        if name not in self._stubs:
            self._stubs[name] = _STUBS + 16 * (len(self._stubs) + 1)
        return self._stubs[name]

    def _called(self, machine: Any, address: int, size: int, data: Any) -> None:
        names = {place: name for name, place in self._stubs.items()}
        if address not in names:
            return
        name = names[address]
        if name not in _LIBRARY:
            raise AssertionError(f"the code calls {name}")
        _LIBRARY[name](machine, self._registers)


def _arguments(machine: Any, registers: Any) -> tuple[int, int, int]:
    return (
        machine.reg_read(registers.UC_ARM64_REG_X0),
        machine.reg_read(registers.UC_ARM64_REG_X1),
        machine.reg_read(registers.UC_ARM64_REG_X2),
    )


def _copy(machine: Any, registers: Any) -> None:
    target, source, size = _arguments(machine, registers)
    machine.mem_write(target, bytes(machine.mem_read(source, size)))


def _fill(machine: Any, registers: Any) -> None:
    target, value, size = _arguments(machine, registers)
    machine.mem_write(target, bytes([value & 255]) * size)


_LIBRARY: Mapping[str, Callable[[Any, Any], None]] = {
    "memcpy": _copy,
    "memmove": _copy,
    "memset": _fill,
}
