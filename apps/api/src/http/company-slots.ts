// Shares a few concurrency slots among companies: each has one at a time, and what waits gets the
// next one company by company. However much one of them asks for, the others only wait for a slot.

export interface CompanySlots {
  /**
   * @returns null where the company has too much running and waiting already, the queue is full, or
   * no slot
   *   was free in time.
   */
  run<T>(companyId: string, work: () => Promise<T>): Promise<T | null>;
}

export interface SlotLimits {
  /** Slots in all. */
  atOnce: number;
  /** What one company may have running and waiting. */
  ofCompany: number;
  /** What may wait in all. */
  waiting: number;
  /** For how long, milliseconds; without an end where it is not said. */
  patienceMs?: number;
}

/** Work that is refused has not begun. */
export function shareByCompany({
  atOnce,
  ofCompany,
  waiting: mostWaiting,
  patienceMs,
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
      const isStarted = await new Promise<boolean>((resolve) => {
        const start = () => {
          clearTimeout(timer);
          resolve(true);
        };
        const giveUp = () => {
          const others = waiting.get(companyId)?.filter((other) => other !== start) ?? [];
          if (others.length > 0) waiting.set(companyId, others);
          else waiting.delete(companyId);
          resolve(false);
        };
        const timer = patienceMs === undefined ? undefined : setTimeout(giveUp, patienceMs);
        waiting.set(companyId, [...before, start]);
        startNext();
      });
      if (!isStarted) return null;
      try {
        return await work();
      } finally {
        running.delete(companyId);
        startNext();
      }
    },
  };
}
