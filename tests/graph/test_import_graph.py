import numpy as np
import onnx_ir
import pytest

from aoe.backends.registry import default_backend
from aoe.errors import UnsupportedModelError
from aoe.graph.import_graph import import_graph
from aoe.graph.pipeline import prepared_graph
from aoe.graph.prepare.aliases import declare_training
from aoe.graph.prepare.provenance import NAME, TYPE
from tests.graph.models import checked_graph, model, operator_types, prepared, view_kinds, weights


def test_all_unsupported_nodes_are_listed_at_once() -> None:
    text = """(float[4] x) => (float[4] y) { a = other.Knot(x) b = other.Magic(a) c = Relu(b)
        d = other.Trick(c) y = Relu(d) }"""
    proto = model(text)
    for node, name in zip(proto.graph.node, "abcde", strict=True):
        node.name = name
    with pytest.raises(UnsupportedModelError) as caught:
        import_graph(prepared(proto), "m.onnx")
    message = str(caught.value)
    for part in ("m.onnx", "a (Knot) of domain other", "b (Magic)", "d (Trick)"):
        assert part in message


def test_a_standard_operator_that_is_not_computed_is_named() -> None:
    text = "(uint8[2] x) => (uint8[h,w,c] y) { a = Abs(x) y = ImageDecoder(a) }"
    proto = model(text)
    proto.graph.node[1].name = "volume"
    with pytest.raises(UnsupportedModelError, match=r"m\.onnx; .* this: volume \(ImageDecoder\)$"):
        import_graph(prepared(proto), "m.onnx")


def test_nobody_is_advised_to_export_a_step_without_a_node() -> None:
    step = prepared(model("(uint8[2] x) => (uint8[h,w,c] y) { y = ImageDecoder(x) }"))
    declare_training(step, {})
    with pytest.raises(
        UnsupportedModelError, match=r"compute step because of this: y \(Im"
    ) as info:
        import_graph(step, "step")
    assert str(info.value.never_computed) == str(info.value)


def test_a_node_without_a_name_is_named_by_its_result() -> None:
    with pytest.raises(UnsupportedModelError, match=r"result \(ImageDecoder\)$"):
        import_graph(
            prepared(model("(uint8[2] x) => (uint8[h,w,c] result) { result = ImageDecoder(x) }")),
            "m",
        )


def test_shapes_that_depend_on_data_are_listed_with_all_that_is_not_computed() -> None:
    text = """(float[2,3] x, int64[2] shape, uint8[9] i)
        => (float[k,l] t, float[n,m] y, uint8[h,w,c] z) {
        t = Tile(x, shape) y = Reshape(x, shape) z = ImageDecoder(i) }"""
    with pytest.raises(UnsupportedModelError) as caught:
        import_graph(prepared(model(text)), "m.onnx")
    message = str(caught.value)
    assert "these 3" in message
    assert "\n" not in message
    for part in ("t (Tile): ", "y (Reshape): ", "depends on the data", "z (ImageDecoder)"):
        assert part in message


def test_a_second_output_that_is_used_is_refused() -> None:
    text = """(float[2,3] x, float[3] v) => (float[2,3] y, float[3] mean) {
        y, mean = BatchNormalization (x, v, v, v, v) }"""
    with pytest.raises(
        UnsupportedModelError, match=r"\(BatchNormalization\): only its first output"
    ):
        import_graph(prepared(model(text)), "m.onnx")


def test_an_element_type_that_is_not_computed_is_refused() -> None:
    text = "(float8e8m0[2,3] x) => (float8e8m0[3,2] y) { y = Transpose(x) }"
    with pytest.raises(UnsupportedModelError, match="element type float8_e8m0fnu is not computed"):
        import_graph(prepared(model(text, 25)), "m.onnx")


def test_a_slice_with_computed_bounds_is_refused() -> None:
    text = "(float[4] x, int64[1] start) => (float[2] y) { y = Slice(x, start, stop) }"
    proto = prepared(model(text, stop=np.asarray([4])))
    with pytest.raises(
        UnsupportedModelError, match=r"y \(Slice\): .* decided by the value of 'start'"
    ):
        import_graph(proto, "m.onnx")


SLICES = {
    "plain": ([1], [3], [1], [1], "2,2"),
    "negative bounds": ([-3], [-1], [1], [1], "2,2"),
    "beyond the end": ([1], [100], [1], [1], "2,4"),
    "backwards": ([-1], [-100], [1], [-1], "2,5"),
    "backwards from beyond": ([100], [0], [1], [-2], "2,2"),
    "two axes": ([1, 1], [2, 5], [0, 1], [1, 3], "1,2"),
}


@pytest.mark.parametrize(
    ("starts", "ends", "axes", "steps", "shape"), SLICES.values(), ids=SLICES.keys()
)
def test_slices_are_views(
    starts: list[int], ends: list[int], axes: list[int], steps: list[int], shape: str
) -> None:
    text = f"(float[2,5] x) => (float[{shape}] y) {{ b = Slice(x, s, e, a, t) y = Relu(b) }}"
    proto = model(
        text, s=np.asarray(starts), e=np.asarray(ends), a=np.asarray(axes), t=np.asarray(steps)
    )
    graph = checked_graph(proto)
    assert view_kinds(graph) == ["slice"]
    assert operator_types(graph) == ["Pointwise"]


