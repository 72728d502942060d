import { Anchor, Group, Stack, Text } from '@mantine/core';
import { Link } from 'react-router';
import { useTranslation } from '../../../i18n/i18n.ts';
import { Section } from '../../../components/section.tsx';
import type { Schema } from '../../../api/contract.ts';
import type { AdminInvoice } from '../invoice-queries.ts';
import { InvoiceStatusBadge } from '../invoice-status.tsx';

interface CorrectivesProps {
  companyId: string;
  invoice: AdminInvoice;
}

/** The original of a corrective, and the correctives of an invoice: from each to the other. */
export function Correctives({ companyId, invoice }: CorrectivesProps) {
  const { t } = useTranslation('invoices');
  const { originalInvoice, correctiveInvoices, record } = invoice;
  const to = (id: string) =>
    `/companies/${companyId}/invoices/${id}?environment=${record.environment}`;
  if (originalInvoice) {
    return (
      <Section title={t('detail.correctiveOf')}>
        <Related invoice={originalInvoice} to={to(originalInvoice.id)} />
      </Section>
    );
  }
  return (
    <Section title={t('detail.correctives')}>
      {correctiveInvoices.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('detail.noCorrectives')}
        </Text>
      ) : (
        <Stack gap="md">
          {correctiveInvoices.map((corrective) => (
            <Related key={corrective.id} invoice={corrective} to={to(corrective.id)} />
          ))}
        </Stack>
      )}
    </Section>
  );
}

function Related({ invoice, to }: { invoice: Schema<'AdminRelatedInvoice'>; to: string }) {
  const { t } = useTranslation('invoices');
  return (
    <div>
      <Group gap="sm">
        <Anchor component={Link} to={to} fw={500}>
          {invoice.invoiceNumber ?? t('list.withoutNumber')}
        </Anchor>
        <InvoiceStatusBadge status={invoice.status} />
      </Group>
      {invoice.iic !== null && (
        <Text size="xs" c="dimmed" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
          {invoice.iic}
        </Text>
      )}
    </div>
  );
}
