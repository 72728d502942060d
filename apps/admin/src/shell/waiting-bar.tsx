import { createStore, useStore } from '../store.ts';
import classes from './shell.module.css';

/** How much is being loaded. */
const waiting = createStore(0);

/** Counts something that is being loaded, until it is there or has failed. */
export function whileLoading<Result>(loading: Promise<Result>): Promise<Result> {
  // Not while something is rendered, which may be what begins it.
  queueMicrotask(() => waiting.set(waiting.current() + 1));
  return loading.finally(() => waiting.set(waiting.current() - 1));
}

/** A thin line at the top while a page is on its way. */
export function WaitingBar() {
  return useStore(waiting) > 0 ? <div className={classes.bar} role="presentation" /> : null;
}
