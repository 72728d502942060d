import { Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconFilterOff, IconMoodCheck } from '@tabler/icons-react';
import { useMay } from '../../api/may.ts';
import { useTranslation } from '../../i18n/i18n.ts';
import { Page } from '../../components/page/page.tsx';
import { QueryView } from '../../components/state/query-view.tsx';
import { useSearch } from '../../components/use-search.ts';
import { CauseCard } from './cause/cause-card.tsx';
import { isNarrowed, workFilterOf } from './filter/work-filter.ts';
import type { WorkFilter } from './filter/work-filter.ts';
import { WorkFilters } from './filter/work-filters.tsx';
import { PageActions } from './page-actions.tsx';
import { RetryProgress } from './retry/retry-progress.tsx';
import { causesQuery, useWorkScope } from './work.ts';
import type { FailureCause, WorkScope } from './work.ts';

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
          {({ causes }) => <Causes causes={shownOf(causes, filter).map(possible)} scope={scope} />}
        </QueryView>
      </Stack>
    </Page>
  );
}

function shownOf(causes: readonly FailureCause[], filter: WorkFilter) {
  return causes.filter(({ cause }) => filter.cause === null || cause === filter.cause);
}

interface CausesProps {
  causes: readonly FailureCause[];
  scope: WorkScope;
}

function Causes({ causes, scope }: CausesProps) {
  const { t } = useTranslation('failed-work');
  return (
    <Stack gap="lg">
      <Group gap="lg">
        <Text fw={500}>{t('causes', { count: causes.length })}</Text>
        <Text fw={500}>
          {t('invoices', { count: causes.reduce((sum, { count }) => sum + count, 0) })}
        </Text>
      </Group>
      {causes.map((cause) => (
        <CauseCard key={`${scope.environment} ${cause.cause}`} cause={cause} scope={scope} />
      ))}
    </Stack>
  );
}
