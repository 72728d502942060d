// A report of a cash register: which one, its files, and what it comes to where it is sums.

import { Button, Group, NativeSelect, SimpleGrid, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { read } from '../../api/client.ts';
import type { Schema } from '../../api/contract.ts';
import { DayField } from '../../components/form/day-field.tsx';
import { Facts } from '../../components/page/facts.tsx';
import { Section } from '../../components/page/page.tsx';
import { useSentences } from '../../components/sentences/use-sentences.ts';
import { QueryView } from '../../components/state/query-view.tsx';
import type { useSearch } from '../../components/use-search.ts';
import { podgoricaDay } from '../../format/podgorica-day.ts';
import { useFormats } from '../../format/use-formats.ts';
import { useLanguage, useTranslation } from '../../i18n/i18n.ts';
import { chosenReport, REPORTS, SUMS } from './chosen-report.ts';

interface ReportsProps {
  companyId: string;
  cashRegisters: Schema<'AdminInspection'>['cashRegisters'];
  /** What is chosen, and how to choose. */
  search: ReturnType<typeof useSearch>;
}

const FILES = [
  ['PDF (A4)', { format: 'pdf', paper: 'a4' }],
  ['PDF (80 mm)', { format: 'pdf', paper: '80mm' }],
  ['Excel (XLSX)', { format: 'xlsx' }],
  ['CSV', { format: 'csv' }],
] as const;

/** The chosen report, of the first cash register where none is chosen. */
export function Reports({ companyId, cashRegisters, search: [chosen, choose] }: ReportsProps) {
  const { t } = useTranslation('reports');
  const { t: words } = useTranslation('invoices');
  const language = useLanguage();
  const today = podgoricaDay(new Date());
  const { report, days } = chosenReport(chosen, today);
  const sums = SUMS.find((name) => name === report);
  const cashRegister = chosen.get('cashRegister') ?? cashRegisters[0]?.id;
  if (cashRegister === undefined) return words('numbers.noRegister');
  const of = { cashRegister, ...days };
  return (
    <Stack gap="lg">
      <Section title={t(`name.${report}`)} description={sums === undefined && t('journal')}>
        <Stack>
          <Group gap="xs">
            {FILES.map(([name, file]) => {
              const query = new URLSearchParams({ ...of, ...file, language }).toString();
              const href = `/admin/api/companies/${companyId}/reports/${report}?${query}`;
              return (
                <Button key={name} component="a" href={href} target="_blank" rel="noreferrer">
                  {name}
                </Button>
              );
            })}
          </Group>
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <NativeSelect
              label={t('which')}
              value={report}
              onChange={(event) => choose({ report: event.currentTarget.value })}
              data={REPORTS.map((value) => ({ value, label: t(`name.${value}`) }))}
            />
            <NativeSelect
              label={words('numbers.register')}
              value={cashRegister}
              onChange={(event) => choose({ cashRegister: event.currentTarget.value })}
              data={cashRegisters.map(({ id, name, tcrCode }) => ({
                value: id,
                label: `${name} ${tcrCode ?? ''}`,
              }))}
            />
            {Object.entries(days).map(([name, value]) => (
              <DayField
                key={name}
                label={t(`day.${name as keyof typeof days}`)}
                value={value}
                maxDate={today}
                onChange={(day) => choose({ [name]: day })}
              />
            ))}
          </SimpleGrid>
        </Stack>
      </Section>
      {sums && <Figures report={sums} of={{ companyId, ...of }} />}
    </Stack>
  );
}

interface FiguresProps {
  report: (typeof SUMS)[number];
  of: { companyId: string; cashRegister: string; date?: string; from?: string; to?: string };
}

/** Of the present TCR code, and of those that the cash register had before. */
function Figures({ report, of }: FiguresProps) {
  const { t } = useTranslation('reports');
  const { t: words } = useTranslation('invoices');
  const { money, dateTime } = useFormats();
  const asked = read(`/companies/{companyId}/reports/${report}`, of);
  // What stands there is read again when a person comes back to it; sums of days take long.
  const query = useQuery({ ...asked, staleTime: report === 'state' ? 0 : Infinity });
  const { say } = useSentences(query.data?.sentences ?? []);
  return (
    <QueryView query={query}>
      {({ sections, madeAt, ...main }) =>
        [main, ...sections].map(({ tcrCode, forDeposit, failed, ...sums }) => (
          <Section key={tcrCode} title={tcrCode ?? '–'} description={dateTime(madeAt)}>
            <Facts
              layout="ends"
              rows={[
                ...(['turnover', 'registered', 'notRegistered'] as const).map((name) => {
                  const { count, total } = sums[name];
                  return [t(name), money(total), t('count', { count })] as const;
                }),
                ...sums.turnover.byPayment.map(
                  ({ method, amount }) =>
                    [words(`paymentMethod.${method}`), money(amount)] as const,
                ),
                [t('forDeposit'), money(forDeposit)],
                ...failed.map(
                  ({ invoiceNumber, total, reason }) =>
                    [`${t('failed')} ${invoiceNumber}`, money(total), say(reason)] as const,
                ),
              ]}
            />
          </Section>
        ))
      }
    </QueryView>
  );
}
