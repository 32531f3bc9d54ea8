"""The conversation of a game: show, ask, do, until it is over or left."""

from __future__ import annotations

import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from harmonies._core import Draw, Move
from harmonies.cli.failure import FOUND_WRONG, INTERRUPTED, OK, printable
from harmonies.cli.play import saves, screen
from harmonies.cli.play.words import Command, Puzzled, card_named, understood
from harmonies.cli.show import score_lines
from harmonies.errors import IllegalMove, IllegalUndo, NotationError
from harmonies.pictures.text_table import name_of, points_word, table_lines
from harmonies.score import score_of

if TYPE_CHECKING:
    from harmonies.cli.play.table import Table
    from harmonies.cli.show import Screen


class Left(Exception):
    """The players stop here."""


class Loop:
    """Plays a table to its end, or until the players leave."""

    def __init__(self, table: Table, shown: Screen, *, another_waits: bool = False) -> None:
        self._table = table
        self._screen = shown
        self._line = 0
        self._refused = 0
        self._page: list[str] = []  # shown once under the table
        self._instead: list[str] = []  # shown once in its place
        self._marks: tuple[str, ...] = ()
        self._trouble: str | None = None
        self._turn_shown: tuple[int, str] | None = None
        self._another_waits = another_waits

    def run(self) -> int:
        """Plays; the exit code."""
        self._begin()
        try:
            while not self._table.game.over:
                self._pass_on()
                self._show()
                self._answer(self._ask())
            self._finish()
        except Left:
            self._say([self._how_to_go_on()])
        except KeyboardInterrupt:
            self._say(["", self._how_to_go_on()])
            return INTERRUPTED
        finally:
            self._table.keeper.release()
        return FOUND_WRONG if self._refused else OK

    # Showing

    def _begin(self) -> None:
        if self._screen.interactive:
            with suppress(ImportError):
                import readline  # noqa: F401 (lets the line be edited)
            self._page = ["Type help to see all you can do."]
        if self._another_waits and self._screen.interactive:
            self._page.append(f"An earlier game waits: harmonies play --resume {saves.LAST}")
        if self._table.cut:
            where = self._table.cut
            self._page.append(f"The file breaks off at {where}: the game goes on from there.")

    def _show(self) -> None:
        """The table: anew after each line on a screen, once a turn where it runs on."""
        state = self._table.state
        turn = (state.turn, state.phase)
        self._tell_trouble()
        if self._screen.interactive:
            self._screen.clear()
        elif self._page:
            self._say(self._page)
            self._page = []
        if self._instead:
            self._say(self._instead)
        elif self._screen.interactive or turn != self._turn_shown or self._marks:
            width, color = self._screen.width, self._screen.color
            self._say(screen.turn_page(self._table, width=width, color=color, marks=self._marks))
            self._turn_shown = turn
        if self._page:
            self._say(self._page)
        self._page, self._instead, self._marks = [], [], ()

    def _say(self, lines: list[str]) -> None:
        if self._screen.interactive:
            lines = [row for line in lines for row in screen.folded(line, self._screen.width)]
        self._screen.lines(lines)

    def _tell_trouble(self) -> None:
        """Says when the game can't be kept, and when it can again."""
        trouble = self._table.keeper.trouble
        if trouble != self._trouble:
            if trouble:
                place = self._table.keeper.path.parent
                self._page.append(
                    f"This game is not kept: {trouble} ({place}) With save FILE you can keep it elsewhere."
                )
            else:
                self._page.append("This game is kept again.")
            self._trouble = trouble

    def _pass_on(self) -> None:
        """Before somebody looks at hidden spirits, the others look away."""
        state = self._table.state
        if state.phase != "keep" or state.players == 1 or not self._screen.interactive:
            return
        turn = (state.turn, state.phase)
        if turn == self._turn_shown:
            return
        name = name_of(state, state.to_move, self._table.names)
        self._screen.clear()
        self._say([f"The next screen is for {name} alone: two hidden spirits.", ""])
        self._input(f"{name}, press Enter when nobody else looks. ")
        self._turn_shown = turn

    # Asking

    def _ask(self) -> str:
        line = self._input("> ")
        self._line += 1
        return line

    def _input(self, prompt: str) -> str:
        if self._screen.interactive:
            try:
                return input(prompt)
            except EOFError:
                raise Left from None
        line = sys.stdin.readline()
        if not line:
            raise Left
        line = line.rstrip("\r\n")
        self._say([f"{prompt}{printable(line)}"])
        return line

    def _answer(self, line: str) -> None:
        if not line.strip():
            return
        try:
            said = understood(line, self._table.state)
            if isinstance(said, Move):
                self._play(said)
            else:
                self._do(said)
        except Puzzled as puzzled:
            self._marks = puzzled.marks
            self._refuse(str(puzzled))
        except NotationError as error:
            self._refuse(error.message)
        except IllegalUndo as error:
            self._refuse(str(error))
        except IllegalMove as error:
            self._refuse(f"{error.move}: {error.sentence}")
            if not self._screen.interactive:
                self._page += screen.offers(self._table.state, self._screen.width)

    def _refuse(self, message: str) -> None:
        """Says what cannot be done. Where nobody can try again, the exit code tells it too."""
        self._page = [message]
        if not self._screen.interactive:
            self._refused += 1
            print(f"line {self._line}: {message}", file=sys.stderr)

    # Doing

    def _play(self, move: Move) -> None:
        state = self._table.state
        seat, before = state.to_move, state.points(state.to_move)
        self._table.play(move)
        if move.kind == "keep":
            self._forget_lines()
        after = self._table.state
        gained = after.points(seat) - before
        change = f" ({gained:+} {'point' if abs(gained) == 1 else 'points'})" if gained else ""
        drawn = self._table.game.log[-1]
        chance = f", {drawn.redacted()}" if isinstance(drawn, Draw) else ""
        self._page = [f"{move}{change}{chance}"]
        if not self._screen.interactive and after.turn == state.turn and after.hand:
            self._page.append(f"Still to place: {' '.join(after.hand)}")

    def _forget_lines(self) -> None:
        """The next player shall not find what was asked about the spirit given back."""
        if self._screen.interactive:
            with suppress(ImportError):
                import readline

                readline.clear_history()

    def _do(self, command: Command) -> None:
        state, names = self._table.state, self._table.names
        width, color = self._screen.width, self._screen.color
        match command.word:
            case "undo":
                self._page = [f"Taken back: {self._table.undo()}"]
            case "score":
                self._score(command.rest)
            case "table":
                self._instead = ["", *table_lines(state, width=width, color=color, names=names)]
            case "card":
                if not command.rest:
                    raise Puzzled("Which card? Say for example: card otter.")
                name = card_named(command.rest, state)
                self._page = screen.card_page(name, state, color)
                self._marks = tuple(state.fits(state.to_move, name))
            case "save":
                self._save(command.rest)
            case "help":
                self._instead = ["", *screen.help_lines(width)]
            case "quit":
                self._quit()

    def _score(self, who: str) -> None:
        state = self._table.state
        seats = {str(seat + 1): seat for seat in range(state.players)}
        seats |= {name: seat for seat, name in enumerate(self._table.names) if name}
        said = [seat for name, seat in seats.items() if name.lower() == who.lower()]
        if who and not said:
            raise Puzzled(f"Whose score? {', '.join(seats)}.")
        seat = said[0] if who else state.to_move
        score = score_of(state, seat)
        title = f"{name_of(state, seat, self._table.names)}: {points_word(score.total)}"
        self._instead = ["", title, *score_lines(score, self._screen.width, spirits=state.spirits)]

    def _save(self, rest: str) -> bool:
        """Saves the game where the player wants it; whether it could be."""
        try:
            path = Path(rest).expanduser() if rest else self._table.file
        except (RuntimeError, ValueError):  # of nobody's home, or with a zero byte in it
            raise Puzzled(f"No file can be called '{printable(rest[:40])}'.") from None
        if path is None:
            raise Puzzled("Into which file? Say for example: save game.txt.")
        trouble = self._table.save(path)
        if trouble:
            self._refuse(trouble)
            return False
        self._page = [f"Saved. Go on later with: harmonies play --resume {path}"]
        return True

    # Leaving

    def _quit(self) -> None:
        if self._screen.interactive and self._table.keeper.trouble is None:
            answer = self._input(
                "Keep this game to go on later? Enter for yes, n for no, or a file: "
            )
            if answer.strip().lower() in {"n", "no"}:
                self._table.keeper.forget()
                self._say(["It is gone."])
                raise SystemExit(OK)
            if answer.strip().lower() not in {"", "y", "yes"}:
                if not self._save(answer.strip()):
                    return
                self._say(self._page)
                self._table.keeper.forget()
                raise SystemExit(OK)
        raise Left

    def _how_to_go_on(self) -> str:
        trouble = self._table.keeper.trouble
        if trouble and self._table.file:
            return f"This game is as you last saved it, in {self._table.file}."
        if trouble:
            return f"This game could not be kept: {trouble}"
        return f"This game is kept. Go on with: harmonies play --resume {saves.LAST}"

    def _finish(self) -> None:
        outcome = self._table.game.outcome
        assert outcome is not None
        self._screen.clear()
        width, color = self._screen.width, self._screen.color
        self._say(self._page)
        self._say(
            screen.final_page(
                self._table.state, outcome, self._table.names, width=width, color=color
            )
        )
        path = self._table.keeper.finish(self._table.record())
        if path:
            self._say([f"The whole game: harmonies record show {path}"])
        else:
            self._say([f"The record of this game could not be kept: {self._table.keeper.trouble}"])
