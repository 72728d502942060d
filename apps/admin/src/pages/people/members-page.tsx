import { Box, Switch } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call, read } from '../../api/client.ts';
import { withIdentity } from '../../components/dialog/identity.ts';
import { QueryView } from '../../components/state/query-view.tsx';
import { Section } from '../../components/page/page.tsx';
import { useChange } from '../../components/form/change.tsx';
import { useTranslation } from '../../i18n/i18n.ts';
import { useCompany } from '../../shell/company-guard.tsx';
import { PeoplePage } from './people-page.tsx';

/** The admins of a company. */
export default function MembersPage() {
  const { id } = useCompany();
  return (
    <PeoplePage companyId={id}>
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
