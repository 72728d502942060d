import type { ContentCache } from '@fiscal/db';
import { LRUCache } from 'lru-cache';

/** About 1 kB each in memory. */
const LINES = 50_000;

/** Of the invoices that were read last: clients poll the same ones again and again. */
export function createContentCache(): ContentCache & { clear(): void } {
  return new LRUCache({
    maxSize: LINES,
    sizeCalculation: ({ request }) => 2 + request.items.length,
  });
}
