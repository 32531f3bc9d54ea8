// Light, dark or high contrast: as the system says, or as chosen here.

export const THEMES = ["system", "light", "dark", "contrast"] as const;
export type Theme = (typeof THEMES)[number];

const KEPT = "harmonies.theme";
const kept = localStorage.getItem(KEPT) as Theme | null;

export const theme = $state({ chosen: kept && THEMES.includes(kept) ? kept : "system" });

export function chooseTheme(chosen: Theme): void {
  theme.chosen = chosen;
  localStorage.setItem(KEPT, chosen);
  applyTheme();
}

export function applyTheme(): void {
  const root = document.documentElement;
  if (theme.chosen === "system") delete root.dataset["theme"];
  else root.dataset["theme"] = theme.chosen;
}
