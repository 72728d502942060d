/** Keeps one company's slow documents from taking every slot of a lane. */
export interface Bulkhead {
  /** Companies that have as many documents in hand as they may. */
  full(): string[];
  /** Takes a slot of the company until the returned function is called. */
  take(companyId: string): () => void;
}

/** @param slots in all; a company may have all but one of them, and at least one. */
export function createBulkhead(slots: number): Bulkhead {
  const most = Math.max(1, slots - 1);
  const inHand = new Map<string, number>();
  return {
    full: () => [...inHand].filter(([, taken]) => taken >= most).map(([companyId]) => companyId),
    take(companyId) {
      inHand.set(companyId, (inHand.get(companyId) ?? 0) + 1);
      return () => {
        const left = (inHand.get(companyId) ?? 1) - 1;
        if (left === 0) inHand.delete(companyId);
        else inHand.set(companyId, left);
      };
    },
  };
}
