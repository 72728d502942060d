// Shares a few places among companies: each has one in hand at a time, and whoever waits gets a place in
// turn, company by company. However much one of them asks for, the others only wait for a place.

export interface CompanyTurns {
  /** @returns null where the company has too much waiting already: nothing was done then. */
  run<T>(companyId: string, work: () => Promise<T>): Promise<T | null>;
}

/**
 * @param atOnce places in all.
 * @param waitingOfCompany what one company may have waiting.
 */
export function shareByCompany(atOnce: number, waitingOfCompany: number): CompanyTurns {
  const inHand = new Set<string>();
  /** In the order of their turns. */
  const waiting = new Map<string, (() => void)[]>();

  function startNext(): void {
    if (inHand.size >= atOnce) return;
    const next = [...waiting].find(([companyId]) => !inHand.has(companyId));
    if (!next) return;
    const [companyId, [start, ...others]] = next;
    // Whatever else the company has waiting goes behind the others.
    waiting.delete(companyId);
    if (others.length > 0) waiting.set(companyId, others);
    inHand.add(companyId);
    start?.();
  }

  return {
    async run(companyId, work) {
      const before = waiting.get(companyId) ?? [];
      if (before.length >= waitingOfCompany) return null;
      await new Promise<void>((resolve) => {
        waiting.set(companyId, [...before, resolve]);
        startNext();
      });
      try {
        return await work();
      } finally {
        inHand.delete(companyId);
        startNext();
      }
    },
  };
}