def test_a_slice_without_axes_starts_at_the_first() -> None:
    text = "(float[4,5] x) => (float[2,5] y) { b = Slice(x, s, e) y = Relu(b) }"
    checked_graph(model(text, s=np.asarray([1]), e=np.asarray([3])))


def test_an_expand_is_a_view() -> None:
    text = "(float[2,1] x) => (float[3,2,4] y) { y = Expand(x, s) }"
    assert "broadcast" in view_kinds(checked_graph(model(text, s=np.asarray([3, 1, 4]))))


def test_a_vector_is_reshaped_where_an_operator_reads_a_matrix() -> None:
    text = "(float[6] x) => (float[4] y) { a = MatMul(x, w) y = Relu(a) }"
    graph = checked_graph(model(text, w=weights(6, 4)))
    assert operator_types(graph)[0] == "MatMul"
    for node in graph.operator_nodes:
        for name, operand in zip(node.inputs, node.operator.inputs, strict=True):
            assert graph.tensors[name].shape == operand.shape


def test_constants_are_contiguous_and_only_those_used_are_kept() -> None:
    text = "(float[2,6] x) => (float[2,4] y) { y = Gemm <transB = 1> (x, w) }"
    graph = checked_graph(model(text, w=weights(4, 6), unused=weights(9)))
    assert {array.shape for array in graph.constants.values()} == {(6, 4)}
    assert all(array.flags.c_contiguous for array in graph.constants.values())


NOTHING_TO_COMPUTE = {
    "softmax": "(float[0,4] x) => (float[0,4] y) { y = Softmax(x) }",
    "softmax over nothing": "(float[2,0] x) => (float[2,0] y) { y = Softmax(x) }",
    "product": "(float[0,4] x, float[4,3] w) => (float[0,3] y) { y = MatMul(x, w) }",
    "reduction": "(float[0,4] x) => (float[0] y) { y = ReduceSum <keepdims = 0> (x, axis) }",
    "read on": """(float[0,4] x, float[1,4] z) => (float[1,4] y) {
        a = Softmax(x) y = Concat <axis = 0> (a, z) }""",
}


@pytest.mark.parametrize("text", NOTHING_TO_COMPUTE.values(), ids=NOTHING_TO_COMPUTE.keys())
def test_results_without_elements_are_not_computed(text: str) -> None:
    types = operator_types(checked_graph(model(text, axis=np.asarray([1]))))
    assert set(types) <= {"Pointwise", "Concat"}


def test_what_only_results_without_elements_would_read_is_left_out() -> None:
    text = "(float[0,4] x) => (float[0,3] y) { p = MatMul(x, w)  y = Add(p, b) }"
    proto = model(text, w=weights(4, 3), b=weights(3))
    graph = prepared_graph(prepared(proto), "m", default_backend().machine.target()).unfused
    assert [node.output for node in graph.nodes] == ["y"]


def test_a_gather_from_nothing_is_refused() -> None:
    text = "(float[0,3] x, int64[2] i) => (float[2,3] y) { y = Gather(x, i) }"
    with pytest.raises(UnsupportedModelError, match=r"y \(Gather\): .*no elements"):
        import_graph(prepared(model(text)), "m.onnx")


def test_a_refusal_names_the_node_of_the_model_that_a_node_was_made_from() -> None:
    text = "(float[0,3] x, int64[2] i) => (float[2,3] y) { y = Gather(x, i) }"
    made = prepared(model(text))
    (node,) = (item for item in made.graph if item.op_type == "Gather")
    node.metadata_props.update({NAME: "lookup", TYPE: "Embed"})
    with pytest.raises(UnsupportedModelError, match=r": lookup \(Embed\): it reads a value"):
        import_graph(made, "m.onnx")


@pytest.mark.parametrize(
    ("call", "dtype"), [("Range(zero, n, one)", "int64"), ("Tile(x, m)", "float")]
)
def test_a_result_sized_by_data_is_refused(call: str, dtype: str) -> None:
    text = f"(float[2] x, int64 n, int64[1] m) => ({dtype}[k] y) {{ y = {call} }}"
    with pytest.raises(UnsupportedModelError, match="must not depend on the data"):
        import_graph(prepared(model(text, zero=np.asarray(0), one=np.asarray(1))), "m.onnx")


def test_only_the_nodes_at_fault_are_named() -> None:
    text = """(float[4] x) => (float[n] y, int64[m] s, uint8[h,w,c] i) {
        a = other.Magic(x) b = Relu(a) s = Shape(b) q, qs, qz = DynamicQuantizeLinear(b)
        i = ImageDecoder(q) n = com.microsoft.Tokenizer(b) y = Add(n, b) }"""
    with pytest.raises(UnsupportedModelError) as caught:
        import_graph(prepared(model(text)), "m.onnx")
    message = str(caught.value)
    assert "these 3" in message
    for part in ("a (Magic) of domain other", "i (ImageDecoder)", "n (Tokenizer)"):
        assert part in message


def test_a_constant_of_another_type_than_declared_is_refused() -> None:
    found = prepared(model("(float[4] x) => (float[4] y) { y = Add(x, w) }", w=weights(4)))
    (value,) = found.graph.initializers.values()
    value.const_value = onnx_ir.Tensor(np.arange(4, dtype=np.int32), name=value.name)
    value.dtype = onnx_ir.DataType.FLOAT
    with pytest.raises(UnsupportedModelError, match="holds int32, but is declared as float32"):
        import_graph(found, "m.onnx")
