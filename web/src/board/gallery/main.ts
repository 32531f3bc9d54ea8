// Every drawing at once, for looking: gallery.html?theme=dark&patterns=on&part=cards

import "../theme.css";
import { mount } from "svelte";
import { followPatterns } from "../patterns.svelte";
import Gallery from "./Gallery.svelte";

const wishes = new URLSearchParams(location.search);
const root = document.documentElement;
for (const wish of ["theme", "patterns"]) {
  const value = wishes.get(wish);
  if (value) root.dataset[wish] = value;
}
followPatterns();
mount(Gallery, { target: document.body, props: { part: wishes.get("part") ?? "boards" } });
