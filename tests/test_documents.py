"""Every Python example in the documents runs, and prints what it says."""

from __future__ import annotations

import doctest
import re
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parent.parent
FRAGMENTS = {"habits.md"}  # shows how other projects write
DOCUMENTS = [
    path
    for path in [
        ROOT / "README.md",
        ROOT / "CONTRIBUTING.md",
        *sorted((ROOT / "docs").rglob("*.md")),
    ]
    if path.name not in FRAGMENTS
]
EXAMPLE = re.compile(r"^```(?:python|pycon)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def run_session(code: str, names: dict[str, Any], document: Path, line: int) -> None:
    session = doctest.DocTestParser().get_doctest(code, names, document.name, str(document), line)
    said: list[str] = []
    flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    doctest.DocTestRunner(optionflags=flags).run(session, out=said.append, clear_globs=False)
    names.update(session.globs)
    assert not said, "".join(said)


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_examples_run(document: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    text = document.read_text(encoding="utf-8")
    names: dict[str, Any] = {"__name__": "__main__"}
    for example in EXAMPLE.finditer(text):
        line = text.count("\n", 0, example.start(1))
        if ">>>" in example[1]:
            run_session(example[1], names, document, line)
        else:
            exec(compile("\n" * line + example[1], document, "exec"), names)
