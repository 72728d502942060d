// What a figure was while the page was open. The API gives what is; this keeps what was.

/** One look at a figure. */
export interface Sample {
  /** Milliseconds since 1970. */
  at: number;
  value: number;
}

/** How long a figure is remembered. */
export const REMEMBERED_MS = 120_000;

/** With one more sample; the same list if it was seen already, without what is too old. */
export function addSample(samples: readonly Sample[], next: Sample): readonly Sample[] {
  if (samples.at(-1)?.at === next.at) return samples;
  return [...samples.filter(({ at }) => at > next.at - REMEMBERED_MS), next];
}

/**
 * The points of a line that ends at the right edge; a figure that is the highest touches the top.
 * @param scale the value at the top.
 */
export function pointsOf(
  samples: readonly Sample[],
  { width, height, scale }: { width: number; height: number; scale: number },
): [number, number][] {
  const last = samples.at(-1)?.at ?? 0;
  return samples.map(({ at, value }) => [
    width - ((last - at) / REMEMBERED_MS) * width,
    height - (Math.min(value, scale) / scale) * height,
  ]);
}
