// Work on many rows leaves the event loop to others in between: what takes longer than a slice
// continues in a later round of the loop. However much of it is asked for at once, a round has one
// slice that was waited for, so that every other call is delayed by that much and no more.

/** A sale passes the event loop about ten times. */
const SLICE_MS = 3;

const waiting: (() => void)[] = [];

/** Resolves in a round without another slice. */
function nextSlice(): Promise<void> {
  return new Promise((resolve) => {
    if (waiting.push(resolve) === 1) setImmediate(beginSlice);
  });
}

function beginSlice(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(beginSlice);
}

/**
 * As `items.map(map)`, in slices of SLICE_MS or of one item that takes longer; the first slice is
 * made at once.
 */
export async function mapInSlices<Item, Result>(
  items: readonly Item[],
  map: (item: Item) => Result,
): Promise<Result[]> {
  const results: Result[] = [];
  let end = performance.now() + SLICE_MS;
  for (const item of items) {
    if (performance.now() > end) {
      await nextSlice();
      end = performance.now() + SLICE_MS;
    }
    results.push(map(item));
  }
  return results;
}
