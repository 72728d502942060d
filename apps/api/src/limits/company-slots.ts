// Shares a few places among companies: each has one in hand at a time, and whoever waits gets a place in
// turn, company by company. However much one of them asks for, the others only wait for a place.

export interface CompanyTurns {
  /** @returns null where the company has too much in hand and waiting already, or the line is full. */
  run<T>(companyId: string, work: () => Promise<T>): Promise<T | null>;
}

export interface TurnLimits {
  /** Places in all. */
  atOnce: number;
  /** What one company may have, the one in hand included. */
  ofCompany: number;
  /** What may wait in all. */
  waiting: number;
}

/** Nothing is done for who is refused. */
export function shareByCompany({
  atOnce,
  ofCompany,
  waiting: mostWaiting,
}: TurnLimits): CompanyTurns {
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
      if (before.length + Number(inHand.has(companyId)) >= ofCompany) return null;
      if ([...waiting.values()].flat().length >= mostWaiting) return null;
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
