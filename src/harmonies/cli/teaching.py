"""How help is shown: what is to be typed behind an option, not the type it becomes in Python."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from typer.core import TyperCommand, TyperGroup

if TYPE_CHECKING:
    import typer

EXIT_CODES = (
    "Exit codes: 0 all is well, 1 something was checked and found wrong, 2 wrong use or a file that "
    "cannot be read, 130 interrupted."
)

_WORDS = {"int": "NUMBER", "float": "NUMBER", "str": "TEXT", "Path": "PATH"}


def _worded(params: list[Any]) -> list[Any]:
    for param in params:
        if getattr(param, "is_flag", False):
            param.metavar = ""
        elif param.metavar is None and param.param_type_name == "option":
            words = str(param.type_descriptor.annotation)
            param.metavar = next((said for kind, said in _WORDS.items() if kind in words), None)
    return params


class Command(TyperCommand):
    """A command whose options say what to type behind them."""

    def get_params(self, ctx: Any) -> list[Any]:
        return _worded(super().get_params(ctx))


class Group(TyperGroup):
    """A group of commands that says it, too."""

    def get_params(self, ctx: Any) -> list[Any]:
        return _worded(super().get_params(ctx))


def taught(group: typer.Typer) -> typer.Typer:
    """The group, with help in our words and the exit codes below each of its pages."""
    group.info.cls = Group
    group.info.epilog = EXIT_CODES
    for command in group.registered_commands:
        command.cls = Command
        command.epilog = EXIT_CODES
    return group
