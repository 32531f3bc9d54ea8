// Where the other boards are only avatars, as layout.css has it.

export const SMALL = "(max-width: 699px), (max-height: 520px)";
