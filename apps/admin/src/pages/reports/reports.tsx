// A report of a cash register: which one, its files, and its figures where it is sums.

import { Button, Group, Select, SimpleGrid, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { read } from '../../api/client.ts';
import type { Schema } from '../../api/contract.ts';
import { DayField } from '../../components/form/day-field.tsx';
import { Facts } from '../../components/page/facts.tsx';
import { Section } from '../../components/page/page.tsx';
import { QueryView } from '../../components/state/query-view.tsx';
import { PageLink } from '../../components/text/text.tsx';
import type { useSearch } from '../../components/use-search.ts';
import { podgoricaDay } from '../../format/podgorica-day.ts';
import { useFormats } from '../../format/use-formats.ts';
import { useLanguage, useTranslation } from '../../i18n/i18n.ts';
import { chosenReport, presetsOf, REPORTS } from './chosen-report.ts';

interface ReportsProps {
  companyId: string;
  cashRegisters: Schema<'AdminInspection'>['cashRegisters'];
  /** What is chosen, and how to choose. */
  search: ReturnType<typeof useSearch>;
  /** Whether the reader has pages of invoices. */
  hasInvoices: boolean;
}

const FILES = [
  ['PDF (A4)', { format: 'pdf', paper: 'a4' }],
  ['PDF (80 mm)', { format: 'pdf', paper: '80mm' }],
  ['Excel (XLSX)', { format: 'xlsx' }],
  ['CSV', { format: 'csv' }],
] as const;

/** The chosen report, of the first cash register where none is chosen. */
export function Reports({ companyId, cashRegisters, search, hasInvoices }: ReportsProps) {
  const { t } = useTranslation('reports');
  const { t: words } = useTranslation('invoices');
  const language = useLanguage();
  const [chosen, choose] = search;
  const today = podgoricaDay(new Date());
  const { report, sums, days, ...range } = chosenReport(chosen, today);
  const registers = cashRegisters.map(({ id, name, tcrCode }) => ({
    value: id,
    label: tcrCode === null ? name : `${name} (${tcrCode})`,
  }));
  const cashRegister = chosen.get('cashRegister') ?? registers[0]?.value;
  if (cashRegister === undefined) return words('numbers.noRegister');
  const of = { cashRegister, ...days };
  const fileOf = (file: object) => {
    const query = new URLSearchParams({ ...of, ...file, language });
    return `/admin/api/companies/${companyId}/reports/${report}?${query.toString()}`;
  };
  return (
    <Stack gap="lg">
      <Section title={t(`name.${report}`)} description={sums === null && t('journal')}>
        <Stack>
          <Group gap="xs">
            {FILES.map(([name, file]) => (
              <Button key={name} component="a" href={fileOf(file)} target="_blank" rel="noreferrer">
                {name}
              </Button>
            ))}
          </Group>
          <Group gap="xs">
            {presetsOf(today).map(({ name, ...preset }) => (
              <Button
                key={name}
                variant="default"
                size="xs"
                // A journal stays one.
                onClick={() => choose(sums === null ? { ...preset, report } : preset)}
              >
                {t(`preset.${name}`)}
              </Button>
            ))}
          </Group>
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <Select
              label={t('which')}
              allowDeselect={false}
              value={report}
              onChange={(name) => choose({ report: name })}
              data={REPORTS.map((value) => ({ value, label: t(`name.${value}`) }))}
            />
            <Select
              label={words('numbers.register')}
              allowDeselect={false}
              value={cashRegister}
              onChange={(id) => choose({ cashRegister: id })}
              data={registers}
            />
            {FIELDS[sums ?? 'period'].map((name) => (
              <DayField
                key={name}
                label={sums === 'day' ? t('day') : words(`list.${name}`)}
                value={range[name]}
                maxDate={today}
                onChange={(day) => choose({ [name]: day })}
              />
            ))}
          </SimpleGrid>
        </Stack>
      </Section>
      {sums && <Figures report={sums} of={{ companyId, ...of }} hasInvoices={hasInvoices} />}
    </Stack>
  );
}

/** What is typed of the days. */
const FIELDS = { state: [], day: ['from'], period: ['from', 'to'] } as const;

type Report = Schema<'Report'>;

interface FiguresProps extends Pick<ReportsProps, 'hasInvoices'> {
  report: Report['report'];
  of: { companyId: string; cashRegister: string; date?: string; from?: string; to?: string };
}

const SUMS = ['turnover', 'registered', 'notRegistered'] as const;
const DRAWER = ['initial', 'banknotes', 'withdrawn', 'inDrawer'] as const;

/** Of the present TCR code, and of those that the cash register had before. */
function Figures({ report, of, hasInvoices }: FiguresProps) {
  const { t } = useTranslation('reports');
  const { money, dateTime } = useFormats();
  const linesOf = useLines();
  const asked = read(`/companies/{companyId}/reports/${report}`, of);
  return (
    <QueryView query={useQuery({ ...asked, staleTime: Infinity })}>
      {({ sections, madeAt, ...main }) =>
        [main, ...sections].map(({ tcrCode, drawer, forDeposit, failed, ...sums }) => {
          const parts = SUMS.map((name) => [t(`sum.${name}`), linesOf(sums[name])] as const);
          const cash = [
            ...DRAWER.map((name) => drawer !== null && ([t(name), money(drawer[name])] as const)),
            [t('forDeposit'), money(forDeposit)] as const,
          ];
          const out = failed.map(({ id, invoiceNumber, total, reason }) => {
            const link = (
              <PageLink to={`../invoices/${id}`} relative="path">
                {money(total)}
              </PageLink>
            );
            return [invoiceNumber, hasInvoices ? link : money(total), reason] as const;
          });
          return (
            <SimpleGrid key={tcrCode} cols={{ base: 1, md: 2 }}>
              {[...parts, [t('cash'), cash] as const, [t('failed'), out] as const].map(
                ([title, rows]) =>
                  rows.length > 0 && (
                    <Section
                      key={title}
                      title={title}
                      description={`${tcrCode ?? ''} ${dateTime(madeAt)}`}
                    >
                      <Facts layout="ends" rows={rows} />
                    </Section>
                  ),
              )}
            </SimpleGrid>
          );
        })
      }
    </QueryView>
  );
}

/** The lines of a sum: how many and how much, by type, by payment and by VAT. */
function useLines() {
  const { t } = useTranslation('reports');
  const { t: words } = useTranslation('invoices');
  const { money, number } = useFormats();
  return ({ count, total, byType, byPayment, byVat }: Report['turnover']) => {
    const line = (name: string, amount: number, below?: string) =>
      [name, money(amount), below] as const;
    return [
      line(words('detail.total'), total, t('count', { count })),
      ...byType.map((of) => line(words(`type.${of.type}`), of.total, t('count', of))),
      ...byPayment.map((of) =>
        line(words(`paymentMethod.${of.method}`), of.amount, t('count', of)),
      ),
      ...byVat.map(({ rate, exemption, base, vat }) => {
        const name = exemption ?? `${words('detail.vatRate')} ${number(rate)} %`;
        return line(name, vat, `${words('detail.base')} ${money(base)}`);
      }),
    ];
  };
}
