// Proving once more who one is, where the API asks for it. The dialog is loaded when it is first needed.

import { isProblem } from '../api/problem.ts';
import { rememberFocus } from './focus.ts';

/** Somebody is asked who they are; `isProved` false when they give up. */
export interface IdentityQuestion {
  answer: (isProved: boolean) => void;
}

let open: IdentityQuestion | null = null;
const listeners = new Set<() => void>();

/** For useSyncExternalStore. */
export const identityQuestions = {
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  current: (): IdentityQuestion | null => open,
};

/** Makes a call; where it takes a proof of who one is, asks for that first and makes it again. */
export async function withIdentity<Result>(call: () => Promise<Result>): Promise<Result> {
  try {
    return await call();
  } catch (error) {
    if (!isProblem(error, 'CONFIRMATION_REQUIRED') || !(await askWhoItIs())) throw error;
    return call();
  }
}

function askWhoItIs(): Promise<boolean> {
  rememberFocus();
  return new Promise((resolve) => {
    show({
      answer: (isProved) => {
        show(null);
        resolve(isProved);
      },
    });
  });
}

function show(question: IdentityQuestion | null): void {
  open = question;
  for (const listener of listeners) listener();
}
