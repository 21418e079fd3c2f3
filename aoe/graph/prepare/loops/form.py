"""Turns each Loop that no rule resolves into nodes whose body is an operator graph.

Such a loop has a computed end, or too many iterations to unroll. Its body becomes a model of its
own (`aoe.graph.prepare.loops.body`), which is prepared and imported like any model. Each result
becomes a LoopResult node (`aoe.operators.types.control_flow.loop`).

States keep their shape from iteration to iteration, but for those to which elements are appended
(`aoe.graph.prepare.loops.appended_states`), those that grow in a few iterations
(`aoe.graph.prepare.loops.stepwise`), and first values that nobody sees
(`aoe.graph.prepare.loops.unread_states`). How many rows are collected depends on data.
`aoe.graph.prepare.loops.capacity` is about loops without a limit.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from math import prod
from typing import TypeAlias

import numpy as np
import onnx_ir

from aoe.element_types import numpy_type
from aoe.errors import AoeError
from aoe.graph.model_copy import detach
from aoe.graph.prepare.checks.loop_conditions import stays_true
from aoe.graph.prepare.loops.appended_states import collect_appended, joined_rows
from aoe.graph.prepare.loops.body import (
    BodyModel,
    LoopForm,
    RefusedLoopError,
    body_model,
    loop_form,
)
from aoe.graph.prepare.loops.capacity import MOST_BYTES, capacity_of, rows_for, steps_for
from aoe.graph.prepare.loops.results import FoundResults, ResultSizes
from aoe.graph.prepare.loops.stepwise import (
    MOST_OPERATORS,
    Shapes,
    as_step,
    even_growth,
    largest,
    pad_outputs,
)
from aoe.graph.prepare.loops.unread_states import with_first_values
from aoe.graph.prepare.new_values import names_of
from aoe.graph.prepare.requirements import require
from aoe.graph.prepare.rewriting import (
    Builder,
    has_shape,
    integers_of,
    operand,
    replace_node,
    scalar_of,
    shape_of,
)
from aoe.graph.prepare.rules.control_flow.scan_and_loop import LOOP_PROBLEM
from aoe.graph.prepare.rules.control_flow.untaken_branch import ALWAYS_ENTERED
from aoe.operators.operator_graph import OperatorGraph
from aoe.operators.types.control_flow.loop import COUNT, LoopBody

#: Makes the operators of a model, such as a body. Raises `AoeError` if it cannot.
FormBody: TypeAlias = Callable[[onnx_ir.Model], OperatorGraph]
#: The limit of a loop without one.
_NO_LIMIT = np.iinfo(np.int64).max


def form_loops(model: onnx_ir.Model, form: FormBody) -> bool:
    """Replaces the loops of a model in place, the first one first.

    A loop that is not computed keeps the reason, for `control_flow_problem`.

    Returns:
        Whether a loop was replaced. Rules may then apply to what reads its results.
    """
    names = names_of(model.graph)
    for node in model.graph:
        if node.op_type != "Loop" or node.domain or LOOP_PROBLEM in node.meta:
            continue
        if not has_shape(*(value for value in node.inputs if value is not None)):
            continue
        builder = Builder(model.graph, node, names, model.opset_imports[""])
        try:
            results = _Loop(node, builder, model, form).results()
        except RefusedLoopError as error:
            builder.discard()
            node.meta[LOOP_PROBLEM] = str(error)
            continue
        replace_node(model.graph, node, builder, results)
        return True
    return False


class _Loop:
    """Makes the nodes for one loop."""

    def __init__(
        self, node: onnx_ir.Node, build: Builder, model: onnx_ir.Model, form: FormBody
    ) -> None:
        self.node, self.build, self.model, self.form = node, build, model, form
        self.constants: dict[tuple[str, tuple[int, ...], bytes], onnx_ir.Value] = {}

    def results(self) -> Sequence[onnx_ir.Value | None]:
        """What replaces the outputs of the loop."""
        original = loop_form(self.node)
        form, appended, moved = collect_appended(original, self.build)
        try:
            found = self.computed(form)
        finally:
            if form is not original:
                detach(form.graph)
        results: list[onnx_ir.Value | None] = [None] * len(self.node.outputs)
        for old, new in moved.items():
            if old in original.used:
                results[old - 1] = found.outputs[new]
        sizes = ResultSizes(self.build, found.count, found.room)
        states = len(original.states)
        for place in range(states, len(results)):
            if results[place] is not None and not found.exact:
                sizes.add(place, 0, 0, 1)
        for item in appended:
            rows = found.outputs[item.collection]
            results[item.place], more = joined_rows(self.build, item, rows)
            if not found.exact:
                sizes.add(item.place, item.axis, shape_of(item.first)[item.axis], more)
        before = {new: old for old, new in moved.items()}
        for place, dimension, first, more in found.sizes:
            if not found.exact or more < 0:
                sizes.add(before[place] - 1, dimension, first, more)
        for output, result in zip(self.node.outputs, results, strict=True):
            if result is not None:
                output.shape, output.type = result.shape, result.type
        sizes.record(self.node)
        return results

    def computed(self, form: LoopForm) -> FoundResults:
        """The results of a loop in a form."""
        shapes = [shape_of(state) for state in form.states]
        body = self.body(form, shapes)
        graph = self.formed(body)
        after = _state_shapes(graph, form)
        written = with_first_values(form, shapes, after, self.has_iteration(), self.build)
        if written is not None:
            return self.computed(written)
        if after != shapes:
            return self.in_steps(form, graph)
        rows = [graph.tensors[name] for name in graph.outputs[1 + len(shapes) :]]
        trips, exact = self.trips()
        room, bounded = rows_for(trips, rows, capacity_of(self.model))
        results = self.loop_results(
            body,
            graph,
            room,
            self.limit(None if bounded else room + 1),
            self.enter((1,)),
            form.states,
        )
        count = results(COUNT)
        outputs = {
            place: results(number)
            for number, place in enumerate((*range(1, 1 + len(shapes)), *form.collections))
            if place in form.used
        }
        if not bounded:
            fits = self.build.infer("LessOrEqual", count, self.build.integers([room]))
            too_much = f"collects more than the {room} rows that there is room for"
            self.require_capacity(fits, True, too_much)
        return FoundResults(outputs, count, room, exact and bounded)

    def in_steps(self, form: LoopForm, first: OperatorGraph) -> FoundResults:
        """The results of a loop whose states grow."""
        begins = [shape_of(state) for state in form.states]
        describe = _growth(form, begins, _state_shapes(first, form))
        trips, exact, bounded = self.steps(MOST_OPERATORS // max(len(first.nodes), 1), describe)

        def following(shapes: Shapes) -> Shapes:
            if shapes == begins:
                return _state_shapes(first, form)
            return _state_shapes(self.formed(self.body(form, shapes)), form)

        shapes = even_growth(begins, trips, following, describe)
        room = largest(shapes)
        if sum(map(prod, room)) * 8 > MOST_BYTES:
            raise RefusedLoopError(f"{describe}, for which there is no room")
        condition = first.tensors[first.outputs[0]].shape
        entered = self.enter(condition)
        current: list[onnx_ir.Value] = [entered, *map(self.in_room, form.states, room)]
        rows: list[list[onnx_ir.Value]] = [[] for _ in form.collections]
        counted: list[onnx_ir.Value] = []
        once = self.build.integers([1])
        for number in range(trips):
            body = self.body(form, shapes[number])
            as_step(body, number, room, condition)
            pad_outputs(body, shapes[number + 1], room)
            graph = self.formed(body)
            if _state_shapes(graph, form, 1) != room:
                raise RefusedLoopError(f"{describe}, and by another size in iteration {number}")
            entered = self.build.reshape(current[0], (1,))
            counted.append(self.build.cast(entered, onnx_ir.DataType.INT64))
            results = self.loop_results(body, graph, 1, once, entered, current)
            current = [results(place) for place in range(len(current))]
            for place, collected in enumerate(rows):
                collected.append(results(len(current) + place))
        if not bounded:
            too_much = f"goes on after the {trips} iterations that are compiled"
            self.require_capacity(self.build.reshape(current[0], (1,)), False, too_much)
        outputs = dict(enumerate(current))
        for place, collected in zip(form.collections, rows, strict=True):
            outputs[place] = self.build.infer("Concat", *collected, axis=0)
        together = self.build.infer("Concat", *counted, axis=0)
        axes = self.build.integers([0])
        count = self.build.infer("ReduceSum", together, axes, keepdims=1)
        sizes = [
            (1 + place, dimension, size, after - size)
            for place, (before, behind) in enumerate(zip(shapes[0], shapes[1], strict=True))
            for dimension, (size, after) in enumerate(zip(before, behind, strict=True))
            if size != after and 1 + place in form.used
        ]
        return FoundResults(outputs, count, trips, exact, sizes)

    def steps(self, most: int, describe: str) -> tuple[int, bool, bool]:
        """How many iterations are compiled of a loop whose states grow, of `most` that there may
        be; whether there are so many, and whether there are never more.
        """
        trips, exact = self.trips()
        if trips is not None and trips <= most:
            return trips, exact, True
        known = trips is not None or operand(self.node, 0) is None
        found = steps_for(most, capacity_of(self.model)) if known else None
        if found is None:
            raise RefusedLoopError(
                f"{describe}; each iteration is then compiled for itself, so there may be at most "
                f"{most}, and a trip count must be a constant; give the state its largest size "
                "from the start"
            )
        return found, False, False

    def body(self, form: LoopForm, shapes: Shapes) -> BodyModel:
        """The body as a model, for states of these shapes."""
        model = self.model
        return body_model(form, shapes, dict(model.opset_imports), model.ir_version)

    def formed(self, body: BodyModel) -> OperatorGraph:
        """The operators of the body."""
        inputs = len(body.model.graph.inputs)
        try:
            graph = self.form(body.model)
        except AoeError as error:
            raise RefusedLoopError(f"its body is not computed: {error}") from error
        if len(graph.inputs) != inputs:
            raise RefusedLoopError("its body draws random numbers")
        if graph.data_dependent_sizes or graph.requirements:
            raise RefusedLoopError("its body computes values whose shape the data decide")
        if prod(graph.tensors[graph.outputs[0]].shape) != 1:
            raise RefusedLoopError("its condition is not a single value")
        return graph

    def loop_results(
        self,
        body: BodyModel,
        graph: OperatorGraph,
        room: int,
        limit: onnx_ir.Value,
        enter: onnx_ir.Value,
        states: Sequence[onnx_ir.Value],
    ) -> Callable[[int], onnx_ir.Value]:
        """Returns what makes the node of a result of a loop, by the result's number.

        Args:
            body: The body as a model.
            graph: Its operators.
            room: How many rows a collection has room for.
            limit: The largest number of iterations.
            enter: The condition before the first iteration.
            states: The first states.
        """
        constants = tuple(graph.constants)
        text = LoopBody(replace(graph, constants={}), constants).to_json()
        inputs = [
            limit,
            enter,
            *states,
            *body.captured,
            *(self.constant(graph.constants[name]) for name in constants),
        ]
        made: dict[int, onnx_ir.Value] = {}

        def result(number: int) -> onnx_ir.Value:
            if number in made:
                return made[number]
            shape: tuple[int, ...] = (1,)
            dtype: onnx_ir.DataType | None = onnx_ir.DataType.INT64
            if number != COUNT:
                tensor = graph.tensors[graph.outputs[1 + number]]
                collected = number >= len(states)
                shape = (room, *tensor.shape) if collected else tensor.shape
                dtype = onnx_ir.DataType.from_numpy(numpy_type(tensor.dtype))
            made[number] = self.build.make(
                "LoopResult",
                inputs,
                shape,
                dtype,
                body=text,
                result=number,
                states=len(states),
                trips=room,
            )
            return made[number]

        return result

    def constant(self, array: np.ndarray) -> onnx_ir.Value:
        """A constant; the same one for equal arrays."""
        key = (array.dtype.name, array.shape, array.tobytes())
        if key not in self.constants:
            self.constants[key] = self.build.constant(array)
        return self.constants[key]

    def in_room(self, state: onnx_ir.Value, room: Sequence[int]) -> onnx_ir.Value:
        """A first state in a buffer of a shape."""
        assert state.dtype is not None
        if prod(shape_of(state)) == 0 and shape_of(state) != tuple(room):
            return self.build.constant(np.zeros(room, state.dtype.numpy()))
        for axis, size in enumerate(room):
            own = shape_of(state)
            if own[axis] < size:
                missing = (*own[:axis], size - own[axis], *own[axis + 1 :])
                zeros = self.build.constant(np.zeros(missing, state.dtype.numpy()))
                state = self.build.infer("Concat", state, zeros, axis=axis)
        return state

    def trips(self) -> tuple[int | None, bool]:
        """The largest number of iterations if it is known, and whether there are so many.

        A loop of a branch that is not taken has none, but then nothing of it is selected.
        """
        limit = operand(self.node, 0)
        known = None if limit is None else integers_of(limit)
        most = None if known is None else max(known[0], 0)
        goes_on = stays_true(self.node.attributes["body"].as_graph())
        return most, most is not None and self.enters() and goes_on

    def enters(self) -> bool:
        """Whether the condition before the first iteration holds for sure."""
        begins = operand(self.node, 1)
        always = begins is None or ALWAYS_ENTERED in self.node.meta
        return always or scalar_of(begins) == 1.0

    def has_iteration(self) -> bool:
        """Whether the loop has an iteration for sure."""
        limit = operand(self.node, 0)
        known = None if limit is None else integers_of(limit)
        return self.enters() and (limit is None or (known is not None and known[0] > 0))

    def require_capacity(self, condition: onnx_ir.Value, holds: bool, too_much: str) -> None:
        """Demands that a loop without a limit needs no more than its capacity."""
        graph = self.node.graph
        assert isinstance(graph, onnx_ir.Graph)
        limit = "no trip count" if operand(self.node, 0) is None else "no smaller trip count"
        message = (
            f"node {self.node.name!r} (Loop) has {limit} and {too_much}; run the source model "
            "with aoe.compile, which adds capacity, or give the loop its largest trip count"
        )
        require(graph, condition, holds, message, grows=True)

    def limit(self, most: int | None) -> onnx_ir.Value:
        """The largest number of iterations; no more than `most`."""
        given = operand(self.node, 0)
        cap = _NO_LIMIT if most is None else most
        known = (_NO_LIMIT,) if given is None else integers_of(given)
        if given is None or known is not None:
            assert known is not None
            return self.build.integers([min(known[0], cap)])
        limit = self.build.reshape(self.build.cast(given, onnx_ir.DataType.INT64), (1,))
        return limit if most is None else self.build.infer("Min", limit, self.build.integers([cap]))

    def enter(self, shape: Sequence[int]) -> onnx_ir.Value:
        """The condition before the first iteration."""
        given = operand(self.node, 1)
        if given is None:
            return self.build.constant(np.ones(shape, bool))
        return self.build.reshape(given, shape)


def _state_shapes(graph: OperatorGraph, form: LoopForm, first: int = 0) -> list[tuple[int, ...]]:
    """The shapes of the states after an iteration. `first`: how many states come before them."""
    names = graph.outputs[1 + first : 1 + first + len(form.states)]
    return [graph.tensors[name].shape for name in names]


def _growth(form: LoopForm, begins: Shapes, after: Shapes) -> str:
    """What changes in an iteration."""
    names = [str(value.name) for value in form.graph.outputs[1:]]
    changes = zip(names, begins, after, strict=False)
    name, old, new = next(item for item in changes if tuple(item[1]) != tuple(item[2]))
    return (
        f"the shape of its state {name!r} is {list(old)} before the first iteration and "
        f"{list(new)} after it"
    )
