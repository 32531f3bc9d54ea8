"""How the documentation is built: `make docs`, warnings are errors."""

from __future__ import annotations

import tomllib
from pathlib import Path

_ROOT = Path(__file__).resolve().parent.parent
_PROJECT = tomllib.loads((_ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]

project = "Harmonies"
author = _PROJECT["authors"][0]["name"]
release = _PROJECT["version"]
copyright = author  # noqa: A001 (Sphinx wants this name)

extensions = ["myst_parser", "sphinx.ext.autodoc"]
exclude_patterns = ["_build"]

html_theme = "furo"
html_title = f"Harmonies {release}"

myst_heading_anchors = 3

autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
python_use_unqualified_type_names = True

# Unions and literals have a name but no page.
nitpick_ignore = [("py:class", "Event"), ("py:class", "Finding")]
# Nothing is fetched while building, so the standard library's own pages cannot be linked to.
nitpick_ignore_regex = [
    (r"py:.*", r"(collections|datetime|enum|os|pathlib|random|types|typing)\..*"),
    # Halves of what Sphinx cuts at a comma, and aliases that name no class of their own.
    (r"py:class", r"(dict|list|tuple)\[.*|Finding"),
    # A dataclass with a default that is made anew has a signature that Sphinx takes apart wrongly.
    (r"py:class", r".*\[.*"),
    (r"py:.*", r"(Callable|Iterable|Iterator|Mapping|Path|PathLike|Self|Sequence)"),
]
