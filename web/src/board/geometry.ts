// Where the spaces of a board lie, in drawing units, and which space an arrow key leads to.

import type { Side, Space } from "../core/names";

/** From the middle of a space to its left and right corners. */
export const HEX = 44;
/** How much the table is tilted: hexes keep enough height to be touched on a phone. */
export const SLANT = 0.86;
export const HALF = ((HEX * Math.sqrt(3)) / 2) * SLANT;
/** Above the topmost row, for its stacks. */
const HEADROOM = 34;
const MARGIN = 6;
/** Below the lowest row, for the thickness of the board. */
const THICKNESS = 8;

const COLUMNS: Readonly<Record<Side, readonly number[]>> = {
  A: [5, 4, 5, 4, 5],
  B: [4, 3, 4, 3, 4, 3, 4],
};

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Cell extends Point {
  readonly space: Space;
  /** From 0. */
  readonly column: number;
  readonly row: number;
}

export interface Layout {
  readonly side: Side;
  readonly width: number;
  readonly height: number;
  readonly columns: number;
  /** Rows from back to front; in a row from the left. */
  readonly rows: readonly (readonly Cell[])[];
  readonly cells: ReadonlyMap<Space, Cell>;
}

const LAYOUTS: Readonly<Record<Side, Layout>> = { A: laidOut("A"), B: laidOut("B") };

export function layoutOf(side: Side): Layout {
  return LAYOUTS[side];
}

function laidOut(side: Side): Layout {
  const lengths = COLUMNS[side];
  const rows = Array.from({ length: Math.max(...lengths) }, (_, row) =>
    lengths.flatMap((length, column) => (row < length ? [cellAt(column, row)] : [])),
  );
  return {
    side,
    width: (lengths.length - 1) * HEX * 1.5 + 2 * HEX + 2 * MARGIN,
    height: HEADROOM + rows.length * 2 * HALF + THICKNESS + MARGIN,
    columns: lengths.length,
    rows,
    cells: new Map(rows.flat().map((cell) => [cell.space, cell])),
  };
}

function cellAt(column: number, row: number): Cell {
  return {
    space: String.fromCharCode(97 + column) + (row + 1),
    column,
    row,
    x: MARGIN + HEX + column * HEX * 1.5,
    y: HEADROOM + HALF * (2 * row + 1 + (column % 2)),
  };
}

/** The outline of a space around its middle. */
export function hexPath({ x, y }: Point, size: number): string {
  const half = size / 2;
  const height = ((size * Math.sqrt(3)) / 2) * SLANT;
  const corners = [
    [size, 0],
    [half, height],
    [-half, height],
    [-size, 0],
    [-half, -height],
    [half, -height],
  ] as const;
  return `M${corners.map(([dx, dy]) => `${short(x + dx)} ${short(y + dy)}`).join("L")}Z`;
}

/** A number with no more digits than a picture needs. */
export function short(value: number): string {
  return String(Math.round(value * 10) / 10);
}

/** The space that a key leads to from another; null when it leads nowhere. */
export function stepFrom(layout: Layout, from: Space, key: string, control = false): Space | null {
  const cell = layout.cells.get(from);
  if (!cell) return null;
  const { column, row } = cell;
  switch (key) {
    case "ArrowUp":
      return find(layout, column, row - 1);
    case "ArrowDown":
      return find(layout, column, row + 1);
    case "ArrowLeft":
      return sideways(layout, column - 1, row);
    case "ArrowRight":
      return sideways(layout, column + 1, row);
    case "PageUp":
      return find(layout, column, 0);
    case "PageDown":
      return sideways(layout, column, layout.rows.length - 1);
    case "Home":
      return find(layout, 0, control ? 0 : row);
    case "End":
      return control ? lastOf(layout, layout.rows.length - 1) : lastOf(layout, row);
    default:
      return null;
  }
}

function find(layout: Layout, column: number, row: number): Space | null {
  return layout.rows[row]?.find((cell) => cell.column === column)?.space ?? null;
}

/** The same row of another column, or the last one where that column is shorter. */
function sideways(layout: Layout, column: number, row: number): Space | null {
  return find(layout, column, row) ?? find(layout, column, row - 1);
}

function lastOf(layout: Layout, row: number): Space | null {
  return layout.rows[row]?.at(-1)?.space ?? null;
}

/** Where a place of a habitat lies; its cube's space is at 0, 0. */
export function placeOf(q: number, r: number): Point {
  return { x: q * HEX * 1.5, y: (r + q / 2) * 2 * HALF };
}
