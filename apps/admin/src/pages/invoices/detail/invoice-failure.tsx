import { Alert, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconClock, IconEyeOff } from '@tabler/icons-react';
import { useTranslation } from '../../../i18n/i18n.ts';
import { Moment, Note } from '../../../components/text/text.tsx';
import { useNow } from '../../../components/use-now.ts';
import { RelativeMoment } from '../../../components/text/relative-moment.tsx';
import { AuthorityWords, useFailureWords } from '../../failed-work/failure-words.tsx';
import { DeadlineBadge } from '../../failed-work/deadline-badge.tsx';
import type { AdminInvoice } from '../invoice-queries.ts';

/** Why an invoice is not registered, before everything else: what happened, and what helps. */
export function InvoiceFailure({ invoice }: { invoice: AdminInvoice }) {
  const { record, dismissal, remedyKey, sentences } = invoice;
  const isUrgent = invoice.offlineSince !== null;
  return (
    <>
      {record.error && (
        <Reason error={{ ...record.error, remedyKey, sentences }} isUrgent={isUrgent} />
      )}
      {dismissal && <Dismissal dismissal={dismissal} />}
      {record.status === 'Offline' && <Waiting invoice={invoice} />}
    </>
  );
}

type Failed = NonNullable<AdminInvoice['record']['error']> &
  Pick<AdminInvoice, 'remedyKey' | 'sentences'>;

function Reason({ error, isUrgent }: { error: Failed; isUrgent: boolean }) {
  const { t } = useTranslation('failed-work');
  const words = useFailureWords();
  const remedy = words.remedyOf(error);
  return (
    <Alert color="red" icon={<IconAlertTriangle />} title={words.nameOf(error)}>
      <Stack gap="sm">
        {isUrgent && (
          <Text size="sm" fw={600}>
            {t('urgent')}: {t('urgentHint')}
          </Text>
        )}
        <AuthorityWords {...error} />
        {remedy !== null && (
          <Text size="sm">
            <b>{t('whatToDo')}:</b> {remedy}
          </Text>
        )}
      </Stack>
    </Alert>
  );
}

function Dismissal({ dismissal }: { dismissal: NonNullable<AdminInvoice['dismissal']> }) {
  const { t } = useTranslation('invoices');
  const { reason, byName, at } = dismissal;
  return (
    <Alert color="gray" icon={<IconEyeOff />}>
      <Text size="sm">{t('detail.dismissed', { reason })}</Text>
      <Note size="xs">
        {byName ?? t('timeline.byUser')}, <Moment at={at} />
      </Note>
    </Alert>
  );
}

function Waiting({ invoice: { record, isInHand, senderRefusal } }: { invoice: AdminInvoice }) {
  const { t } = useTranslation('failed-work');
  const words = useFailureWords();
  const now = useNow(5_000);
  const { deliverBefore, nextAttemptAt } = record;
  return (
    <Alert color={senderRefusal === null ? 'yellow' : 'red'} icon={<IconClock />}>
      <Stack gap={6} align="flex-start">
        {deliverBefore !== null && <DeadlineBadge deliverBefore={deliverBefore} />}
        {senderRefusal !== null && (
          <>
            <Text size="sm">{t('senderRefused')}</Text>
            <AuthorityWords {...senderRefusal} error="" sentences={[]} />
            <Text size="sm">
              <b>{t('whatToDo')}:</b> {words.remedyOf(senderRefusal)}
            </Text>
          </>
        )}
        <Text size="sm">
          {t('offline.next')}:{' '}
          {isInHand || nextAttemptAt === null || Date.parse(nextAttemptAt) <= now.getTime() ? (
            t('offline.now')
          ) : (
            <RelativeMoment at={nextAttemptAt} />
          )}
        </Text>
      </Stack>
    </Alert>
  );
}
