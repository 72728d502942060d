import { Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconMoodCheck } from '@tabler/icons-react';
import { useSearchParams } from 'react-router';
import { useTranslation } from '../../i18n/i18n.ts';
import { Page } from '../../components/page/page.tsx';
import { QueryView } from '../../components/state/query-view.tsx';
import { CauseCard } from './cause/cause-card.tsx';
import { workFilterOf } from './filter/work-filter.ts';
import type { WorkFilter } from './filter/work-filter.ts';
import { WorkFilters } from './filter/work-filters.tsx';
import { PageActions } from './page-actions.tsx';
import { RetryProgress } from './retry/retry-progress.tsx';
import { causesQuery, useWorkScope } from './work.ts';
import type { FailureCause, WorkScope } from './work.ts';

/** Failed and stuck work by its cause: of the company, or, for operators, of all. */
export default function FailedWorkPage() {
  const { t } = useTranslation('failed-work');
  const [search, setSearch] = useSearchParams();
  const filter = workFilterOf(search);
  const scope = { ...useWorkScope(), filter };
  const query = useQuery(causesQuery(scope));
  const change = (changed: Partial<WorkFilter>) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        for (const [name, value] of Object.entries(changed)) {
          if (value) next.set(name, value);
          else next.delete(name);
        }
        return next;
      },
      { replace: true },
    );
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
          isEmpty={({ causes }) => causes.length === 0}
          empty={{ icon: IconMoodCheck, title: t('nothing'), text: t('nothingHint') }}
        >
          {({ causes }) => <Causes causes={causes} scope={scope} />}
        </QueryView>
      </Stack>
    </Page>
  );
}

interface CausesProps {
  causes: readonly FailureCause[];
  scope: WorkScope & { filter: WorkFilter };
}

function Causes({ causes, scope }: CausesProps) {
  const { t } = useTranslation('failed-work');
  const { cause: only } = scope.filter;
  const shown = causes.filter(({ cause }) => only === null || cause === only);
  return (
    <Stack gap="lg">
      <Group gap="lg">
        <Text fw={500}>{t('causes', { count: shown.length })}</Text>
        <Text fw={500}>
          {t('invoices', { count: shown.reduce((sum, { count }) => sum + count, 0) })}
        </Text>
      </Group>
      {shown.map((cause) => (
        <CauseCard key={`${scope.environment} ${cause.cause}`} cause={cause} scope={scope} />
      ))}
    </Stack>
  );
}
