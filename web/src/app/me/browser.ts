// What a browser calls itself, in the few words that people know it by.

const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/Edg(?:e|A|iOS)?\//, "Edge"],
  [/OPR\//, "Opera"],
  [/SamsungBrowser\//, "Samsung Internet"],
  [/Firefox\/|FxiOS\//, "Firefox"],
  [/Chrome\/|CriOS\/|Chromium\//, "Chrome"],
  [/Safari\//, "Safari"],
];
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/iPhone/, "iPhone"],
  [/iPad/, "iPad"],
  [/Android/, "Android"],
  [/Windows/, "Windows"],
  [/Mac OS X/, "macOS"],
  [/CrOS/, "ChromeOS"],
  [/Linux/, "Linux"],
];

/** `Firefox, Linux`; null where nothing is known by name. */
export function browserName(agent: string): string | null {
  const names = [BROWSERS, SYSTEMS].flatMap((known) => {
    const found = known.find(([sign]) => sign.test(agent));
    return found ? [found[1]] : [];
  });
  return names.length > 0 ? names.join(", ") : null;
}
