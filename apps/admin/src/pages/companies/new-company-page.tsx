import { useNavigate } from 'react-router';
import { call } from '../../api/client.ts';
import { ApiProblem, isProblem } from '../../api/problem.ts';
import { Page } from '../../components/page/page.tsx';
import { useChange } from '../../components/form/change.tsx';
import { useTranslation } from '../../i18n/i18n.ts';
import { bodyOf, CompanyForm } from './company-form.tsx';
import type { CompanyEdit } from './company-form.tsx';

/** For operators; leads to the new company's first steps. */
export default function NewCompanyPage() {
  const { t } = useTranslation('companies');
  const navigate = useNavigate();
  const create = useChange(
    ({ values }: CompanyEdit) => call('post', '/companies', { body: bodyOf(values) }),
    {
      onDone: ({ id }) => void navigate(`/companies/${id}/start`),
      done: t('create.created'),
      onError: 'shown',
    },
  );
  const error = isProblem(create.error, 'CONFLICT')
    ? new ApiProblem({ code: 'TIN_TAKEN', error: t('create.tinTaken') }, { status: 409 })
    : create.error;
  return (
    <Page
      title={t('create.title')}
      description={t('create.intro')}
      width="narrow"
      back={{ to: '/companies', label: t('list.title') }}
    >
      <CompanyForm submit={t('create.submit')} change={create} error={error} />
    </Page>
  );
}
