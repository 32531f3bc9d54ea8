"""The sheet an SVG picture is drawn on, and how its parts look."""

from __future__ import annotations

from html import escape

# Names begin with hm- because a picture may stand inside a page with styles of its own.
_STYLE = """
.hm{font-family:system-ui,-apple-system,'Segoe UI',Roboto,'DejaVu Sans',sans-serif;\
font-variant-numeric:tabular-nums;--ground:#f6f2e9;--panel:#fffdf8;--space:#ece5d6;\
--edge:#d6ccb8;--ink:#2e2a24;--soft:#877d6d;--leaf:#4d8a2b}
@media (prefers-color-scheme:dark){.hm{--ground:#1d1f1e;--panel:#282b29;--space:#343834;\
--edge:#4a4f4a;--ink:#eee9df;--soft:#a39c8f;--leaf:#8cc466}}
.hm-ground{fill:#f6f2e9;fill:var(--ground)}
.hm-panel{fill:#fffdf8;fill:var(--panel);stroke:#d6ccb8;stroke:var(--edge)}
.hm-space{fill:#ece5d6;fill:var(--space);stroke:#d6ccb8;stroke:var(--edge)}
.hm-marked{stroke:#4d8a2b;stroke:var(--leaf);stroke-width:3}
.hm-name{font-size:9px;text-anchor:middle;fill:#877d6d;fill:var(--soft)}
.hm-ink{fill:#2e2a24;fill:var(--ink)}
.hm-soft{fill:#877d6d;fill:var(--soft)}
.hm-middle{text-anchor:middle}
.hm-end{text-anchor:end}
.hm-bold{font-weight:650}
.hm-turn{fill:#4d8a2b;fill:var(--leaf)}
"""


def sheet(width: float, height: float, content: str, label: str, position: str = "") -> str:
    """A standalone picture with a quiet ground; the position text goes along as its description."""
    description = f"<desc>{escape(position)}</desc>" if position else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="hm" viewBox="0 0 {width:g} {height:g}"'
        f' width="{width:g}" height="{height:g}" role="img" aria-label="{escape(label)}">'
        f"<title>{escape(label)}</title>{description}<style>{_STYLE}</style>"
        f'<rect class="hm-ground" width="{width:g}" height="{height:g}" rx="14"/>{content}</svg>\n'
    )


def words(x: float, y: float, text: str, size: float, kind: str = "hm-ink") -> str:
    """A line of text."""
    return f'<text class="{kind}" x="{x:g}" y="{y:g}" font-size="{size:g}">{escape(text)}</text>'


def panel(x: float, y: float, width: float, height: float) -> str:
    """A card or a part of the table: a sheet of paper with round corners."""
    return f'<rect class="hm-panel" x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="10"/>'
