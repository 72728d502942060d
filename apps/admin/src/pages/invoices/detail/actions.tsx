import { Button, Group } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useMay } from '../../../api/may.ts';
import { ChangeButton } from '../../../components/form/change.tsx';
import { useTranslation } from '../../../i18n/i18n.ts';
import { useCompany } from '../../../shell/company-guard.tsx';
import { DismissDialog } from '../../failed-work/dismiss-dialog.tsx';
import { RemedyButton } from '../../failed-work/remedy/remedy-buttons.tsx';
import { RetryButton } from '../../failed-work/retry/retry-button.tsx';
import type { StoredMessage } from '../../failed-work/retry/retry-dialog.tsx';
import { useRetry } from '../../failed-work/work.ts';
import { messagesOf } from '../messages/messages-of.ts';
import { timelineQuery } from '../invoice-queries.ts';
import type { AdminInvoice } from '../invoice-queries.ts';

/** What can be done about an invoice that failed, or that waits for its delivery. */
export function Actions({ invoice }: { invoice: AdminInvoice }) {
  const { id: companyId } = useCompany();
  const { t } = useTranslation('failed-work');
  const { record, companyName, cashRegister, remedyAction } = invoice;
  const scope = { companyId, environment: record.environment };
  const retry = useRetry(scope);
  const [isDismissing, setDismissing] = useState(false);
  const may = useMay();
  const { id, status } = record;
  const message = useLastMessage(companyId, invoice);
  if ((status !== 'Failed' && status !== 'Offline') || !may.retry) return null;
  const place = {
    companyId,
    companyName,
    cashRegisterId: cashRegister.id,
    cashRegisterName: cashRegister.name,
  };
  return (
    <Group gap="sm">
      {status === 'Failed' && remedyAction !== null && may.change && (
        <RemedyButton action={remedyAction} place={place} scope={scope} />
      )}
      {status === 'Offline' ? (
        <ChangeButton
          leftSection={<IconRefresh size={16} aria-hidden />}
          change={{ ...retry, mutate: () => retry.mutate({ invoiceIds: [id] }) }}
        >
          {t('bringForwardAll')}
        </ChangeButton>
      ) : (
        <RetryButton
          variant={remedyAction === null && record.error?.retryable ? 'filled' : 'default'}
          scope={scope}
          target={{ invoiceIds: [id] }}
          count={1}
          message={message}
        >
          {t('retryOne')}
        </RetryButton>
      )}
      {status === 'Failed' && invoice.dismissal === null && may.change && (
        <Button variant="default" onClick={() => setDismissing(true)}>
          {t('dismissOne')}
        </Button>
      )}
      {isDismissing && (
        <DismissDialog scope={scope} invoiceIds={[id]} onClose={() => setDismissing(false)} />
      )}
    </Group>
  );
}

/** What was written to the authority last, which is shown before it is sent again. */
function useLastMessage(
  companyId: string,
  { record, offlineSince }: AdminInvoice,
): StoredMessage | undefined {
  const { data } = useQuery({
    ...timelineQuery(companyId, record.id),
    enabled: record.status === 'Failed',
  });
  const last = data && messagesOf(data.events)[0];
  const keepsNumber = offlineSince !== null;
  return last && { companyId, invoiceId: record.id, submissionId: last.id, keepsNumber };
}
