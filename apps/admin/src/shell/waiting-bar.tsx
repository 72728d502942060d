import { useNavigation } from 'react-router';
import classes from './shell.module.css';

/** A thin line at the top while a page is on its way. */
export function WaitingBar() {
  const isWaiting = useNavigation().state !== 'idle';
  return isWaiting ? <div className={classes.bar} role="presentation" /> : null;
}
