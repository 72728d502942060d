import { useTranslation } from '../../i18n/i18n.ts';
import { notifyDone, say } from '../../parts/notify.ts';
import type { SkippedInvoice } from './work-schemas.ts';

/** What became of a retry or a dismissal. */
export interface Done {
  count: number;
  skipped: SkippedInvoice[];
}

/** How many different reasons for skipping are told. */
const MOST_REASONS = 3;

/** Says how much was done, and, until it is closed, what was not and why. */
export function useTellDone(): (what: 'retried' | 'dismissed', done: Done) => void {
  const { t } = useTranslation('failed-work');
  return (what, { count, skipped }) => {
    if (count > 0 || skipped.length === 0) notifyDone(t(what, { count }));
    if (skipped.length === 0) return;
    const reasons = [...new Set(skipped.map(({ why }) => t(`skipped.${why}`)))];
    say({
      title: t('someSkipped', { count: skipped.length }),
      message: reasons.slice(0, MOST_REASONS).join(' '),
      color: 'yellow',
      autoClose: false,
    });
  };
}
