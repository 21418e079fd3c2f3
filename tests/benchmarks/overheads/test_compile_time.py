from onnx import checker

from benchmarks.overheads.compile_time import BLOCK, stack


def test_a_stack_is_a_valid_model_of_whole_blocks() -> None:
    model = stack(25, varied=True)
    checker.check_model(model, full_check=True)
    assert len(model.graph.node) == 3 * len(BLOCK)
