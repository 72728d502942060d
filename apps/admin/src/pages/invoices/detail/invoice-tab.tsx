import { Grid, List, Stack, Text, Title } from '@mantine/core';
import { useTranslation } from '../../../i18n/i18n.ts';
import { CopyValue } from '../../../components/copy-value.tsx';
import { Facts } from '../../../components/facts.tsx';
import { Moment } from '../../../components/moment.tsx';
import { Section } from '../../../components/section.tsx';
import type { AdminInvoice, InvoiceRecord } from '../invoice-queries.ts';
import { Codes } from './codes.tsx';
import { Correctives } from './correctives.tsx';
import { Items } from './items.tsx';
import { Totals } from './totals.tsx';

/** What was sold to whom, for how much, and by which codes it is known. */
export function InvoiceTab({ invoice }: { invoice: AdminInvoice }) {
  const { t } = useTranslation('invoices');
  const { record } = invoice;
  return (
    <Grid gap="lg">
      <Grid.Col span={{ base: 12, lg: 7 }}>
        <Stack gap="lg">
          <div>
            <Title order={2} mb="sm">
              {t('detail.items')}
            </Title>
            <Items items={record.invoiceData.items} />
          </div>
          <Section title={t('detail.totals')}>
            <Totals record={record} />
          </Section>
          <Section title={t('detail.buyer')}>
            <Buyer buyer={record.buyer} />
          </Section>
        </Stack>
      </Grid.Col>
      <Grid.Col span={{ base: 12, lg: 5 }}>
        <Stack gap="lg">
          <Codes record={record} />
          <Correctives invoice={invoice} />
          <Section title={t('detail.facts')}>
            <Details invoice={invoice} />
            <Text size="xs" c="dimmed" mt="md">
              {t('detail.id')}
            </Text>
            <CopyValue value={record.id} label={t('detail.id')} />
          </Section>
          {record.warnings.length > 0 && (
            <Section title={t('detail.warnings')}>
              <List size="sm">
                {record.warnings.map((warning) => (
                  <List.Item key={warning}>{warning}</List.Item>
                ))}
              </List>
            </Section>
          )}
        </Stack>
      </Grid.Col>
    </Grid>
  );
}

function Buyer({ buyer }: { buyer: InvoiceRecord['buyer'] }) {
  const { t } = useTranslation('invoices');
  if (!buyer) {
    return (
      <Text size="sm" c="dimmed">
        {t('detail.noBuyer')}
      </Text>
    );
  }
  const place = [buyer.address, buyer.city, buyer.country].filter(Boolean).join(', ');
  return (
    <Facts
      rows={[
        [t('detail.buyerName'), buyer.name],
        [t(`idType.${buyer.idType}`), buyer.idNumber],
        ...(place === '' ? [] : [[t('detail.address'), place] as const]),
      ]}
    />
  );
}

function Details({ invoice }: { invoice: AdminInvoice }) {
  const { t } = useTranslation('invoices');
  const { record, cashRegister, apiKey } = invoice;
  const optional: readonly (readonly [string, string | null])[] = [
    [t('detail.operator'), record.operatorName],
    [t('detail.note'), record.note],
    [t('detail.advance'), record.advancePaymentIic],
    [t('detail.apiKey'), apiKey === null ? null : `${apiKey.name} (${apiKey.prefix}…)`],
  ];
  return (
    <Facts
      layout="ends"
      rows={[
        [t('detail.paymentMethod'), t(`paymentMethod.${record.paymentMethod}`)],
        [t('detail.paymentDeadline'), <Moment key="at" at={record.paymentDeadline} />],
        [t('detail.issuedAt'), <Moment key="at" at={record.fiscalizedAt} absent="–" />],
        [t('detail.createdAt'), <Moment key="at" at={record.createdAt} />],
        [t('detail.updatedAt'), <Moment key="at" at={record.updatedAt} />],
        [
          t('detail.register'),
          `${cashRegister.name}${invoice.tcrCode === null ? '' : ` (${invoice.tcrCode})`}`,
        ],
        ...optional.filter((row): row is readonly [string, string] => row[1] !== null),
        [t('detail.attempts'), record.attempts],
      ]}
    />
  );
}
