import { Alert, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { useFormats } from '../../format/use-formats.ts';
import { formatDuration } from '../../format/time.ts';
import { useTranslation } from '../../i18n/i18n.ts';
import { Section } from '../../components/page/page.tsx';
import { StatusBadge, Note, Mono } from '../../components/text/text.tsx';
import { lastMinutes } from './charts/minutes.ts';
import { Legend, MinuteBars } from './charts/minute-bars.tsx';
import { MinuteTable } from './charts/minute-table.tsx';
import { HISTORY_MINUTES } from './health.ts';
import type { EfiHealth } from './health.ts';
import { useNow } from '../../components/use-now.ts';
import { useWords } from './words.ts';

const OUTCOMES = ['registered', 'refused', 'unanswered'] as const;
const TONES = { registered: 'good', refused: 'warning', unanswered: 'bad' } as const;

/** How the authority responds, one sheet an environment, the live one first. */
export function Authority({ efi }: { efi: readonly EfiHealth[] }) {
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
      {efi
        .toSorted((a, b) => a.environment.localeCompare(b.environment))
        .map((health) => (
          <Endpoint key={health.environment} health={health} />
        ))}
    </SimpleGrid>
  );
}

function Endpoint({ health }: { health: EfiHealth }) {
  const { t } = useTranslation('operations');
  const words = useWords();
  const formats = useFormats();
  const now = useNow(5_000);
  const { circuit, silentCompanies, failingCompanies, receiptCheckSilentSince } = health;
  const minutes = lastMinutes(health.minutes, HISTORY_MINUTES, now);
  const totals = totalsOf(minutes.map(({ row }) => row));
  const environment = words.environment(health.environment);
  const minuteOf = (at: Date) => formats.time(at).slice(0, 5);
  const names = OUTCOMES.map((outcome) => t(`authority.${outcome}`));
  const bars = minutes.map(({ at, row }) => {
    const parts = OUTCOMES.map((name) => ({ tone: TONES[name], value: row?.[name] ?? 0 }));
    const figures = parts.map(({ value }) => value);
    const label = [minuteOf(at), ...names.map((name, index) => `${name} ${figures[index]}`)];
    return { at, label: label.join(', '), parts, figures };
  });
  return (
    <Section
      title={`${t('authority.title')}: ${environment}`}
      description={t('authority.subtitle')}
      actions={<CircuitBadge circuit={circuit} isBelieved={health.disbelief === null} />}
    >
      <Stack gap="md">
        <DisbeliefAlert health={health} environment={environment} />
        {circuit && (
          <Note>
            {circuit.state === 'open' ? `${t('authority.openMeans')} ` : ''}
            {t('authority.since', {
              time: formatDuration((now.getTime() - Date.parse(circuit.since)) / 1_000),
            })}
            {circuit.failures > 0 && ` · ${t('authority.failures', { count: circuit.failures })}`}
          </Note>
        )}
        {silentCompanies.found > 0 && (
          <Text size="sm">
            {t('authority.silentMeans', { companies: words.companies(silentCompanies) })}
          </Text>
        )}
        {failingCompanies.found > 0 && (
          <Text size="sm">
            {t('authority.failingMeans', { companies: words.companies(failingCompanies) })}
          </Text>
        )}
        {receiptCheckSilentSince !== null && (
          <Text size="sm">
            {t('authority.receiptCheckMeans', { time: formats.time(receiptCheckSilentSince) })}
          </Text>
        )}
        <MinuteBars
          label={t('authority.chart', { environment, minutes: HISTORY_MINUTES, ...totals })}
          from={minuteOf(minutes[0]?.at ?? now)}
          to={minuteOf(minutes.at(-1)?.at ?? now)}
          bars={bars}
        />
        <Legend
          entries={OUTCOMES.map((name) => [
            TONES[name],
            `${t(`authority.${name}`)} ${formats.number(totals[name])}`,
          ])}
        />
        <Speed totals={totals} />
        <MinuteTable
          title={t('authority.history')}
          columns={[t('authority.minute'), ...names]}
          rows={bars}
        />
      </Stack>
    </Section>
  );
}

function Speed({ totals }: { totals: ReturnType<typeof totalsOf> }) {
  const { t } = useTranslation('operations');
  const { number } = useFormats();
  if (totals.all === 0) return <Note>{t('authority.idle')}</Note>;
  return (
    <Group gap="lg">
      <Text size="sm">{t('authority.share', { percent: totals.answeredPercent })}</Text>
      <Text size="sm">{t('authority.meanMs', { ms: number(totals.meanMs) })}</Text>
      <Text size="sm">{t('authority.slowestMs', { ms: number(totals.slowestMs) })}</Text>
    </Group>
  );
}

type EfiMinute = EfiHealth['minutes'][number];

function totalsOf(rows: readonly (EfiMinute | null)[]) {
  const sum = (of: (row: EfiMinute) => number) =>
    rows.reduce((total, row) => total + (row ? of(row) : 0), 0);
  const countOf = (row: EfiMinute) => row.registered + row.refused + row.unanswered;
  const [registered, refused, all] = [
    sum((row) => row.registered),
    sum((row) => row.refused),
    sum(countOf),
  ];
  return {
    registered,
    refused,
    unanswered: all - registered - refused,
    all,
    answeredPercent: all === 0 ? 0 : Math.floor(((registered + refused) / all) * 100),
    meanMs: all === 0 ? 0 : Math.round(sum((row) => row.averageMs * countOf(row)) / all),
    slowestMs: Math.max(0, ...rows.map((row) => row?.slowestMs ?? 0)),
  };
}

interface CircuitBadgeProps {
  circuit: EfiHealth['circuit'];
  isBelieved: boolean;
}

/** How the authority responds, in a word. */
function CircuitBadge({ circuit, isBelieved }: CircuitBadgeProps) {
  const { t } = useTranslation('operations');
  if (!circuit) return <StatusBadge tone="neutral">{t('authority.circuitUnknown')}</StatusBadge>;
  if (circuit.state === 'open') {
    return <StatusBadge tone="bad">{t('authority.circuitOpen')}</StatusBadge>;
  }
  return isBelieved ? (
    <StatusBadge tone="good">{t('authority.circuitClosed')}</StatusBadge>
  ) : (
    <StatusBadge tone="bad">{t('authority.disbelieved')}</StatusBadge>
  );
}

/** What an operator has to know while replies are not believed; nothing where all is well. */
function DisbeliefAlert({ health, environment }: { health: EfiHealth; environment: string }) {
  const { t } = useTranslation('operations');
  const isUnpinned = health.unpinned !== null;
  const cause = health.unpinned ?? health.disbelief;
  if (cause === null) return null;
  const kind = isUnpinned ? 'unpinned' : 'disbelief';
  return (
    <Alert color="red" title={t(`problem.${kind}`, { environment })}>
      {t(`authority.${kind}Means`)}
      <Mono display="block" mt="xs">
        {cause}
      </Mono>
    </Alert>
  );
}
