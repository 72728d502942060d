// A question before something is done that others notice. It can be asked from anywhere; the dialog
// that shows it is loaded when the first one is asked.

import type { ReactNode } from 'react';
import { createStore } from '../store.ts';
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

/** The question on the screen; null without one. */
export const openQuestion = createStore<Question | null>(null);

/** Asks; `onConfirm` is called once it is confirmed. */
export function askFirst(question: Question): void {
  rememberFocus();
  openQuestion.set(question);
}
