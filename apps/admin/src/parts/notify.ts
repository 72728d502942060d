// Words after something was done or failed, said from anywhere; what shows them is loaded for the first.

import { useProblemText } from './problem-text.ts';

/** One notice. */
export interface Word {
  title?: string;
  message: string;
  color: 'green' | 'yellow' | 'red';
  /** Milliseconds; false for ever. */
  autoClose: number | false;
}

let show: ((word: Word) => void) | null = null;
const waiting: Word[] = [];
const listeners = new Set<() => void>();

/** Shows a notice. */
export function say(word: Word): void {
  if (show) {
    show(word);
    return;
  }
  waiting.push(word);
  for (const listener of listeners) listener();
}

/** From now on `place` shows what is said, first of all what was said before. */
export function showNoticesWith(place: (word: Word) => void): void {
  show = place;
  for (const word of waiting.splice(0)) place(word);
}

/** For useSyncExternalStore: whether something was said that nothing shows yet. */
export const unshownWords = {
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  current: (): boolean => waiting.length > 0,
};

/** Says that something was done; it goes away by itself. */
export function notifyDone(message: string): void {
  say({ message, color: 'green', autoClose: 4_000 });
}

/** Says what went wrong; it stays until it is closed. */
export function useNotifyProblem(): (error: unknown) => void {
  const text = useProblemText();
  return (error) => say({ message: text(error), color: 'red', autoClose: false });
}
