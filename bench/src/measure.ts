// Measures two ways of doing one thing side by side, in turns, so that whatever else the machine is
// doing hits both. Only the ratio means anything.

/** One comparison: ours against a named baseline. */
export interface Comparison {
  what: string;
  ours: { name: string; run: () => Promise<unknown> };
  baseline: { name: string; run: () => Promise<unknown> };
  /** Runs at the same time. */
  concurrency: number;
}

const TURNS = 5;
const TURN_MS = 600;

/** One line for a person: both rates and their ratio. */
export async function compare({ what, ours, baseline, concurrency }: Comparison): Promise<string> {
  // The first turn warms up both and is thrown away.
  await rate(ours.run, concurrency);
  await rate(baseline.run, concurrency);
  const rates = { ours: [] as number[], baseline: [] as number[] };
  for (let turn = 0; turn < TURNS; turn += 1) {
    rates.ours.push(await rate(ours.run, concurrency));
    rates.baseline.push(await rate(baseline.run, concurrency));
  }
  const [fast, slow] = [median(rates.ours), median(rates.baseline)];
  const ratio = (fast / slow).toFixed(1).padStart(5);
  return (
    `${what.padEnd(28)} ${ratio} ×   ${ours.name} ${Math.round(fast)}/s, ` +
    `${baseline.name} ${Math.round(slow)}/s`
  );
}

/** Runs a second. */
async function rate(run: () => Promise<unknown>, concurrency: number): Promise<number> {
  const started = performance.now();
  let done = 0;
  const loop = async () => {
    while (performance.now() - started < TURN_MS) {
      await run();
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: concurrency }, loop));
  return (done / (performance.now() - started)) * 1000;
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
