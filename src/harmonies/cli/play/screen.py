"""What the terminal shows of a game being played."""

from __future__ import annotations

import re
import textwrap
from typing import TYPE_CHECKING

from harmonies import box
from harmonies.errors import said_briefly
from harmonies.game import Outcome
from harmonies.pictures.pen import Pen
from harmonies.pictures.text_table import (
    name_of,
    points_word,
    table_lines,
    turn_lines,
)
from harmonies.pictures.words import habitat_words, spirit_rule
from harmonies.score import score_of, solo_suns

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from harmonies._core import State
    from harmonies.cli.play.table import Table

HELP = """\
In a turn, in any order: take one group of tokens and place all three; draft
one card; settle cubes where the habitats of your cards stand. Then end.

  take 2            t2  2       a group of the central board
  place M c3        m c3  mc3   a token on a space; just c3 with one kind left
  draft fennec      d fen       a face-up card; you may hold four open ones
  settle fennec c3  s fen c3    a cube; just s fen where only one space fits
  keep lion         k lion      the spirit you keep
  discard otter     x otter     solo: a card goes away, all tokens placed
  end               e           ends the turn

  m                 shows where an M can go
  card fennec       what a card wants, and where its habitat stands
  score  sc         every point with its reason; score 2 for another seat
  table  b          all boards
  undo  u           takes back the last move of this turn
  save FILE         a copy in a file; the game is kept after each move anyway
  quit  q           stops; you can go on later

TTL is a stack, bottom first; * is a cube; ?H is any building. On a card [9] 16
says: 9 points now, 16 with one more cube. A line or a bend runs through its
spaces in this order, in any direction; the cube goes where the * is."""


def help_lines(width: int) -> list[str]:
    """The help, with its lines folded where the screen is narrower than they are."""
    lines = HELP.splitlines()
    if max(map(len, lines)) <= width:
        return lines
    folded: list[str] = []
    for paragraph in HELP.split("\n\n"):
        if folded:
            folded.append("")
        if not paragraph.startswith(" "):
            folded += textwrap.wrap(paragraph, width)
            continue
        for entry in paragraph.splitlines():
            *said, what = re.split("  +", entry.strip())
            folded += textwrap.wrap(f"{', '.join(said)}: {what}", width, subsequent_indent="    ")
    return folded


def folded(line: str, width: int) -> list[str]:
    """A line in as many as it takes; a command at its end stays whole, to be copied.

    >>> folded("This game is kept. Go on with: harmonies play --resume last", 40)
    ['This game is kept. Go on with:', 'harmonies play --resume last']
    """
    if len(line) <= width or "\x1b" in line:
        return [line]
    head, found, command = line.partition(": harmonies ")
    rows = textwrap.wrap(head + found[:1], width, break_long_words=False, break_on_hyphens=False)
    return [*rows, f"{found[2:]}{command}"] if found else rows


_OFFER = "You can: "


def offers(state: State, width: int) -> list[str]:
    """What may be played now, in few lines."""
    lines = []
    moves = state.legal_moves()
    places: dict[str, list[str]] = {}
    for move in moves:
        if move.token and move.space:
            places.setdefault(move.token, []).append(move.space)
    shared: dict[str, list[str]] = {}
    for token, spaces in places.items():
        shared.setdefault(ranges(spaces), []).append(token)
    others = [move for move in moves if not move.token]
    for kind in ("keep", "take"):
        lines += said_briefly(move for move in others if move.kind == kind).splitlines()
    lines += [f"place {' or '.join(tokens)} on {spaces}" for spaces, tokens in shared.items()]
    for kind in ("settle", "draft", "discard", "end"):
        said = said_briefly(move for move in others if move.kind == kind)
        lines += said.split(", ") if said else []
    rows: list[str] = []
    for line in lines:
        head = " " * len(_OFFER) if rows else _OFFER
        indent = " " * (len(_OFFER) + 4)
        rows += textwrap.wrap(line, width, initial_indent=head, subsequent_indent=indent)
    return rows


