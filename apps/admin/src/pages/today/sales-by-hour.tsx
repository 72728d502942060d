import { Group, Stack, Text } from '@mantine/core';
import { PageLink } from '../../components/text/text.tsx';
import { useFormats } from '../../format/use-formats.ts';
import { useTranslation } from '../../i18n/i18n.ts';
import { useCompany, useEnvironment } from '../../shell/company-guard.tsx';
import { Legend, MinuteBars } from '../operations/charts/minute-bars.tsx';
import type { Tone } from '../operations/charts/minute-bars.tsx';
import { MinuteTable } from '../operations/charts/minute-table.tsx';
import type { Today } from './today.ts';

type Outcome = Today['totals'][number]['outcome'];

/** From the bottom of a bar up. */
const OUTCOMES = ['Fiscalized', 'Pending', 'Offline', 'Failed'] as const satisfies Outcome[];
const TONES = {
  Fiscalized: 'good',
  Pending: 'waiting',
  Offline: 'warning',
  Failed: 'bad',
} as const satisfies Record<Outcome, Tone>;

/** The day as bars, with the sums of each outcome in words and the figures in a table. */
export function SalesByHour({ today: { day, hours, totals } }: { today: Today }) {
  const { t } = useTranslation('today');
  const formats = useFormats();
  const countOf = (sales: Today['totals'], outcome: Outcome) =>
    sales.find((each) => each.outcome === outcome)?.count ?? 0;
  const names = OUTCOMES.map((outcome) => t(`outcome.${outcome}`));
  const hourOf = (at: Date) => formats.time(at).slice(0, 5);
  const bars = hours.map(({ startsAt, sales }) => {
    const at = new Date(startsAt);
    const parts = OUTCOMES.map((name) => ({ tone: TONES[name], value: countOf(sales, name) }));
    const figures = parts.map(({ value }) => value);
    const label = [hourOf(at), ...names.map((name, index) => `${name} ${figures[index]}`)];
    return { at, label: label.join(', '), parts, figures };
  });
  const counts = Object.fromEntries(OUTCOMES.map((name) => [name, countOf(totals, name)]));
  if (totals.length === 0) return <Text c="dimmed">{t('sales.none')}</Text>;
  return (
    <Stack gap="md">
      <Totals totals={totals} day={day} />
      <MinuteBars
        label={t('sales.chart', counts)}
        bars={bars}
        from={hourOf(bars[0]?.at ?? new Date())}
        to={hourOf(bars.at(-1)?.at ?? new Date())}
      />
      <Legend entries={OUTCOMES.map((name) => [TONES[name], t(`outcome.${name}`)])} />
      <MinuteTable title={t('sales.table')} columns={[t('sales.hour'), ...names]} rows={bars} />
    </Stack>
  );
}

/** How many of each outcome, and how much: each leads to the list of the day that shows them. */
function Totals({ totals, day }: Pick<Today, 'totals' | 'day'>) {
  const { t } = useTranslation('today');
  const { money, number } = useFormats();
  const { id } = useCompany();
  const environment = useEnvironment();
  const listOf = (status: Outcome) => {
    const filter = new URLSearchParams({ environment, from: day, to: day });
    // Failures that were dismissed are not counted, and not listed there.
    if (status === 'Failed') return `failed?${filter.toString()}`;
    filter.set('status', status);
    return `invoices?${filter.toString()}`;
  };
  return (
    <Group component="ul" gap="xl" p={0} m={0} aria-label={t('sales.outcomes')}>
      {OUTCOMES.flatMap((name) => totals.filter(({ outcome }) => outcome === name)).map(
        ({ outcome, count, amount }) => (
          <Stack key={outcome} component="li" gap={2} style={{ listStyle: 'none' }}>
            <PageLink to={`/companies/${id}/${listOf(outcome)}`}>
              {`${t(`outcome.${outcome}`)}: ${number(count)}`}
            </PageLink>
            <Text fw={600}>{money(amount)}</Text>
          </Stack>
        ),
      )}
    </Group>
  );
}
