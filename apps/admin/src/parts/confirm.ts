// A question before something is done that others notice. It can be asked from anywhere; the dialog that
// shows it is loaded when the first one is asked.

import type { ReactNode } from 'react';
import { rememberFocus } from './focus.ts';

/** What is asked. */
export interface Question {
  title: string;
  /** What will happen, and whether it can be undone. */
  text: ReactNode;
  /** The verb on the button. */
  confirm: string;
  /** Red button: something ends that does not come back. */
  isGrave?: boolean;
  onConfirm: () => void;
}

let open: Question | null = null;
const listeners = new Set<() => void>();

/** Asks; `onConfirm` is called if the answer is yes. */
export function askFirst(question: Question): void {
  rememberFocus();
  setQuestion(question);
}

/** Closes the dialog. */
export function closeQuestion(): void {
  setQuestion(null);
}

function setQuestion(question: Question | null): void {
  open = question;
  for (const listener of listeners) listener();
}

/** For useSyncExternalStore. */
export const questions = {
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  current: (): Question | null => open,
};
