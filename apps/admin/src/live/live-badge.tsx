import { useTranslation } from '../i18n/i18n.ts';
import type { LiveState } from './event-stream.ts';
import classes from './live-badge.module.css';

/**
 * Whether what is on the screen follows what happens. Announced by screen readers when it changes.
 */
export function LiveBadge({ state }: { state: LiveState }) {
  const { t } = useTranslation();
  return (
    <span role="status" className={classes.badge} data-state={state} data-not-printed>
      <span aria-hidden className={classes.dot} />
      {t(`live.${state}`)}
    </span>
  );
}
