// Light, dark or high contrast: as the system says, or as chosen here.

import { keep, kept } from "./kept";

export const THEMES = ["system", "light", "dark", "contrast"] as const;
export type Theme = (typeof THEMES)[number];

const KEPT = "harmonies.theme";

export const theme = $state({ chosen: themeOf(kept(KEPT)) });

export function chooseTheme(chosen: Theme): void {
  theme.chosen = chosen;
  keep(KEPT, chosen);
  applyTheme();
}

export function applyTheme(): void {
  const root = document.documentElement;
  if (theme.chosen === "system") delete root.dataset["theme"];
  else root.dataset["theme"] = theme.chosen;
}

function themeOf(name: string | null): Theme {
  return THEMES.find((one) => one === name) ?? "system";
}

// Another tab has chosen.
addEventListener("storage", ({ key, newValue }) => {
  if (key !== KEPT) return;
  theme.chosen = themeOf(newValue);
  applyTheme();
});
