// Times are measured on machines that do other things too. What is measured is repeated until it is
// good enough, a few times; and who gets a part of a processor only is given more time for it.

const LOOP = 150;

/** How many times longer work takes here and now than the processor works on it: 1 on an idle machine. */
export function crowd(): number {
  const begun = performance.now();
  const before = process.cpuUsage();
  while (performance.now() - begun < LOOP);
  const { user, system } = process.cpuUsage(before);
  return Math.max(1, (LOOP * 1000) / (user + system));
}

/** The best of a few measurements, in what it would be on an idle machine. Stops when one is good. */
export async function best(
  most: number,
  limit: number,
  measure: () => Promise<number>,
): Promise<{ found: number; all: string }> {
  const all: string[] = [];
  let found = Infinity;
  for (let run = 0; run < most && found > limit; run++) {
    const before = crowd();
    const measured = await measure();
    const share = Math.max(before, crowd());
    found = Math.min(found, measured / share);
    all.push(`${Math.round(measured)} (crowd ${share.toFixed(1)})`);
  }
  return { found, all: all.join(", ") };
}
