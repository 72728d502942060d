import { Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from '../../i18n/i18n.ts';
import { Failure } from '../../parts/failure.tsx';
import { useDismiss } from './work-actions.ts';
import type { WorkScope } from './work-queries.ts';

interface DismissDialogProps {
  scope: WorkScope;
  /** Empty closes it. */
  invoiceIds: readonly string[];
  onClose: () => void;
}

const SHORTEST = 3;
const LONGEST = 500;

/** Asks for the reason: it stays in the audit log, beside the name of who gave it. */
export function DismissDialog({ scope, invoiceIds, onClose }: DismissDialogProps) {
  const { t } = useTranslation('failed-work');
  return (
    <Modal opened={invoiceIds.length > 0} onClose={onClose} title={t('dismissTitle')}>
      <Reason scope={scope} invoiceIds={invoiceIds} onClose={onClose} />
    </Modal>
  );
}

function Reason({ scope, invoiceIds, onClose }: DismissDialogProps) {
  const { t } = useTranslation('failed-work');
  const { t: words } = useTranslation();
  const dismiss = useDismiss(scope);
  const [reason, setReason] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const send = () => {
    const text = reason.trim();
    setIsMissing(text.length < SHORTEST);
    if (text.length < SHORTEST) return;
    dismiss.mutate({ invoiceIds: [...invoiceIds], reason: text }, { onSuccess: onClose });
  };
  return (
    <form
      // Our own words say what is missing, in the reader's language.
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <Stack>
        <Text size="sm">{t('dismissText', { count: invoiceIds.length })}</Text>
        <Textarea
          data-autofocus
          label={t('reason')}
          description={t('reasonHint')}
          required
          autosize
          minRows={2}
          maxLength={LONGEST}
          value={reason}
          error={isMissing ? t('reasonMissing') : undefined}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        {dismiss.isError && <Failure error={dismiss.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {words('action.cancel')}
          </Button>
          <Button type="submit" loading={dismiss.isPending}>
            {t('dismissOne')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
