import { expect, test } from '@jest/globals';
import { createMetrics } from './metrics.ts';

/** The sum of the delays that were observed, in seconds, and how many they were. */
async function observed(metrics: ReturnType<typeof createMetrics>) {
  const text = await metrics.getSingleMetricAsString('fiscal_event_loop_delay_seconds');
  const figure = (name: string) => {
    const line = new RegExp(`^fiscal_event_loop_delay_seconds_${name}{[^}]*} (.+)$`, 'm').exec(
      text,
    );
    return Number(line?.[1]);
  };
  return { sum: figure('sum'), count: figure('count') };
}

test.each([
  ['at work, beside a look', 0, 1],
  ['at work', 100, 1],
  ['at rest', 0, 500],
])(
  'a blocked event loop is a figure of the process, however often it is read: %s',
  async (_, afterMs, readEveryMs) => {
    const BLOCKED_S = 0.3;
    const metrics = createMetrics('test');
    const until = async (count: number) => {
      while ((await observed(metrics)).count < count) {
        await new Promise((resolve) => setTimeout(resolve, readEveryMs));
      }
    };
    await until(1);
    await new Promise((resolve) => setTimeout(resolve, afterMs));
    const before = await observed(metrics);
    const end = performance.now() + BLOCKED_S * 1_000;
    while (performance.now() < end);
    await until(before.count + 2);
    const after = await observed(metrics);
    expect(after.sum - before.sum).toBeGreaterThan(BLOCKED_S * 0.9);
    expect((await observed(metrics)).sum).toBeGreaterThanOrEqual(after.sum);
  },
);

test('the build stands among the figures of a process that says what it was built from', async () => {
  const build = { version: '1.2.3', commit: '0f1e2d3' };
  expect(await createMetrics('api', build).metrics()).toContain(
    'fiscal_build_info{version="1.2.3",commit="0f1e2d3",process="api"} 1',
  );
});
