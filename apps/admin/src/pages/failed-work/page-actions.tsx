import { SegmentedControl } from '@mantine/core';
import { useSearchParams } from 'react-router';
import type { Environment } from '../../api/contract.ts';
import { useTranslation } from '../../i18n/i18n.ts';
import { LiveBadge } from '../../live/live-badge.tsx';
import { useWorkChanges } from './work.ts';
import type { WorkScope } from './work.ts';

/**
 * What stands beside the title: for operators the environment, for a company that its page is live.
 */
export function PageActions({ scope: { companyId, environment } }: { scope: WorkScope }) {
  return companyId === null ? (
    <EnvironmentChoice environment={environment} />
  ) : (
    <Live companyId={companyId} environment={environment} />
  );
}

function Live({ companyId, environment }: { companyId: string; environment: Environment }) {
  return <LiveBadge state={useWorkChanges(companyId, environment)} />;
}

function EnvironmentChoice({ environment }: { environment: Environment }) {
  const { t } = useTranslation();
  const [, setSearch] = useSearchParams();
  return (
    <SegmentedControl
      aria-label={t('environment.label')}
      size="sm"
      value={environment}
      onChange={(value) => setSearch({ environment: value })}
      data={(['live', 'test'] as const).map((value) => ({
        value,
        label: t(`environment.${value}`),
      }))}
    />
  );
}
