import { Group, Stack, Text, Select, CloseButton, Progress } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconFilterOff, IconMoodCheck } from '@tabler/icons-react';
import { useMay } from '../../api/may.ts';
import { useTranslation } from '../../i18n/i18n.ts';
import { Page, Section } from '../../components/page/page.tsx';
import { QueryView } from '../../components/state/query-view.tsx';
import { useSearch } from '../../components/use-search.ts';
import { CauseCard } from './cause/cause-card.tsx';
import { isNarrowed, workFilterOf, NO_FILTER } from './filter/work-filter.ts';
import type { WorkFilter } from './filter/work-filter.ts';
import { PageActions } from './page-actions.tsx';
import { causesQuery, useWorkScope, tillsQuery, pathOf } from './work.ts';
import type { FailureCause, WorkScope, AffectedTill } from './work.ts';
import { DayField } from '../../components/form/day-field.tsx';
import { Filters } from '../../components/page/filters.tsx';
import { useFailureWords } from './failure-words.tsx';
import { useState } from 'react';
import { read } from '../../api/client.ts';
import type { Schema } from '../../api/contract.ts';
import { StatusBadge } from '../../components/text/text.tsx';
import { RelativeTime } from '../../components/text/relative-time.tsx';

/** Failed and stuck work by its cause: of the company, or, for operators, of all. */
export default function FailedWorkPage() {
  const { t } = useTranslation('failed-work');
  const [search, change] = useSearch();
  const filter = workFilterOf(search);
  const scope = { ...useWorkScope(), filter };
  const query = useQuery(causesQuery(scope));
  const may = useMay();
  // Only what the API would let this person do is offered.
  const possible = (cause: FailureCause) => ({
    ...cause,
    canRetry: cause.canRetry && may.retry,
    remedyAction: may.change ? cause.remedyAction : null,
  });
  return (
    <Page
      title={t('title')}
      description={t('intro')}
      width="wide"
      actions={<PageActions scope={scope} />}
    >
      <Stack gap="lg">
        <WorkFilters
          scope={scope}
          filter={filter}
          causes={query.data?.causes ?? []}
          onChange={change}
        />
        <RetryProgress scope={scope} />
        <QueryView
          query={query}
          isEmpty={({ causes }) => shownOf(causes, filter).length === 0}
          empty={
            isNarrowed(filter)
              ? { icon: IconFilterOff, title: t('nothingFound'), text: t('nothingFoundHint') }
              : { icon: IconMoodCheck, title: t('nothing'), text: t('nothingHint') }
          }
        >
          {({ causes: all }) => {
            const causes = shownOf(all, filter).map(possible);
            return (
              <Stack gap="lg">
                <Group gap="lg">
                  <Text fw={600}>{t('causes', { count: causes.length })}</Text>
                  <Text fw={600}>
                    {t('invoices', { count: causes.reduce((sum, { count }) => sum + count, 0) })}
                  </Text>
                </Group>
                {causes.map((cause) => (
                  <CauseCard
                    key={`${scope.environment} ${cause.cause}`}
                    cause={cause}
                    scope={scope}
                  />
                ))}
              </Stack>
            );
          }}
        </QueryView>
      </Stack>
    </Page>
  );
}

function shownOf(causes: readonly FailureCause[], filter: WorkFilter) {
  return causes.filter(({ cause }) => filter.cause === null || cause === filter.cause);
}

interface WorkFiltersProps {
  scope: WorkScope;
  filter: WorkFilter;
  causes: readonly FailureCause[];
  onChange: (change: Partial<WorkFilter>) => void;
}

/**
 * What the page is narrowed to; every change goes into the URL. Only what has failed is offered.
 */
