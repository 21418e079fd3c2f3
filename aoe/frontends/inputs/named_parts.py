"""Options that give something to inputs by name: `"name1:…;name2:…"`.

`aoe.frontends.inputs.input_shapes` and `aoe.frontends.inputs.input_values` read what follows the
names.
"""

from __future__ import annotations

from collections.abc import Iterator

from aoe.errors import UsageError


def named_parts(
    text: str, option: str, given: str, form: str, example: str
) -> Iterator[tuple[str, str, str]]:
    """The parts of an option's text: the name, what follows it, and the part as a whole. A name may
    have colons; the last one of a part ends it.

    Args:
        text: The text of the option.
        option: The option, for messages, as in `--input_shape`.
        given: What it gives, as in "a shape".
        form: The form of a part, as in "name:dimensions".
        example: A part to copy.

    Raises:
        UsageError: A part has no name, or a name occurs twice.
    """
    names: set[str] = set()
    for part in filter(None, (piece.strip() for piece in text.split(";"))):
        name, colon, rest = part.rpartition(":")
        name = name.strip()
        if not colon or not name:
            raise UsageError(f'{option}: {part!r} is not "{form}"; write e.g. "{example}"')
        if name in names:
            raise UsageError(f"{option} gives {given} to {name!r} twice")
        names.add(name)
        yield name, rest, part