def ranges(spaces: Sequence[str]) -> str:
    """Spaces in few words.

    >>> ranges(["a1", "a2", "a3", "b1", "b3", "b4"])
    'a1-3 b1 b3-4'
    """
    runs: list[list[str]] = []
    for space in spaces:
        last = runs[-1][-1] if runs else ""
        if last and last[0] == space[0] and int(last[1:]) + 1 == int(space[1:]):
            runs[-1].append(space)
        else:
            runs.append([space])
    return " ".join(run[0] if len(run) == 1 else f"{run[0]}-{run[-1][1:]}" for run in runs)


def turn_page(table: Table, *, width: int, color: bool, marks: Collection[str] = ()) -> list[str]:
    """The table for the seat to move, and what it may play."""
    state = table.state
    pen = Pen(color)
    lines = []
    last = table.last_turn() if state.players > 1 else None
    if last:
        seat, moves = last
        said = "; ".join(str(move) for move in moves[:-1])
        before = f"Before: {name_of(state, seat, table.names)}: {said}"
        lines += [pen.dim(row) for row in textwrap.wrap(before, width)]
    lines += turn_lines(state, width=width, color=color, names=table.names, marks=marks)
    return lines + offers(state, width)


def card_page(name: str, state: State, color: bool) -> list[str]:
    """All about a card."""
    card = box.cards()[name]
    pen = Pen(color)
    if card.is_spirit:
        return [f"{name}, a spirit: {habitat_words(card, pen)}", f"  {spirit_rule(card)}"]
    steps = ", ".join(f"{points} with {cubes}" for cubes, points in enumerate(card.points, 1))
    lines = [f"{name}: {habitat_words(card, pen)}", f"  points: {steps} of its cubes settled"]
    spaces = state.fits(state.to_move, name)
    if spaces:
        lines.append(f"  its habitat stands on your board around {', '.join(spaces)}")
    return lines


def final_page(
    state: State, outcome: Outcome, names: Sequence[str], *, width: int, color: bool
) -> list[str]:
    """The table at the end, the count by category, and who has won."""
    pen = Pen(color)
    lines = [*table_lines(state, width=width, color=color, names=names), ""]
    titles = [name_of(state, seat, names) for seat in range(state.players)]
    columns = [max(len(title), 6) for title in titles]
    lines.append(pen.bold(_row("", titles, columns)))
    scores = [score_of(state, seat).as_dict() for seat in range(state.players)]
    for category in scores[0]:
        if category != "spirit" or state.spirits:
            row = _row(category, [str(score[category]) for score in scores], columns)
            lines.append(pen.bold(row) if category == "total" else row)
    lines.append(_row("cubes", [str(standing.cubes) for standing in outcome.standings], columns))
    return [*lines, "", pen.bold(_verdict(state, outcome, titles))]


def _row(head: str, cells: Sequence[str], columns: Sequence[int]) -> str:
    parts = (f"{cell:>{column}}" for cell, column in zip(cells, columns, strict=True))
    return f"{head:10}  {'  '.join(parts)}"


def _verdict(state: State, outcome: Outcome, titles: Sequence[str]) -> str:
    if state.players == 1:
        points = state.points(0)
        suns = solo_suns(points, state.side, spirits=state.spirits, spirit=state.spirit(0))
        return f"{points_word(points)}: {'1 sun' if suns == 1 else f'{suns} suns'}"
    winners = [titles[seat] for seat in outcome.winners]
    best = max(standing.points for standing in outcome.standings)
    if len(winners) > 1:
        return f"{', '.join(winners[:-1])} and {winners[-1]} share the win with {points_word(best)}"
    tied = sum(standing.points == best for standing in outcome.standings) > 1
    return f"{winners[0]} wins with {points_word(best)}{', and more cubes' if tied else ''}"
