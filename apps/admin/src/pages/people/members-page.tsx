import { Box, Switch } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call, read } from '../../api/client.ts';
import { refreshSession } from '../../api/session.ts';
import { withIdentity } from '../../components/identity.ts';
import { QueryView } from '../../components/query-view.tsx';
import { Section } from '../../components/section.tsx';
import { useChange } from '../../components/use-change.ts';
import { useTranslation } from '../../i18n/i18n.ts';
import { useCompany } from '../../shell/company-guard.tsx';
import { PeoplePage } from './people-page.tsx';
import type { PeopleCalls } from './people-page.tsx';

function callsOf(companyId: string): PeopleCalls {
  const members = '/companies/{companyId}/members';
  const member = `${members}/{userId}` as const;
  return {
    queryKey: ['companies', companyId, 'members'],
    people: () => call('get', members, { companyId }),
    invite: ({ name, email }) => call('post', members, { companyId, body: { name, email } }),
    inviteAgain: ({ id }) => call('post', `${member}/invitation`, { companyId, userId: id }),
    setActive: ({ id }, isActive) =>
      call('patch', member, { companyId, userId: id, body: { isActive } }),
    sessions: ({ id }) => call('get', `${member}/sessions`, { companyId, userId: id }),
    endSession: ({ id }, sessionId) =>
      call('delete', `${member}/sessions/{sessionId}`, { companyId, userId: id, sessionId }),
    endSessions: ({ id }) => call('delete', `${member}/sessions`, { companyId, userId: id }),
  };
}

/** The admins of a company. */
export function MembersPage() {
  const { id } = useCompany();
  return (
    <PeoplePage of="members" calls={callsOf(id)}>
      <Box mt="xl">
        <SignInPolicy companyId={id} />
      </Box>
    </PeoplePage>
  );
}

/** Whether the company's admins need a second factor. */
function SignInPolicy({ companyId }: { companyId: string }) {
  const { t } = useTranslation('people');
  const cache = useQueryClient();
  const path = '/companies/{companyId}/sign-in-policy';
  const policyQuery = read(path, { companyId });
  const query = useQuery(policyQuery);
  const change = useChange(
    (requiresSecondFactor: boolean) =>
      withIdentity(() => call('put', path, { companyId, body: { requiresSecondFactor } })),
    {
      onDone: (policy) => {
        cache.setQueryData(policyQuery.queryKey, policy);
        // It may have been set for oneself, too.
        void refreshSession();
      },
      done: ({ requiresSecondFactor }) => (requiresSecondFactor ? t('policy.on') : t('policy.off')),
    },
  );
  return (
    <Section title={t('policy.title')} description={t('policy.text')}>
      <QueryView query={query}>
        {({ requiresSecondFactor }) => (
          <Switch
            label={t('policy.label')}
            checked={requiresSecondFactor}
            disabled={change.isPending}
            onChange={({ currentTarget }) => change.mutate(currentTarget.checked)}
          />
        )}
      </QueryView>
    </Section>
  );
}
