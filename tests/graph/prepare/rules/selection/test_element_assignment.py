import numpy as np
import pytest

from tests.graph.models import checked_graph, model, operator_types

ONE, AXIS = np.asarray([1]), np.asarray([1])
#: How exporters add one to the coordinate: in integers, or in float32 and back.
NEXT = {
    "integers": "next = Add(i, one)",
    "floats": "f = Cast <to = 1> (i) g = Add(f, one_float) next = Cast <to = 7> (g)",
}


def assigned(added: str) -> str:
    return f"""(float[2,5,3] x, float[2,3] v, int64[1] j) => (float[2,5,3] y) {{
        i = Add(j, shift)
        {NEXT[added]}
        end = Min(size, next)
        cut = Slice(x, i, end, axes, one)
        shape = Shape(cut)
        row = Unsqueeze(v, axes)
        updates = Expand(row, shape)
        first = Squeeze(i)
        last = Squeeze(end)
        step = Squeeze(one)
        places = Range(first, last, step)
        column = Reshape(places, down)
        indices = Expand(column, shape)
        y = ScatterElements <axis = 1> (x, indices, updates)
    }}"""


def constants() -> dict[str, np.ndarray]:
    return {
        "one": ONE,
        "axes": AXIS,
        "size": np.asarray([5]),
        "down": np.asarray([1, -1, 1]),
        "one_float": np.asarray([1], np.float32),
    }


@pytest.mark.parametrize("shift", [0, 1, 2])
@pytest.mark.parametrize("added", NEXT)
def test_an_assigned_row_is_selected_by_a_comparison(added: str, shift: int) -> None:
    proto = model(assigned(added), shift=np.asarray([shift]), **constants())
    assert set(operator_types(checked_graph(proto))) == {"Pointwise"}
