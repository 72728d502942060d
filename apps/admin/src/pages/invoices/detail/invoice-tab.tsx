import { Anchor, Grid, Group, List, Stack, Title } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import type { Schema } from '../../../api/contract.ts';
import { CopyValue } from '../../../components/text/copy.tsx';
import { Facts } from '../../../components/page/facts.tsx';
import { Instant, Note, PageLink } from '../../../components/text/text.tsx';
import { QrCode } from '../../../components/text/qr-code.tsx';
import { useSentences } from '../../../components/sentences/use-sentences.ts';
import { Section } from '../../../components/page/page.tsx';
import { useFormats } from '../../../format/use-formats.ts';
import { useTranslation } from '../../../i18n/i18n.ts';
import { useCompanyPath } from '../../../shell/company-guard.tsx';
import type { AdminInvoice, InvoiceRecord } from '../invoice-queries.ts';
import { leftOfSale } from './left-of-sale.ts';
import { InvoiceStatusBadge } from '../invoice-status.tsx';
import { Records } from '../../../components/table/records.tsx';

/** What was sold to whom, for how much, and by which codes it is known. */
export function InvoiceTab({ invoice }: { invoice: AdminInvoice }) {
  const { t } = useTranslation('invoices');
  const { record } = invoice;
  const { say } = useSentences(invoice.sentences);
  return (
    <Grid gap="lg">
      <Grid.Col span={{ base: 12, lg: 7 }}>
        <Stack gap="lg">
          <div>
            <Title order={2} mb="sm">
              {t('detail.items')}
            </Title>
            <Items items={record.invoiceData.items} totals={invoice.lineTotals} />
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
          <Left record={record} />
          <Advance record={record} />
          <Section title={t('detail.facts')}>
            <Details invoice={invoice} />
            <Note size="xs" mt="md">
              {t('detail.id')}
            </Note>
            <CopyValue value={record.id} label={t('detail.id')} />
          </Section>
          {record.warnings.length > 0 && (
            <Section title={t('detail.warnings')}>
              <List size="sm">
                {record.warnings.map((warning) => (
                  <List.Item key={warning}>{say(warning)}</List.Item>
                ))}
              </List>
            </Section>
          )}
        </Stack>
      </Grid.Col>
    </Grid>
  );
}

/** The amounts: VAT by rate and exemption, then the sums. */
function Totals({ record }: { record: InvoiceRecord }) {
  const { t } = useTranslation('invoices');
  const { money, number } = useFormats();
  const { totals, vatBreakdown, discountAmount } = record;
  return (
    <Facts
      layout="sums"
      rows={[
        discountAmount !== null && [t('detail.discount'), money(discountAmount)],
        [t('detail.withoutVat'), money(totals.withoutVat)],
        ...vatBreakdown.map(({ rate, exemption, items, base, vat }) => {
          const name =
            exemption === null
              ? t('detail.vatRow', { rate: number(rate), items })
              : t('detail.exemptRow', { exemption, items });
          const words = `${t('detail.base')} ${money(base)}`;
          return [name, money(vat), words] as const;
        }),
        // The VAT of each rate is rounded by itself, and may differ from this by a cent.
        vatBreakdown.length > 0 && [t('detail.vat'), money(totals.vat)],
        [t('detail.total'), money(totals.total)],
      ]}
    />
  );
}

function Buyer({ buyer }: { buyer: InvoiceRecord['buyer'] }) {
  const { t } = useTranslation('invoices');
  if (!buyer) return <Note>{t('detail.noBuyer')}</Note>;
  const place = [buyer.address, buyer.city, buyer.country].filter(Boolean).join(', ');
  return (
    <Facts
      rows={[
        [t('detail.buyerName'), buyer.name],
        [t(`idType.${buyer.idType}`), buyer.idNumber],
        place !== '' && [t('detail.address'), place],
      ]}
    />
  );
}

