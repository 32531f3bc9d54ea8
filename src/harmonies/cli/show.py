"""Writing to the terminal, with colour where there is some."""

from __future__ import annotations

import shutil
import sys
import textwrap
from typing import TYPE_CHECKING

from rich.console import Console
from rich.text import Text

if TYPE_CHECKING:
    from collections.abc import Iterable

    from harmonies.score import Score

_NARROWEST = 40


class Screen:
    """Standard output as a screen: its width, its colours, and lines on it."""

    def __init__(self, *, color: bool = True) -> None:
        self._console = Console(highlight=False, markup=False, emoji=False, soft_wrap=True)
        console = self._console
        if console.is_dumb_terminal:
            console.width, console.height = shutil.get_terminal_size()  # Rich does not ask it
        if console.width < _NARROWEST:
            console.width = _NARROWEST  # on one without any width Rich would show nothing
        self.color = color and console.color_system is not None and not console.no_color
        self.interactive = sys.stdin.isatty() and console.is_terminal

    @property
    def width(self) -> int:
        return max(self._console.width - 1, _NARROWEST)

    def lines(self, lines: Iterable[str]) -> None:
        """Writes lines that may hold colours of their own."""
        text = "\n".join(lines)
        if self.color:
            self._console.print(Text.from_ansi(text))
        else:
            print(text, flush=True)

    def clear(self) -> None:
        """Wipes the screen and what has scrolled off it, so that nobody reads what others saw."""
        if not self.interactive:
            return
        if self._console.is_dumb_terminal:
            # It obeys no orders, but what has scrolled off it is out of sight.
            print("\n" * self._console.height, end="", flush=True)
        else:
            print("\x1b[H\x1b[2J\x1b[3J", end="", flush=True)


_CATEGORY_WIDTH = 10


def score_lines(score: Score, width: int = 80, *, spirits: bool = True) -> list[str]:
    """The points by category, each with its reasons, and the total.

    >>> from harmonies import score_table
    >>> for line in score_lines(score_table("A", {"a1": "W", "a2": "W"}, {"bat": 1})):
    ...     print(line)
    trees        0
    mountains    0
    fields       0
    buildings    0
    water        2    2  water on a1 a2, 2 long along a1 a2
    animals      3    3  bat with 1 cube settled
    spirit       0
    total        5
    """
    lines = []
    for category, points in score.by_category().items():
        reasons = [reason for reason in score.reasons if reason.category == category]
        if category == "spirit" and not spirits and not reasons:
            continue
        head = f"{category:{_CATEGORY_WIDTH}} {points:3}"
        for reason in reasons:
            hanging = " " * (len(head) + 7)
            lines += textwrap.wrap(
                f"{head}  {reason}", width, subsequent_indent=hanging, drop_whitespace=True
            )
            head = " " * len(head)
        if not reasons:
            lines.append(head)
    return [*lines, f"{'total':{_CATEGORY_WIDTH}} {score.total:3}"]
