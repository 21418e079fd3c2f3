from onnx import checker

from benchmarks.overheads.large_graph import dense


def test_a_densely_connected_model_is_valid_and_has_as_many_nodes_as_asked_for() -> None:
    model = dense(70)
    checker.check_model(model, full_check=True)
    assert len(model.graph.node) >= 70
