from tests.graph.models import checked_graph, model, weights


def keys(text: str) -> list[str]:
    graph = checked_graph(model(text, w=weights(4, 4)))
    return [node.operator.key for node in graph.operator_nodes]


def test_the_order_of_operands_does_not_matter() -> None:
    forms = [
        "(float[2,4] x, float[4] b, float[2,4] r) => (float[2,4] y) {"
        f" a = MatMul(x, w) s = Add({one}) t = Mul({two}) y = Relu(t) }}"
        for one in ("a, b", "b, a")
        for two in ("s, r", "r, s")
    ]
    assert len({tuple(keys(text)) for text in forms}) == 1


def test_names_do_not_matter() -> None:
    first = keys("(float[2,4] x) => (float[2,4] y) { a = MatMul(x, w) y = Relu(a) }")
    second = keys("(float[2,4] in) => (float[2,4] out) { p = MatMul(in, w) out = Relu(p) }")
    assert first == second


def test_the_order_of_operands_of_a_difference_matters() -> None:
    head = "(float[2,4] x, float[2,4] z) => (float[2,4] y) { e = MatMul(x, w) "
    assert keys(head + "y = Sub(e, z) }") != keys(head + "y = Sub(z, e) }")


def test_a_value_read_twice_is_one_input() -> None:
    text = (
        "(float[2,4] x, float[2,4] z) => (float[2,4] y) { p = Mul(x, z) q = Exp(z) y = Add(p, q) }"
    )
    graph = checked_graph(model(text))
    (node,) = graph.operator_nodes
    assert len(node.inputs) == len(node.operator.inputs) == 2
