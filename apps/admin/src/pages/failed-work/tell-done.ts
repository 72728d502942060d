import { notifications } from '@mantine/notifications';
import { useTranslation } from '../../i18n/i18n.ts';
import { notifyDone } from '../../parts/notify.ts';
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
    notifications.show({
      title: t('someSkipped', { count: skipped.length }),
      message: reasons.slice(0, MOST_REASONS).join(' '),
      color: 'yellow',
      withBorder: true,
      autoClose: false,
    });
  };
}
