// Whether the service can be reached. After a call without a response it cannot, and after the next
// one with any it can; meanwhile it is asked again and again, so that pages recover by themselves.

import { createStore } from '../store.ts';

const RETRY_MS = 5_000;
const PATIENCE_MS = 10_000;

/** Since when the service has not been reached; null while it is. */
export const awaySince = createStore<Date | null>(null);

let retry: ReturnType<typeof setInterval> | undefined;

/** A response came, whatever it says. */
export function serviceResponded(): void {
  clearInterval(retry);
  if (awaySince.current() !== null) awaySince.set(null);
}

/** No response came, or only that of a proxy. */
export function serviceIsAway(): void {
  if (awaySince.current() !== null) return;
  awaySince.set(new Date());
  clearInterval(retry);
  retry = setInterval(() => void askService(), RETRY_MS);
}

/** What a proxy returns while the service behind it is away; some calls of the service, too. */
export function isOfProxy(status: number): boolean {
  return [502, 503, 504].includes(status);
}

/** Asks whether it is there, at once. Keeps no session alive. */
export async function askService(): Promise<void> {
  try {
    const response = await fetch('/admin/api/session', {
      headers: { 'X-Unattended': '1' },
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    if (isOfProxy(response.status)) serviceIsAway();
    else serviceResponded();
  } catch {
    serviceIsAway();
  }
}

/** Follows the browser's own events of the network. */
export function watchNetwork(target: Pick<Window, 'addEventListener'>): void {
  target.addEventListener('offline', serviceIsAway);
  target.addEventListener('online', () => void askService());
  if (!navigator.onLine) serviceIsAway();
}
