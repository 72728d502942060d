import { Anchor, Group, Stack, Text } from '@mantine/core';
import { Link } from 'react-router';
import { useTranslation } from '../../../i18n/i18n.ts';
import { Section } from '../../../components/section.tsx';
import type { Schema } from '../../../api/contract.ts';
import { useCompanyPath } from '../../../shell/company-guard.tsx';
import type { AdminInvoice } from '../invoice-queries.ts';
import { InvoiceStatusBadge } from '../invoice-status.tsx';

/** The original of a corrective, and the correctives of an invoice: from each to the other. */
export function Correctives({ invoice }: { invoice: AdminInvoice }) {
  const { t } = useTranslation('invoices');
  const { originalInvoice, correctiveInvoices } = invoice;
  if (originalInvoice) {
    return (
      <Section title={t('detail.correctiveOf')}>
        <Related invoice={originalInvoice} />
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
            <Related key={corrective.id} invoice={corrective} />
          ))}
        </Stack>
      )}
    </Section>
  );
}

function Related({ invoice }: { invoice: Schema<'AdminRelatedInvoice'> }) {
  const path = useCompanyPath();
  const { t } = useTranslation('invoices');
  return (
    <div>
      <Group gap="sm">
        <Anchor component={Link} to={path(`invoices/${invoice.id}`)} fw={500}>
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