function Details({ invoice }: { invoice: AdminInvoice }) {
  const { t } = useTranslation('invoices');
  const { money } = useFormats();
  const { record, cashRegister, apiKey, tcrCode } = invoice;
  const { operatorName, note, advancePaymentIic } = record;
  return (
    <Facts
      layout="ends"
      rows={[
        ...record.payments.map(({ method, amount }, _index, { length }) => {
          const words = t(`paymentMethod.${method}`);
          const value = length === 1 ? words : `${words} ${money(amount)}`;
          return [t('detail.paymentMethod'), value] as const;
        }),
        [t('detail.paymentDeadline'), <Instant key="at" at={record.paymentDeadline} form="date" />],
        [t('detail.issuedAt'), <Instant key="at" at={record.fiscalizedAt} absent="–" />],
        [t('detail.createdAt'), <Instant key="at" at={record.createdAt} />],
        [t('detail.updatedAt'), <Instant key="at" at={record.updatedAt} />],
        [t('detail.register'), `${cashRegister.name}${tcrCode === null ? '' : ` (${tcrCode})`}`],
        [t('detail.placeOfIssue'), record.placeOfIssue],
        operatorName !== null && [t('detail.operator'), operatorName],
        note !== null && [
          t('detail.note'),
          <span key="note" style={{ whiteSpace: 'pre-line' }}>
            {note}
          </span>,
        ],
        advancePaymentIic !== null && [t('detail.advance'), advancePaymentIic],
        record.taxPeriod !== null && [t('detail.taxPeriod'), record.taxPeriod],
        record.replaces !== null && [t('detail.replaces'), record.replaces],
        record.externalId !== null && [t('detail.externalId'), record.externalId],
        apiKey !== null && [t('detail.apiKey'), `${apiKey.name} (${apiKey.prefix}…)`],
        [t('detail.attempts'), record.attempts],
      ]}
    />
  );
}

/** IIC and FIC, and where everybody can verify the invoice. */
function Codes({ record }: { record: InvoiceRecord }) {
  const { t } = useTranslation('invoices');
  const { iic, fic, verificationUrl } = record;
  const isFailed = record.status === 'Failed';
  const [noIic, noFic] = isFailed
    ? [t('detail.withoutSignature'), t('detail.notRegistered')]
    : [t('detail.notSigned'), t('detail.ficFollows')];
  return (
    <Section title={t('detail.codes')}>
      <Group align="flex-start" gap="lg">
        {verificationUrl !== null && (
          <QrCode text={verificationUrl} label={t('detail.qr')} size={148} />
        )}
        <Stack gap="sm" flex="1 1 15rem" miw={0}>
          <Facts
            layout="stack"
            rows={[
              [t('detail.iic'), codeOf(iic, t('detail.iic'), noIic)],
              [t('detail.fic'), codeOf(fic, t('detail.fic'), noFic)],
            ]}
          />
          {verificationUrl !== null && (
            <Anchor href={verificationUrl} target="_blank" rel="noreferrer" size="sm">
              <Group gap={6} component="span" wrap="nowrap">
                <IconExternalLink size={16} aria-hidden />
                {t('detail.verify')}
              </Group>
            </Anchor>
          )}
        </Stack>
      </Group>
    </Section>
  );
}

function codeOf(code: string | null, label: string, absent: string) {
  return code === null ? <Note span>{absent}</Note> : <CopyValue value={code} label={label} />;
}

