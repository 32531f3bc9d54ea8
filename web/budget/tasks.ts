// The longest task in a recording of the browser, in milliseconds that the processor worked on it:
// a machine that is busy with other things makes no task longer.

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur?: number;
  readonly tdur?: number;
  readonly args?: { readonly name?: string; readonly data?: { readonly type?: string; readonly functionName?: string } };
}

export interface Task {
  readonly ms: number;
  /** What took most of it, for whoever has to make it shorter. */
  readonly parts: string;
}

const MAIN = "CrRendererMain";
const MOST_PARTS = 8;

export function longestTask(recording: Buffer): Task {
  const { traceEvents } = JSON.parse(recording.toString()) as { traceEvents: TraceEvent[] };
  const mains = new Set(
    traceEvents
      .filter(({ name, args }) => name === "thread_name" && args?.name === MAIN)
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  const there = traceEvents.filter(({ ph, pid, tid }) => ph === "X" && mains.has(`${pid} ${tid}`));
  const [longest] = there
    .filter(({ name }) => name === "RunTask")
    .sort((one, other) => timeOf(other) - timeOf(one));
  if (!longest) throw new Error("the recording holds no tasks");
  return { ms: timeOf(longest), parts: partsOf(longest, there) };
}

const timeOf = ({ tdur = 0 }: TraceEvent): number => tdur / 1000;

function partsOf(task: TraceEvent, all: readonly TraceEvent[]): string {
  const end = task.ts + (task.dur ?? 0);
  return all
    .filter(({ pid, tid, ts }) => pid === task.pid && tid === task.tid && ts >= task.ts && ts < end)
    .filter((one) => one !== task)
    .sort((one, other) => timeOf(other) - timeOf(one))
    .slice(0, MOST_PARTS)
    .map((one) => `${one.name} ${one.args?.data?.type ?? one.args?.data?.functionName ?? ""} ${timeOf(one).toFixed(0)}`)
    .join(", ");
}
