import { Stack } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { answer, api } from '../../api/client.ts';
import { useUser } from '../../api/session.ts';
import { useTranslation } from '../../i18n/i18n.ts';
import { notifyDone } from '../../parts/notify.ts';
import { Page } from '../../parts/page.tsx';
import { useCompany } from '../../shell/company-door.tsx';
import { CompanyForm } from './company-form.tsx';
import type { CompanyValues } from './company-form.tsx';
import { bodyOf, valuesOf } from './company-values.ts';
import { LimitsSection } from './limits-section.tsx';
import { PauseSection } from './pause-section.tsx';

/** What stands on the company's invoices; for operators also its limits and the pause. */
export function ProfilePage() {
  const { t } = useTranslation('companies');
  const { t: words } = useTranslation();
  const company = useCompany();
  const isOperator = useUser().role === 'operator';
  const cache = useQueryClient();
  const save = useMutation({
    mutationFn: (values: CompanyValues) =>
      answer(
        api.PATCH('/admin/api/companies/{companyId}', {
          params: { path: { companyId: company.id } },
          body: bodyOf(values),
        }),
      ),
    onSuccess: async () => {
      await cache.invalidateQueries({ queryKey: ['companies'] });
      notifyDone(t('profile.saved'));
    },
  });
  const tinLocked = company.isTinFixed
    ? t('profile.tinFixed')
    : isOperator
      ? undefined
      : t('profile.tinByOperator');
  return (
    <Page title={t('profile.title')} description={t('profile.intro')} width="narrow">
      <Stack gap="lg">
        <CompanyForm
          initial={valuesOf(company)}
          submit={words('action.save')}
          isWaiting={save.isPending}
          error={save.error}
          tinLocked={tinLocked}
          onSubmit={save.mutate}
        />
        {isOperator && <LimitsSection />}
        {isOperator && <PauseSection />}
      </Stack>
    </Page>
  );
}
