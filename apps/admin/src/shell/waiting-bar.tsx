import { useSyncExternalStore } from 'react';
import classes from './shell.module.css';
import { waiting } from './waiting.ts';

/** A thin line at the top while a page is on its way. */
export function WaitingBar() {
  const isWaiting = useSyncExternalStore(waiting.subscribe, waiting.current);
  return isWaiting ? <div className={classes.bar} role="presentation" /> : null;
}
