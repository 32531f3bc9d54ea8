"""Names that people choose: what may be one, and which two are the same."""

from __future__ import annotations

import unicodedata

from harmonies.server.codes import refuse

LONGEST = 40
LONGEST_FOLDED = 80
MOST_MARKS = 4  # on one letter; more would reach into the lines above and below

_JOINERS = "\u200c\u200d"  # Persian and emoji need them
_SELECTORS = "\ufe0e\ufe0f"
_BLANK = "\u115f\u1160\u2800\u3164\uffa0\u034f\u17b4\u17b5"  # letters that show nothing


def clean_name(text: str) -> str:
    """A name as it is kept: composed, with single spaces. Raises Problem if nobody could read it.

    >>> clean_name("  Ada   Lovelace ")
    'Ada Lovelace'
    """
    name = unicodedata.normalize("NFC", " ".join(text.strip().split(" ")))
    name = " ".join("".join(" " if _is_space(mark) else mark for mark in name).split(" "))
    name = " ".join(word for word in name.split(" ") if word)
    if not 1 <= len(name) <= LONGEST:
        raise refuse("name/invalid")
    if not all(mark.isprintable() or mark in _JOINERS for mark in name):
        raise refuse("name/invalid", "A name has no control characters. Leave them out.")
    if not any(_is_visible(mark) for mark in name) or any(mark in _BLANK for mark in name):
        raise refuse("name/invalid", "A name has to show something. Choose another.")
    if _longest_run_of_marks(name) > MOST_MARKS:
        raise refuse("name/invalid", "Too many accents stand on one letter. Leave some out.")
    if len(fold(name)) > LONGEST_FOLDED:
        raise refuse("name/invalid", "This name is too long when written out. Choose another.")
    return name


def fold(name: str) -> str:
    """What two names share that people would take for one.

    >>> fold("ＡＤＡ") == fold("ada") == fold("A\u200dda")
    True
    """
    kept = "".join(mark for mark in name if mark not in _JOINERS and mark not in _SELECTORS)
    before = ""
    while kept != before:
        before = kept
        kept = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", kept).casefold())
    return " ".join(kept.split())


def _is_space(mark: str) -> bool:
    return unicodedata.category(mark) == "Zs"


def _is_visible(mark: str) -> bool:
    return unicodedata.category(mark)[0] in "LNPS"


def _longest_run_of_marks(name: str) -> int:
    longest = run = 0
    for mark in name:
        run = run + 1 if unicodedata.category(mark) in ("Mn", "Me") else 0
        longest = max(longest, run)
    return longest
