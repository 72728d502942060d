import { EnvironmentChoice } from '../../components/environment-choice.tsx';
import type { Environment } from '../../api/contract.ts';
import { LiveBadge } from '../../live/live-badge.tsx';
import { useWorkChanges } from './work.ts';
import type { WorkScope } from './work.ts';

/**
 * What stands beside the title: for operators the environment, for a company that its page is live.
 */
export function PageActions({ scope: { companyId, environment } }: { scope: WorkScope }) {
  return companyId === null ? (
    <EnvironmentChoice environment={environment} size="sm" />
  ) : (
    <Live companyId={companyId} environment={environment} />
  );
}

function Live({ companyId, environment }: { companyId: string; environment: Environment }) {
  return <LiveBadge state={useWorkChanges(companyId, environment)} />;
}
