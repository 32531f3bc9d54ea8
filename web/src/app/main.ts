import "./theme.css";
import { mount } from "svelte";

import { home } from "../api/client";
import { greet } from "../i18n/i18n.svelte";
import App from "./App.svelte";
import { applyTheme } from "./theme.svelte";

const CALM = 2_000;

applyTheme();
await greet();
const target = document.getElementById("page");
if (target) mount(App, { target });

// When all is calm: the first visit has better things to load. Where it is not allowed the page does
// without.
if (import.meta.env.PROD && "serviceWorker" in navigator) {
  const worker = new URL("worker.js", home);
  setTimeout(() => navigator.serviceWorker.register(worker).catch(() => undefined), CALM);
}
