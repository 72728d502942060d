// Notices after something was done or failed, given from anywhere; what shows them is loaded for
// the first.

import { createElement } from 'react';
import type { ReactNode } from 'react';
import { createStore } from '../store.ts';
import { ProblemWords } from './state/failure.tsx';

interface Notice {
  title?: string;
  /** A link in it leads to another page of the panel, and the notice stays. */
  message: ReactNode;
  color: 'green' | 'yellow' | 'red';
  /** Milliseconds; false for ever. */
  autoClose: number | false;
}

/** Whether there has been a notice: from then on the page has a place for them. */
export const hasNotices = createStore(false);

export function notify(notice: Notice): void {
  hasNotices.set(true);
  import('@mantine/notifications').then(
    ({ notifications }) => notifications.show({ ...notice, withBorder: true }),
    // The place for notices, which is loaded from the same file, says that it is missing.
    () => undefined,
  );
}

/** Says that something was done; it goes away by itself. */
export function notifyDone(message: string): void {
  notify({ message, color: 'green', autoClose: 4_000 });
}

/** Says what went wrong; it stays until it is closed. */
export function notifyProblem(error: unknown): void {
  notify({ message: createElement(ProblemWords, { error }), color: 'red', autoClose: false });
}
