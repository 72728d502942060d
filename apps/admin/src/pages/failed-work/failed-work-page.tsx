import { Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconMoodCheck } from '@tabler/icons-react';
import { useMay } from '../../api/may.ts';
import { useTranslation } from '../../i18n/i18n.ts';
import { Page } from '../../components/page/page.tsx';
import { QueryView } from '../../components/state/query-view.tsx';
import { CauseCard } from './cause/cause-card.tsx';
import { PageActions } from './page-actions.tsx';
import { causesQuery, useWorkScope } from './work.ts';
import type { FailureCause } from './work.ts';

/** Failed and stuck work by its cause: of the company, or, for operators, of all. */
export default function FailedWorkPage() {
  const { t } = useTranslation('failed-work');
  const scope = useWorkScope();
  const query = useQuery(causesQuery(scope));
  const may = useMay();
  // Nobody is offered what the API would refuse them.
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
      <QueryView
        query={query}
        isEmpty={({ causes }) => causes.length === 0}
        empty={{ icon: IconMoodCheck, title: t('nothing'), text: t('nothingHint') }}
      >
        {({ causes }) => (
          <Stack gap="lg">
            <Group gap="lg">
              <Text fw={500}>{t('causes', { count: causes.length })}</Text>
              <Text fw={500}>
                {t('invoices', { count: causes.reduce((sum, { count }) => sum + count, 0) })}
              </Text>
            </Group>
            {causes.map((cause) => (
              <CauseCard
                key={`${scope.environment} ${cause.cause}`}
                cause={possible(cause)}
                scope={scope}
              />
            ))}
          </Stack>
        )}
      </QueryView>
    </Page>
  );
}
