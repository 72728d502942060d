/** Keeps one company's slow prints from taking every place of the printer. */
export interface PrintSlots {
  /** Companies that have as many prints in hand as they may. */
  full(): string[];
  /**
   * Takes a place until the returned function is called; that one gives a job that was put off
   * meanwhile and can be added again now, or null.
   */
  take(companyId: string | null): () => string | null;
  /** Remembers a job that found only prints of companies that are full. */
  putOff(jobId: string): void;
}

/** What is put off beyond this is found by the sweep. */
const MOST_PUT_OFF = 10_000;

/** @param count places in all; a company may have all but one of them, and at least one. */
export function createPrintSlots(count: number): PrintSlots {
  const most = Math.max(1, count - 1);
  const inHand = new Map<string, number>();
  const putOff = new Set<string>();
  return {
    full: () => [...inHand].filter(([, taken]) => taken >= most).map(([companyId]) => companyId),
    take(companyId) {
      if (companyId !== null) inHand.set(companyId, (inHand.get(companyId) ?? 0) + 1);
      return () => {
        const left = companyId === null ? 0 : (inHand.get(companyId) ?? 1) - 1;
        if (companyId !== null && left === 0) inHand.delete(companyId);
        else if (companyId !== null) inHand.set(companyId, left);
        const [next = null] = putOff;
        if (next !== null) putOff.delete(next);
        return next;
      };
    },
    putOff(jobId) {
      if (putOff.size < MOST_PUT_OFF) putOff.add(jobId);
    },
  };
}
