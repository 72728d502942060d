// Shares a few concurrency slots among companies: each has one at a time, and what waits gets the next
// one company by company. However much one of them asks for, the others only wait for a slot.

export interface CompanySlots {
  /** @returns null where the company has too much running and waiting already, or the queue is full. */
  run<T>(companyId: string, work: () => Promise<T>): Promise<T | null>;
}

export interface SlotLimits {
  /** Slots in all. */
  atOnce: number;
  /** What one company may have running and waiting. */
  ofCompany: number;
  /** What may wait in all. */
  waiting: number;
}

/** Work that is refused has not begun. */
export function shareByCompany({
  atOnce,
  ofCompany,
  waiting: mostWaiting,
}: SlotLimits): CompanySlots {
  const running = new Set<string>();
  /** In the order in which they get a slot. */
  const waiting = new Map<string, (() => void)[]>();

  function startNext(): void {
    if (running.size >= atOnce) return;
    const next = [...waiting].find(([companyId]) => !running.has(companyId));
    if (!next) return;
    const [companyId, [start, ...others]] = next;
    // What else the company has waiting goes behind the others.
    waiting.delete(companyId);
    if (others.length > 0) waiting.set(companyId, others);
    running.add(companyId);
    start?.();
  }

  return {
    async run(companyId, work) {
      const before = waiting.get(companyId) ?? [];
      if (before.length + Number(running.has(companyId)) >= ofCompany) return null;
      if ([...waiting.values()].flat().length >= mostWaiting) return null;
      await new Promise<void>((resolve) => {
        waiting.set(companyId, [...before, resolve]);
        startNext();
      });
      try {
        return await work();
      } finally {
        running.delete(companyId);
        startNext();
      }
    },
  };
}
