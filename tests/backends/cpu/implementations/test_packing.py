from __future__ import annotations

from aoe.backends.cpu.implementations.packing import with_packing
from aoe.loops.loop_nest import Buffer, Kernel

MAIN, PACK = (Kernel(name, (), (), 0, (), ()) for name in ("main", "pack"))
PACKED, SCRATCH = Buffer("packed", "float32", 8), Buffer("scratch", "float32", 4)


def test_constant_weights_are_packed_when_a_model_is_loaded() -> None:
    made = with_packing([MAIN], [PACK], [PACKED], once=True, temporaries=[SCRATCH])
    assert (made.kernels, made.prepare) == ((MAIN,), (PACK,))
    assert (made.temporaries, made.packed) == ((SCRATCH,), (PACKED,))


def test_other_weights_are_packed_in_each_run() -> None:
    made = with_packing([MAIN], [PACK], [PACKED], once=False, temporaries=[SCRATCH])
    assert (made.kernels, made.prepare) == ((PACK, MAIN), ())
    assert (made.temporaries, made.packed) == ((SCRATCH, PACKED), ())
