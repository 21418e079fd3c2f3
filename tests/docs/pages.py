"""The pages of the documentation and the code blocks in them.

A console block has lines that begin with `$ `; the others are output. The comment
`<!-- not run: reason -->` right before a block says why `test_snippets` does not run it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
#: The pages whose snippets are run.
PAGES = (ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md")))
#: All documents, with those for developers.
DOCUMENTS = (*sorted(ROOT.glob("*.md")), *PAGES[1:], *sorted((ROOT / "benchmarks").rglob("*.md")))

_BLOCK = re.compile(
    r"^(?:<!-- not run: (?P<reason>[^\n]*) -->\n)?"
    r"(?P<indent> *)```(?P<language>\w*)\n(?P<text>.*?)^(?P=indent)```$",
    re.M | re.S,
)


@dataclass(frozen=True, slots=True)
class Block:
    """A fenced code block.

    Attributes:
        page: The file it is in.
        line: The number of its first line in the file.
        language: What stands after the opening fence; empty for a plain block.
        text: Its content, without indentation.
        reason: Why it is not run; None if it is run.
    """

    page: Path
    line: int
    language: str
    text: str
    reason: str | None

    def commands(self) -> list[str]:
        """The commands of a console block."""
        return [line[2:] for line in self.text.splitlines() if line.startswith("$ ")]

    def __str__(self) -> str:
        return f"{self.page.relative_to(ROOT)}:{self.line}"


def blocks(page: Path, *languages: str) -> list[Block]:
    """The code blocks of these languages in a page, in order."""
    text = page.read_text(encoding="utf-8")
    return [
        Block(
            page,
            text.count("\n", 0, match.start("text")) + 1,
            match["language"],
            re.sub(rf"^{match['indent']}", "", match["text"], flags=re.M),
            match["reason"],
        )
        for match in _BLOCK.finditer(text)
        if match["language"] in languages
    ]
