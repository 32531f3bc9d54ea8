"""JSON that knows where each of its values stands, so that errors can say so.

Stricter than Python's reader: no NaN, no key twice in an object, no nesting deeper than anybody needs.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass, field
from json.decoder import JSONDecodeError, scanstring  # type: ignore[attr-defined]

from harmonies.errors import JsonError

DEEPEST = 64

Plain = str | int | float | bool | None

_SPACE = re.compile(r"[ \t\n\r]*")
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?")
_WORD = re.compile(r"[-+.\w]+")
_WORDS: dict[str, Plain] = {"true": True, "false": False, "null": None}
_KINDS = {
    str: "a string",
    int: "a number",
    float: "a number",
    bool: "a yes or no",
    dict: "an object",
}
_LONGEST_INTEGER = 18


@dataclass(slots=True)
class Value:
    """A value of JSON and where it begins. Objects keep where their keys begin, too."""

    content: Plain | dict[str, Value] | list[Value]
    offset: int
    keys: dict[str, int] = field(default_factory=dict)

    @property
    def kind(self) -> str:
        """What it is, in words.

        >>> parse("[1]").kind, parse("true").kind
        ('a list', 'a yes or no')
        """
        if self.content is None:
            return "null"
        return _KINDS.get(type(self.content), "a list")


def parse(text: str) -> Value:
    """The value a text says; JsonError, with line and column, when it says none.

    >>> parse('{"a": [1, 2.5, "b"]}').content["a"].offset
    6
    >>> parse('{"a": 1, "a": 2}')
    Traceback (most recent call last):
    harmonies.errors.JsonError: line 1, column 10: The key 'a' is here twice.
    """
    return _Reader(text).document()


class Lines:
    """The lines of a text, to say where in it something stands.

    >>> Lines("ab\\ncd").place(4)
    (2, 2)
    """

    def __init__(self, text: str) -> None:
        self._begins = [0, *(end.end() for end in re.finditer("\n", text))]

    def place(self, offset: int) -> tuple[int, int]:
        """The line and column of a place in the text, from 1."""
        line = bisect_right(self._begins, offset)
        return line, offset - self._begins[line - 1] + 1


def quoted(text: object, longest: int = 40) -> str:
    """A text in quotes, shortened, with nothing in it that a terminal could obey.

    >>> quoted("a\\x1b[2J")
    "'a\\\\x1b[2J'"
    """
    shown = str(text)
    if len(shown) > longest:
        shown = shown[: longest - 3] + "..."
    return repr(shown)


class _Reader:
    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0

    def document(self) -> Value:
        self._skip_space()
        if self._at == len(self._text):
            raise self._error("There is nothing here, JSON is wanted.")
        value = self._nested()
        self._skip_space()
        if self._at < len(self._text):
            raise self._error("The JSON has ended before this.")
        return value

    def _nested(self) -> Value:
        """A value with all that is inside of it, without recursion."""
        open_ones: list[tuple[Value, str]] = []  # with the key in a surrounding object
        key = ""
        while True:
            value = self._opening()
            if isinstance(value.content, dict | list) and not self._closes(value):
                if len(open_ones) == DEEPEST:
                    raise self._error("This is nested too deeply.", value.offset)
                open_ones.append((value, key))
                key = self._key(value)
                continue
            while True:
                if not open_ones:
                    return value
                around = open_ones[-1][0]
                if isinstance(around.content, dict):
                    around.content[key] = value
                elif isinstance(around.content, list):
                    around.content.append(value)
                self._skip_space()
                if self._peek() == ",":
                    self._at += 1
                    self._skip_space()
                    key = self._key(around)
                    break
                if not self._closes(around):
                    closer = "}" if isinstance(around.content, dict) else "]"
                    raise self._error(f"A comma or {closer} is wanted here.")
                value, key = open_ones.pop()

    def _opening(self) -> Value:
        """A plain value, or an object or list that has just begun."""
        self._skip_space()
        start = self._at
        first = self._peek()
        if first in "{[" and first:
            self._at += 1
            self._skip_space()
            return Value({} if first == "{" else [], start)
        if first == '"':
            return Value(self._string(), start)
        if number := _NUMBER.match(self._text, start):
            after = self._text[number.end() : number.end() + 1]
            if not (after.isalnum() or after in {".", "_"}):
                self._at = number.end()
                return Value(_number(number), start)
        word = _WORD.match(self._text, start)
        if word and word[0] in _WORDS:
            self._at = word.end()
            return Value(_WORDS[word[0]], start)
        if word:
            raise self._error(f"{quoted(word[0])} is no value of JSON.")
        if not first:
            raise self._error("The text ends here, and a value is wanted.")
        raise self._error(f"A value is wanted here, not {quoted(first)}.")

    def _closes(self, around: Value) -> bool:
        if self._peek() != ("}" if isinstance(around.content, dict) else "]"):
            return False
        self._at += 1
        return True

    def _key(self, around: Value) -> str:
        if not isinstance(around.content, dict):
            return ""
        start = self._at
        if self._peek() != '"':
            raise self._error("A key in double quotes is wanted here.")
        key = self._string()
        if key in around.keys:
            raise self._error(f"The key {quoted(key)} is here twice.", start)
        around.keys[key] = start
        self._skip_space()
        if self._peek() != ":":
            raise self._error("A colon is wanted here.")
        self._at += 1
        return key

    def _string(self) -> str:
        text: str
        try:
            text, self._at = scanstring(self._text, self._at + 1, True)
        except JSONDecodeError as error:
            if error.msg.startswith("Unterminated"):
                raise self._error("This string has no end.") from None
            if "control character" in error.msg:
                message = "A string is written on one line, without control characters."
            else:
                message = "No character is written like that in JSON."
            raise self._error(message, error.pos) from None
        return text

    def _skip_space(self) -> None:
        space = _SPACE.match(self._text, self._at)
        if space:
            self._at = space.end()

    def _peek(self) -> str:
        return self._text[self._at : self._at + 1]

    def _error(self, message: str, offset: int | None = None) -> JsonError:
        line, column = Lines(self._text).place(self._at if offset is None else offset)
        return JsonError(message, line=line, column=column)


def _number(found: re.Match[str]) -> int | float:
    is_integer = found[1] is None and found[2] is None
    if is_integer and len(found[0]) <= _LONGEST_INTEGER:
        return int(found[0])
    return float(found[0])
