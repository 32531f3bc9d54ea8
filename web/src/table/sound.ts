// Wood on wood for tokens, a soft chime for a cube. Made here, so nothing has to be loaded.

import { preferences } from "./preferences.svelte";

export type Sound = "wood" | "chime";

const VOLUME = 0.16;
/** Of the chime: a fifth, and the octave above. */
const CHIME = [659.3, 987.8, 1318.5];

const CALM = 300;

let context: AudioContext | null = null;

/** Heard a moment after it was seen: the move's own frame is not kept waiting. */
export function play(sound: Sound): void {
  if (!preferences.sound || document.hidden) return;
  setTimeout(() => {
    const audio = awake();
    if (!audio) return;
    if (sound === "wood") knock(audio);
    else CHIME.forEach((pitch, place) => ring(audio, pitch, place * 0.05));
  });
}

/** Waking the loudspeakers takes a browser long: better before a turn than in it. */
export function prepareSound(): void {
  if (preferences.sound) setTimeout(awake, CALM);
}

/** Null where there is no sound, and before anything was touched: browsers want it so. */
function awake(): AudioContext | null {
  if (typeof AudioContext === "undefined") return null;
  if (navigator.userActivation?.hasBeenActive === false) return null;
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
  return context;
}

/** No two pieces of wood sound the same. */
function knock(audio: AudioContext): void {
  const pitch = 320 * (0.94 + Math.random() * 0.12);
  tone(audio, { pitch, loudness: VOLUME, seconds: 0.07, from: 0, shape: "triangle" });
  tone(audio, { pitch: pitch * 2.7, loudness: VOLUME / 3, seconds: 0.03, from: 0, shape: "sine" });
}

function ring(audio: AudioContext, pitch: number, from: number): void {
  tone(audio, { pitch, loudness: VOLUME / 2.5, seconds: 0.7, from, shape: "sine" });
}

interface Tone {
  readonly pitch: number;
  readonly loudness: number;
  readonly seconds: number;
  readonly from: number;
  readonly shape: OscillatorType;
}

function tone(audio: AudioContext, { pitch, loudness, seconds, from, shape }: Tone): void {
  const start = audio.currentTime + from;
  const oscillator = new OscillatorNode(audio, { type: shape, frequency: pitch });
  const gain = new GainNode(audio, { gain: 0 });
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(loudness, start + 0.004);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + seconds);
  oscillator.connect(gain).connect(audio.destination);
  oscillator.start(start);
  oscillator.stop(start + seconds);
}
