// Proving once more who one is, where the API asks for it. The dialog is loaded when it is first
// needed.

import { isProblem } from '../../api/problem.ts';
import { createStore } from '../../store.ts';
import { rememberFocus } from '../focus.ts';

/** A person is asked to prove who they are; `isProved` is false when they give up. */
export interface IdentityQuestion {
  resolve: (isProved: boolean) => void;
}

/** The question on the screen; null without one. */
export const identityQuestion = createStore<IdentityQuestion | null>(null);

/** Makes a call; where it takes a proof of who one is, asks for that first and makes it again. */
export async function withIdentity<Result>(call: () => Promise<Result>): Promise<Result> {
  try {
    return await call();
  } catch (error) {
    if (!isProblem(error, 'CONFIRMATION_REQUIRED') || !(await isIdentityProved())) throw error;
    return call();
  }
}

function isIdentityProved(): Promise<boolean> {
  rememberFocus();
  return new Promise((resolve) => {
    identityQuestion.set({
      resolve: (isProved) => {
        identityQuestion.set(null);
        resolve(isProved);
      },
    });
  });
}
