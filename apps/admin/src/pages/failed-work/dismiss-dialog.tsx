import { Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { FormDialog } from '../../components/dialog/dialog.tsx';
import { useTranslation } from '../../i18n/i18n.ts';
import { useDismiss } from './work.ts';
import type { WorkScope } from './work.ts';

interface DismissDialogProps {
  scope: WorkScope;
  invoiceIds: readonly string[];
  onClose: () => void;
}

const SHORTEST = 3;
const LONGEST = 500;

/** Asks for the reason: it stays in the audit log, beside the name of who gave it. */
export function DismissDialog({ scope, invoiceIds, onClose }: DismissDialogProps) {
  const { t } = useTranslation('failed-work');
  const dismiss = useDismiss(scope, onClose);
  const [reason, setReason] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const send = () => {
    const text = reason.trim();
    setIsMissing(text.length < SHORTEST);
    if (text.length >= SHORTEST) dismiss.mutate({ invoiceIds: [...invoiceIds], reason: text });
  };
  return (
    <FormDialog
      title={t('dismissTitle')}
      submit={t('dismissOne')}
      change={dismiss}
      onSubmit={send}
      onClose={onClose}
    >
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
    </FormDialog>
  );
}
