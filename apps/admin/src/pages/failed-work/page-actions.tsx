import type { Environment } from '../../api/contract.ts';
import { LiveBadge } from '../operations/live/live-badge.tsx';
import { EnvironmentChoice } from './environment-choice.tsx';
import { useWorkChanges } from './use-work-changes.ts';
import type { WorkScope } from './work-queries.ts';

/** What stands beside the title: for operators the environment, for a company that its page is live. */
export function PageActions({ scope: { companyId, environment } }: { scope: WorkScope }) {
  if (companyId === null) return <EnvironmentChoice />;
  return <Live companyId={companyId} environment={environment} />;
}

function Live({ companyId, environment }: { companyId: string; environment: Environment }) {
  return <LiveBadge state={useWorkChanges(companyId, environment)} />;
}
