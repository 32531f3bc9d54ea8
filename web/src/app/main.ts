import "./theme.css";
import { mount } from "svelte";

import { greet } from "../i18n/i18n.svelte";
import App from "./App.svelte";
import { applyTheme } from "./theme.svelte";

applyTheme();
await greet();
const target = document.getElementById("page");
if (target) mount(App, { target });
