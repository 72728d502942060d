import type { Schema } from '../../api/contract.ts';
import { useTranslation } from '../../i18n/i18n.ts';
import { StatusBadge } from '../../components/text/text.tsx';
import type { Tone } from '../../components/text/text.tsx';

export type InvoiceStatus = Schema<'AdminListedInvoice'>['status'];

const tones: Readonly<Record<InvoiceStatus, Tone>> = {
  Draft: 'neutral',
  Pending: 'waiting',
  Fiscalized: 'good',
  Failed: 'bad',
  Offline: 'warning',
};

/** The status of an invoice in the reader's language. */
export function InvoiceStatusBadge({ status }: { status: InvoiceStatus }) {
  const { t } = useTranslation();
  return <StatusBadge tone={tones[status]}>{t(`status.${status}`)}</StatusBadge>;
}
