import { Text } from '@mantine/core';
import { ReasonDialog } from '../../components/dialog/reason-dialog.tsx';
import { useTranslation } from '../../i18n/i18n.ts';
import { useDismiss } from './work.ts';
import type { WorkScope } from './work.ts';

interface DismissDialogProps {
  scope: WorkScope;
  invoiceIds: readonly string[];
  onClose: () => void;
}

/** Asks for the reason: it stays in the audit log, beside the name of who gave it. */
export function DismissDialog({ scope, invoiceIds, onClose }: DismissDialogProps) {
  const { t } = useTranslation('failed-work');
  return (
    <ReasonDialog
      title={t('dismissTitle')}
      submit={t('dismissOne')}
      change={useDismiss(scope, invoiceIds, onClose)}
      field={{ label: t('reason'), description: t('reasonHint'), maxLength: 500 }}
      missing={t('reasonMissing')}
      onClose={onClose}
    >
      <Text size="sm">{t('dismissText', { count: invoiceIds.length })}</Text>
    </ReasonDialog>
  );
}
