import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { answer, api } from '../../api/client.ts';
import { ApiProblem, isProblem } from '../../api/problem.ts';
import { useTranslation } from '../../i18n/i18n.ts';
import { notifyDone } from '../../parts/notify.ts';
import { Page } from '../../parts/page.tsx';
import { CompanyForm } from './company-form.tsx';
import type { CompanyValues } from './company-form.tsx';
import { bodyOf, newCompany } from './company-values.ts';

/** For operators; leads to the new company's first steps. */
export function NewCompanyPage() {
  const { t } = useTranslation('companies');
  const navigate = useNavigate();
  const cache = useQueryClient();
  const create = useMutation({
    mutationFn: (values: CompanyValues) =>
      answer(api.POST('/admin/api/companies', { body: bodyOf(values) })),
    onSuccess: async ({ id }) => {
      notifyDone(t('create.created'));
      await cache.invalidateQueries({ queryKey: ['companies'] });
      await navigate(`/companies/${id}/start`);
    },
  });
  const error = isProblem(create.error, 'CONFLICT')
    ? new ApiProblem('TIN_TAKEN', 409, t('create.tinTaken'))
    : create.error;
  return (
    <Page
      title={t('create.title')}
      description={t('create.intro')}
      width="narrow"
      back={{ to: '/companies', label: t('list.title') }}
    >
      <CompanyForm
        initial={newCompany}
        submit={t('create.submit')}
        isWaiting={create.isPending}
        error={error}
        onSubmit={create.mutate}
      />
    </Page>
  );
}
