// Notices after something was done or failed, given from anywhere; what shows them is loaded for the first.

import { createStore } from '../store.ts';
import { useProblemText } from './state/problem-text.ts';

/** One notice. */
export interface Notice {
  title?: string;
  message: string;
  color: 'green' | 'yellow' | 'red';
  /** Milliseconds; false for ever. */
  autoClose: number | false;
}

let show: ((notice: Notice) => void) | null = null;

/** Notices that nothing shows yet. */
export const unshownNotices = createStore<readonly Notice[]>([]);

/** Shows a notice. */
export function notify(notice: Notice): void {
  if (show) show(notice);
  else unshownNotices.set([...unshownNotices.current(), notice]);
}

/** From now on `place` shows the notices, first of all those that were given before. */
export function showNoticesWith(place: (notice: Notice) => void): void {
  show = place;
  for (const notice of unshownNotices.current()) place(notice);
  unshownNotices.set([]);
}

/** Says that something was done; it goes away by itself. */
export function notifyDone(message: string): void {
  notify({ message, color: 'green', autoClose: 4_000 });
}

/** Says what went wrong; it stays until it is closed. */
export function useNotifyProblem(): (error: unknown) => void {
  const text = useProblemText();
  return (error) => notify({ message: text(error), color: 'red', autoClose: false });
}
