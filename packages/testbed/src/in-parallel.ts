/**
 * Works through the items in their order, so many at a time.
 * @returns the results in the order of the items.
 */
export async function inParallel<T, R>(
  items: Iterable<T>,
  concurrency: number,
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  const left = [...items].entries();
  const slot = async () => {
    for (const [index, item] of left) results[index] = await work(item);
  };
  await Promise.all(Array.from({ length: concurrency }, slot));
  return results;
}