/** The original of a corrective, and the correctives of an invoice: from each to the other. */
function Correctives({ invoice }: { invoice: AdminInvoice }) {
  const { t } = useTranslation('invoices');
  const { originalInvoice, correctiveInvoices } = invoice;
  const { original } = invoice.record;
  if (originalInvoice) {
    return (
      <Section title={t('detail.correctiveOf')}>
        <Related invoice={originalInvoice} />
      </Section>
    );
  }
  if (original?.source === 'authority') {
    return (
      <Section title={t('detail.correctiveOf')}>
        <Stack gap="sm">
          <Note>{t('detail.originalElsewhere')}</Note>
          <Facts
            layout="stack"
            rows={[
              [
                t('detail.iic'),
                <CopyValue key="iic" value={original.id} label={t('detail.iic')} />,
              ],
              [t('detail.issuedAt'), <Instant key="at" at={original.issuedAt} />],
            ]}
          />
        </Stack>
      </Section>
    );
  }
  return (
    <Section title={t('detail.correctives')}>
      {correctiveInvoices.length === 0 ? (
        <Note>{t('detail.noCorrectives')}</Note>
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

/** What is left of the sale, where something was taken back. */
function Left({ record }: { record: InvoiceRecord }) {
  const path = useCompanyPath();
  const { t } = useTranslation('invoices');
  const { money, number } = useFormats();
  const { correctable } = record;
  const left = leftOfSale(record);
  if (correctable === null || left === null || left === 'all') return null;
  const { items, total } = correctable;
  return (
    <Section title={t('detail.left.title')}>
      {left === 'nothing' && <Note>{t('detail.left.nothing')}</Note>}
      {(left === 'something' || total > 0) && (
        <Facts
          layout="sums"
          rows={[
            ...items.map(({ name, quantity, index, invoiceId }) => {
              const reissued = index === null && (
                <PageLink to={path(`invoices/${invoiceId}`)} size="xs">
                  {t('detail.left.reissued')}
                </PageLink>
              );
              return [name, `× ${number(quantity)}`, reissued] as const;
            }),
            [t('detail.total'), money(total)],
          ]}
        />
      )}
    </Section>
  );
}

/** What an advance has paid, and what is left of it. */
function Advance({ record: { advance } }: { record: InvoiceRecord }) {
  const path = useCompanyPath();
  const { t } = useTranslation('invoices');
  const { money } = useFormats();
  if (advance === null) return null;
  const { paid, used, left, invoices } = advance;
  return (
    <Section title={t('detail.account.title')}>
      <Facts
        layout="sums"
        rows={[
          [t('detail.account.paid'), money(paid)],
          ...invoices.map(({ id, iic, amount }) => {
            const invoice = (
              <PageLink to={path(`invoices/${id}`)} size="xs" style={{ overflowWrap: 'anywhere' }}>
                {iic ?? id}
              </PageLink>
            );
            return [t('detail.account.invoice'), money(-amount), invoice] as const;
          }),
          invoices.length > 1 && [t('detail.account.used'), money(used)],
          [t('detail.account.left'), money(left)],
        ]}
      />
      {invoices.length === 0 && <Note>{t('detail.account.unused')}</Note>}
    </Section>
  );
}

function Related({ invoice }: { invoice: Schema<'AdminRelatedInvoice'> }) {
  const path = useCompanyPath();
  const { t } = useTranslation('invoices');
  return (
    <div>
      <Group gap="sm">
        <PageLink to={path(`invoices/${invoice.id}`)} fw={500} size="md">
          {invoice.invoiceNumber ?? t('list.withoutNumber')}
        </PageLink>
        <InvoiceStatusBadge status={invoice.status} />
      </Group>
      {invoice.iic !== null && (
        <Note size="xs" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
          {invoice.iic}
        </Note>
      )}
    </div>
  );
}

type Item = InvoiceRecord['invoiceData']['items'][number];

interface ItemsProps {
  items: readonly Item[];
  /** Of each item. */
  totals: readonly string[];
}

/** The lines as they were sent, and what each comes to. */
function Items({ items, totals }: ItemsProps) {
  const { t } = useTranslation('invoices');
  const formats = useFormats();
  const rows = items.map((item, index) => ({ ...item, id: String(index), total: totals[index] }));
  return (
    <Records
      label={t('detail.items')}
      rows={rows}
      columns={[
        {
          header: t('detail.item'),
          isWordy: true,
          cell: ({ name, code }) => (code ? `${name} (${code})` : name),
        },
        {
          header: t('detail.quantity'),
          align: 'right',
          cell: ({ quantity, unit }) => `${formats.number(quantity)} ${unit ?? 'kom'}`,
        },
        {
          header: t('detail.unitPrice'),
          align: 'right',
          cell: ({ unitPrice }) => (
            <span style={{ whiteSpace: 'nowrap' }}>{formats.unitPrice(unitPrice)}</span>
          ),
        },
        items.some(({ rebatePercentage }) => rebatePercentage) && {
          header: t('detail.rebate'),
          align: 'right',
          cell: ({ rebatePercentage }) => `${formats.number(rebatePercentage ?? 0)} %`,
        },
        {
          header: t('detail.vatRate'),
          align: 'right',
          cell: ({ vat, isExport }) => {
            const treatment = vat.exemption ?? `${formats.number(vat.rate)} %`;
            return isExport ? `${treatment}, ${t('detail.exported')}` : treatment;
          },
        },
        {
          header: t('detail.lineTotal'),
          align: 'right',
          cell: ({ total }) =>
            total !== undefined && (
              <span style={{ whiteSpace: 'nowrap' }}>{formats.money(total)}</span>
            ),
        },
      ]}
    />
  );
}
