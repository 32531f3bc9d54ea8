// Pure drawings of a game: what they show comes in, what is touched goes out.

export { default as Bag } from "./Bag.svelte";
export { default as Board } from "./Board.svelte";
export { default as Card } from "./Card.svelte";
export { default as CentralBoard } from "./CentralBoard.svelte";
export { default as Group } from "./Group.svelte";
export { default as Hand } from "./Hand.svelte";
export { default as MiniBoard } from "./MiniBoard.svelte";
export { default as Patch } from "./Patch.svelte";
export { default as River } from "./River.svelte";
export { default as StillBoard } from "./StillBoard.svelte";
export { default as TokenIcon } from "./TokenIcon.svelte";
export { animalPicture } from "./animals";
export { ANIMALS_CREDIT } from "./animals.generated";
export {
  type AnimalCard,
  ANIMALS,
  type CardData,
  cardOf,
  cubeToken,
  type HabitatPlace,
  isSpirit,
  type Landscape,
  type SpiritCard,
  SPIRITS,
  type SpiritScore,
} from "./cards";
export { layoutOf } from "./geometry";
export { departing, hideWhileTravelling, type Journey, place, stillPreferred } from "./motion";
export { followPatterns } from "./patterns.svelte";
export { stacksOf } from "./state";
export type { Ghost, Shown, Wanted } from "./types";