function WorkFilters({ scope, filter, causes, onChange }: WorkFiltersProps) {
  const { t } = useTranslation('failed-work');
  const words = useFailureWords();
  const { companyId, environment } = scope;
  const { data } = useQuery(tillsQuery({ companyId, environment }, null));
  const tills = data?.tills ?? [];
  const ofCompany = tills.filter(
    (till) => filter.companyId === null || till.companyId === filter.companyId,
  );
  const anyOf = { placeholder: t('filter.any'), clearable: true };
  return (
    <Filters
      label={t('filter.label')}
      narrowing={Object.values(filter).filter((value) => value !== null).length}
      onClear={() => onChange(NO_FILTER)}
    >
      {companyId === null && (
        <Select
          {...anyOf}
          searchable
          label={t('column.company')}
          value={filter.companyId}
          data={choices(tills, 'companyId', ({ companyName }) => companyName)}
          onChange={(value) => onChange({ companyId: value, cashRegisterId: null })}
        />
      )}
      <Select
        {...anyOf}
        searchable
        label={t('filter.till')}
        value={filter.cashRegisterId}
        data={choices(ofCompany, 'cashRegisterId', ({ companyName, cashRegisterName }) =>
          companyId === null ? `${companyName}: ${cashRegisterName}` : cashRegisterName,
        )}
        onChange={(value) => onChange({ cashRegisterId: value })}
      />
      <Select
        {...anyOf}
        label={t('filter.cause')}
        value={filter.cause}
        data={causes.map((cause) => ({ value: cause.cause, label: words.choiceOf(cause) }))}
        onChange={(value) => onChange({ cause: value })}
      />
      {(['from', 'to'] as const).map((end) => (
        <DayField
          key={end}
          label={t(`filter.${end}`)}
          value={filter[end] ?? ''}
          onChange={(day) => onChange({ [end]: day })}
        />
      ))}
    </Filters>
  );
}

/** Each once. */
function choices(
  tills: readonly AffectedTill[],
  key: 'companyId' | 'cashRegisterId',
  labelOf: (till: AffectedTill) => string,
) {
  return [...new Map(tills.map((till) => [till[key], labelOf(till)]))].map(([value, label]) => ({
    value,
    label,
  }));
}

type Batch = Schema<'AdminRetryBatch'>;

const WHILE_OPEN_MS = 2_000;
const ELSE_MS = 15_000;

/** Ids of finished batches that this browser does not show any more. */
const PUT_AWAY = 'fiscal-retries-put-away';

function readPutAway(): string[] {
  return JSON.parse(localStorage.getItem(PUT_AWAY) ?? '[]') as string[];
}

/** What was tried again within the last hour, until each invoice has its outcome and after. */
function RetryProgress({ scope }: { scope: WorkScope }) {
  const { t } = useTranslation('failed-work');
  const { companyId, environment } = scope;
  const { data } = useQuery({
    ...read(`${pathOf(scope)}/failed-work/retries`, { companyId, environment } as WorkScope),
    refetchInterval: ({ state }) =>
      state.data?.batches.some(({ open }) => open > 0) ? WHILE_OPEN_MS : ELSE_MS,
  });
  const [away, setAway] = useState(readPutAway);
  const shown = data?.batches.filter(({ id, open }) => open > 0 || !away.includes(id)) ?? [];
  if (shown.length === 0) return null;
  const putAway = (id: string) => {
    // Only those that the service still names are remembered: it names one for an hour.
    const kept = data?.batches.map((batch) => batch.id).filter((each) => away.includes(each)) ?? [];
    localStorage.setItem(PUT_AWAY, JSON.stringify([...kept, id]));
    setAway([...kept, id]);
  };
  return (
    <Section title={t('batch.title')}>
      <Stack gap="md" role="status">
        {shown.map((batch) => (
          <BatchProgress key={batch.id} batch={batch} onPutAway={() => putAway(batch.id)} />
        ))}
      </Stack>
    </Section>
  );
}

function BatchProgress({ batch, onPutAway }: { batch: Batch; onPutAway: () => void }) {
  const { t } = useTranslation('failed-work');
  const { total, open, fiscalized, offline, failed, startedAt } = batch;
  const done = total - open;
  return (
    <div>
      <Group justify="space-between" gap="sm" mb={4}>
        <Group gap="sm">
          <Text fw={600}>
            {open > 0
              ? t('batch.progress', { done, total })
              : t('batch.fiscalized', { done: fiscalized, total })}
          </Text>
          {open > 0 && fiscalized > 0 && (
            <StatusBadge tone="good">{t('batch.good', { count: fiscalized })}</StatusBadge>
          )}
          {offline > 0 && (
            <StatusBadge tone="waiting">{t('batch.offline', { count: offline })}</StatusBadge>
          )}
          {failed > 0 && (
            <StatusBadge tone="bad">{t('batch.failed', { count: failed })}</StatusBadge>
          )}
        </Group>
        <Group gap="xs">
          <RelativeTime at={startedAt} />
          {open === 0 && <CloseButton aria-label={t('batch.putAway')} onClick={onPutAway} />}
        </Group>
      </Group>
      <Progress
        value={(100 * done) / total}
        color={open === 0 && failed === 0 ? 'green' : failed > 0 ? 'red' : 'blue'}
        aria-label={t('batch.progress', { done, total })}
      />
    </div>
  );
}
