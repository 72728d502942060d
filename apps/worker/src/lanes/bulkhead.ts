export type Bulkhead = ReturnType<typeof createBulkhead>;

/**
 * Keeps one company's slow documents from taking every slot of a lane.
 * @param slots in all; a company may have all but one of them, and at least one.
 */
export function createBulkhead(slots: number) {
  const most = Math.max(1, slots - 1);
  const inProgress = new Map<string, number>();
  return {
    full: () =>
      [...inProgress].filter(([, taken]) => taken >= most).map(([companyId]) => companyId),
    /** Takes a slot of the company until the returned function is called. */
    enter(companyId: string): () => void {
      inProgress.set(companyId, (inProgress.get(companyId) ?? 0) + 1);
      return () => {
        const left = (inProgress.get(companyId) ?? 1) - 1;
        if (left === 0) inProgress.delete(companyId);
        else inProgress.set(companyId, left);
      };
    },
  };
}
