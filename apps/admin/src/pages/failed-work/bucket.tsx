import { Text } from '@mantine/core';
import { useOfflineDelivery } from '../../api/session.ts';
import { useFormats } from '../../format/use-formats.ts';
import { useTranslation } from '../../i18n/i18n.ts';
import { StatusBadge } from '../../parts/status-badge.tsx';
import classes from './bucket.module.css';
import { DEADLINE_TONES } from './deadline-badge.tsx';
import { levelOfBucket } from './deadline.ts';
import type { OfflineBacklog } from './work-schemas.ts';

/** How many invoices have so much time left. */
export function Bucket({ bucket }: { bucket: OfflineBacklog['buckets'][number] }) {
  const { t } = useTranslation('failed-work');
  const { number } = useFormats();
  const { overHours, upToHours, count } = bucket;
  const { remainingHours } = useOfflineDelivery();
  const level = levelOfBucket(upToHours, remainingHours);
  return (
    <li className={classes.bucket} data-level={level} data-empty={count === 0}>
      <Text fz={28} fw={600} lh={1.2}>
        {number(count)}
      </Text>
      <Text size="sm">
        {overHours === null
          ? t('offline.bucket.late')
          : t('offline.bucket.between', { from: overHours, to: upToHours })}
      </Text>
      {count > 0 && (
        <StatusBadge tone={DEADLINE_TONES[level]}>{t(`offline.level.${level}`)}</StatusBadge>
      )}
    </li>
  );
}
