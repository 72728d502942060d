import { Switch } from '@mantine/core';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { answer, api } from '../../api/client.ts';
import { sessionQuery } from '../../api/session.ts';
import { useTranslation } from '../../i18n/i18n.ts';
import { withIdentity } from '../../parts/identity.ts';
import { notifyDone, useNotifyProblem } from '../../parts/notify.ts';
import { QueryView } from '../../parts/query-view.tsx';
import { Section } from '../../parts/section.tsx';

const path = '/admin/api/companies/{companyId}/sign-in-policy';

function policyQuery(companyId: string) {
  return queryOptions({
    queryKey: ['companies', companyId, 'sign-in-policy'],
    queryFn: ({ signal }) => answer(api.GET(path, { params: { path: { companyId } }, signal })),
  });
}

/** Whether the company's admins need a second factor. */
export function SignInPolicy({ companyId }: { companyId: string }) {
  const { t } = useTranslation('people');
  const cache = useQueryClient();
  const query = useQuery(policyQuery(companyId));
  const change = useMutation({
    mutationFn: (requiresSecondFactor: boolean) => {
      const init = { params: { path: { companyId } }, body: { requiresSecondFactor } };
      return withIdentity(() => answer(api.PUT(path, init)));
    },
    onSuccess: async (policy) => {
      cache.setQueryData(policyQuery(companyId).queryKey, policy);
      notifyDone(policy.requiresSecondFactor ? t('policy.on') : t('policy.off'));
      // It may have been set for oneself, too.
      await cache.invalidateQueries(sessionQuery);
    },
    onError: useNotifyProblem(),
  });
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
