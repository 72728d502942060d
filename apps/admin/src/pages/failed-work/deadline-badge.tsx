import { StatusBadge } from '../../components/text/text.tsx';
import type { Tone } from '../../components/text/text.tsx';
import { formatDuration } from '../../format/time.ts';
import { useTranslation } from '../../i18n/i18n.ts';
import { useNow } from '../../components/use-now.ts';
import { useSession } from '../../api/session.ts';
import { remainingUntil } from './deadline.ts';
import type { DeadlineLevel } from './deadline.ts';

/** Which sign and colour a level has. */
export const DEADLINE_TONES: Readonly<Record<DeadlineLevel, Tone>> = {
  calm: 'info',
  soon: 'waiting',
  urgent: 'warning',
  critical: 'bad',
  late: 'bad',
};

/** What is left of the law's window, in a colour and in words. */
export function DeadlineBadge({ deliverBefore }: { deliverBefore: string }) {
  const { t } = useTranslation();
  const { remainingHours } = useSession().offlineDelivery;
  const now = useNow(10_000);
  const { level, seconds } = remainingUntil(deliverBefore, now, remainingHours);
  return (
    <StatusBadge tone={DEADLINE_TONES[level]}>
      {t(`deadline.${level}`, { time: formatDuration(seconds) })}
    </StatusBadge>
  );
}
