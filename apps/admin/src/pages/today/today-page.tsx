import { Button, SimpleGrid, Stack, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconFileInvoice } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useMay } from '../../api/may.ts';
import { Page, Section } from '../../components/page/page.tsx';
import { Empty, QueryView } from '../../components/state/query-view.tsx';
import { useFormats } from '../../format/use-formats.ts';
import { useTranslation } from '../../i18n/i18n.ts';
import { useCompany, useCompanyPath, useEnvironment } from '../../shell/company-guard.tsx';
import { LiveBadge } from '../../live/live-badge.tsx';
import { useCountedEvents } from '../../live/use-event-stream.ts';
import { Tiles } from './tiles.tsx';
import { todayQuery } from './today.ts';
import type { Today } from './today.ts';
import { AuthorityWords } from '../../components/authority/authority-meaning.tsx';
import { Verdict } from '../../components/state/verdict.tsx';
import { PageLink } from '../../components/text/text.tsx';
import { Legend, MinuteBars } from '../operations/charts/minute-bars.tsx';
import type { Tone } from '../operations/charts/minute-bars.tsx';
import { MinuteTable } from '../operations/charts/minute-table.tsx';

/** The first page of a company: how its day goes, and what needs attention. */
export default function TodayPage() {
  const { t } = useTranslation('today');
  const formats = useFormats();
  const { id: companyId } = useCompany();
  const environment = useEnvironment();
  const options = todayQuery(companyId, environment);
  const query = useQuery(options);
  const live = useCountedEvents({ companyId, environment }, options.queryKey);
  const path = useCompanyPath();
  const { change, report } = useMay();
  const day = query.data?.hours[0]?.startsAt;
  return (
    <Page
      title={t('title')}
      description={day && t('intro', { day: formats.date(day) })}
      width="wide"
      actions={
        <>
          <LiveBadge state={live} />
          {report && (
            <Button component={Link} to={path('reports')} variant="default">
              {t('report')}
            </Button>
          )}
        </>
      }
    >
      <QueryView query={query} lines={8}>
        {(today) => (
          <Stack gap="lg">
            {(today.lastInvoice !== null || today.problems.length > 0) && (
              <DayVerdict today={today} />
            )}
            {today.lastInvoice === null ? (
              <Empty
                icon={IconFileInvoice}
                title={t('begin.title')}
                text={t(change ? 'begin.text' : 'begin.wait')}
                action={
                  change && (
                    <Button component={Link} to={path('start')}>
                      {t('begin.action')}
                    </Button>
                  )
                }
              />
            ) : (
              <>
                <SimpleGrid
                  cols={{ base: 2, md: 3, lg: 5 }}
                  spacing={{ base: 'xs', sm: 'md' }}
                  component="ul"
                  aria-label={t('tile.label')}
                  p={0}
                  m={0}
                  style={{ listStyle: 'none' }}
                >
                  <Tiles today={today} />
                </SimpleGrid>
                <Section title={t('sales.title')}>
                  <SalesByHour today={today} />
                </Section>
              </>
            )}
          </Stack>
        )}
      </QueryView>
    </Page>
  );
}

type Problem = Today['problems'][number];

/** Where something can be done about it; what is not here is for the service's operator. */
const PLACES: Partial<Record<Problem['kind'], string>> = {
  failed: 'failed',
  stuck: 'failed',
  prints: 'failed',
  late: 'offline',
  held: 'cash-registers',
  'sales-fail': 'profile',
  'certificate-missing': 'certificates',
  'certificate-ended': 'certificates',
  'certificate-ending': 'certificates',
};

/** Whether anything is wrong: the API decides it. */
function DayVerdict({ today: { problems, senderRefusal } }: { today: Today }) {
  const { t } = useTranslation('today');
  const worst = problems[0]?.severity ?? 'good';
  return (
    <Verdict
      severity={worst}
      title={t(`well.${worst}`)}
      text={t('well.goodText')}
      problems={problems.map((problem) => ({
        key: problem.kind,
        text: (
          <>
            <ProblemText problem={problem} />
            {problem.kind === 'sender-refused' && senderRefusal !== null && (
              <AuthorityWords
                efiCode={senderRefusal.efiCode}
                efiMessage={null}
                remedyKey={senderRefusal.remedyKey}
              />
            )}
          </>
        ),
      }))}
    />
  );
}

function ProblemText({ problem: { kind, count } }: { problem: Problem }) {
  const { t } = useTranslation('today');
  const path = useCompanyPath();
  const text = t(`problem.${kind}`, { count });
  const place = PLACES[kind];
  if (place === undefined) return text;
  return (
    <PageLink to={path(place)} fz="md">
      {text}
    </PageLink>
  );
}

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
function SalesByHour({ today: { day, hours, totals } }: { today: Today }) {
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
    <Group
      component="ul"
      gap="xl"
      style={{ rowGap: 12 }}
      p={0}
      m={0}
      aria-label={t('sales.outcomes')}
    >
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
