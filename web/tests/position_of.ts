// A position text made from a view alone: that it is the core's own shows that the view has it all.

import {
  type CardId,
  type Core,
  type GameView,
  type SeatView,
  type SpaceView,
  TOKENS,
} from "../src/core/core";

export function positionOf(view: GameView, core: Core): string {
  return [
    view.side + view.players + (view.spirits ? "s" : ""),
    ...view.seats.flatMap((seat, i) => [boardOf(seat), cardsOf(seat, i === view.toMove, view)]),
    view.groups.map(orDash).join(","),
    view.river.map((card) => card ?? "-").join(","),
    orDash(view.gone.join(",")),
    TOKENS.map((token) => token + view.bag[token]).join(""),
    view.first + 1,
    view.turn,
    doingOf(view),
  ].join(" ");

  function cardsOf(seat: SeatView, moving: boolean, { dealt }: GameView): string {
    const entries: string[] = core.animals
      .filter((card) => seat.animals.has(card))
      .map((card) => `${card}:${seat.animals.get(card)}`);
    if (seat.spirit) entries.push(spiritEntry(seat.spirit));
    if (moving && dealt) entries.push(dealt.join("|"));
    if (seat.returned) entries.push(`~${seat.returned}`);
    return orDash(entries.join(","));
  }
}

function spiritEntry(spirit: { card: CardId; settled: boolean; space: string | null }): string {
  return `${spirit.card}:${Number(spirit.settled)}${spirit.space ? `@${spirit.space}` : ""}`;
}

function boardOf(seat: SeatView): string {
  const columns = new Map<string, SpaceView[]>();
  for (const [space, here] of seat.board) {
    const column = space.slice(0, 1);
    columns.set(column, [...(columns.get(column) ?? []), here]);
  }
  return [...columns.values()].map(columnOf).join("/");
}

function columnOf(spaces: SpaceView[]): string {
  const items: (string | number)[] = [];
  for (const { stack, cube } of spaces) {
    const last = items.at(-1);
    if (stack !== "") items.push(cube ? `${stack}*` : stack);
    else if (typeof last === "number") items[items.length - 1] = last + 1;
    else items.push(1);
  }
  return items.join(",");
}

function doingOf(view: GameView): string {
  return [
    view.phase,
    view.taken === null ? "" : `:${view.taken}=${view.hand}`,
    view.drafted ? "+draft" : "",
    view.discarded ? "+discard" : "",
    view.lastRound ? "!" : "",
  ].join("");
}

function orDash(text: string): string {
  return text === "" ? "-" : text;
}
