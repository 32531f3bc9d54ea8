// Whether colours are said once more by patterns. What is not to be seen is not drawn: boards have
// many tokens, and each part of them costs time in every turn.

export const patterns = $state({ on: false });

/** Looks at what the document says, which styles go by as well. */
export function followPatterns(): void {
  patterns.on = document.documentElement.dataset["patterns"] === "on";
}
