// Values as Grafana writes them: one of the units of the dashboard, and at most three figures.

const MINUTE = 60;
const HOUR = 3_600;
const DAY = 86_400;

/**
 * By unit, the largest first: from how much on, what one of them is, and what stands behind the
 * number.
 */
const SCALES: Readonly<Record<string, readonly (readonly [from: number, word: string])[]>> = {
  short: [
    [1e6, ' Mil'],
    [1e3, ' K'],
    [1, ''],
  ],
  s: [
    [DAY, ' day'],
    [HOUR, ' hour'],
    [MINUTE, ' min'],
    [1, ' s'],
    [1e-3, ' ms'],
    [1e-6, ' µs'],
  ],
  bytes: [
    [2 ** 30, ' GiB'],
    [2 ** 20, ' MiB'],
    [2 ** 10, ' KiB'],
    [1, ' B'],
  ],
  ops: [[1, ' ops/s']],
  reqps: [[1, ' req/s']],
  percentunit: [[0.01, '%']],
  none: [[1, '']],
};

/**
 * @param decimals of the number; three figures without it.
 * @throws Error for a unit that the dashboard did not use when this was written.
 */
export function valueText(value: number, unit: string, decimals?: number): string {
  if (unit === 'dateTimeFromNow') return `${valueText((Date.now() - value) / 1_000, 's', 0)} ago`;
  const scale = SCALES[unit];
  if (scale === undefined) throw new Error(`the unit ${unit} cannot be written`);
  const size = Math.abs(value);
  const [one, word] = scale.find(([from]) => size >= from) ??
    // Zero, and what is smaller than the smallest: seconds are no microseconds then.
    scale.find(([from]) => from === 1) ??
    scale.at(-1) ?? [1, ''];
  const number = value / one;
  return `${decimals === undefined ? Number(number.toPrecision(3)) : number.toFixed(decimals)}${word}`;
}

/**
 * What one step of an axis may be: 1, 2 or 5 of a power of ten, of 1024 where bytes are counted.
 */
export function axisStep(range: number, steps: number, unit: string): number {
  const rough = range / steps;
  const base = unit === 'bytes' ? 2 ** (10 * Math.floor(Math.log2(rough) / 10)) : 1;
  const power = base * 10 ** Math.floor(Math.log10(rough / base));
  return power * ([1, 2, 5].find((each) => each * power >= rough) ?? 10);
}
