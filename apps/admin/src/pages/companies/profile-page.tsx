import { NumberInput, SimpleGrid, Stack } from '@mantine/core';
import { call } from '../../api/client.ts';
import type { Schema } from '../../api/contract.ts';
import { useSession } from '../../api/session.ts';
import { Page, Section } from '../../components/page/page.tsx';
import { ChangeButton, useChange } from '../../components/form/change.tsx';
import { ChangeForm } from '../../components/form/form.tsx';
import { useEditForm } from '../../components/form/use-edit-form.tsx';
import type { Edit } from '../../components/form/use-edit-form.tsx';
import { useFormats } from '../../format/use-formats.ts';
import { useTranslation } from '../../i18n/i18n.ts';
import { useCompany } from '../../shell/company-guard.tsx';
import { bodyOf, CompanyForm } from './company-form.tsx';
import type { CompanyEdit } from './company-form.tsx';

/** What stands on the company's invoices; for operators also its limits and the pause. */
export default function ProfilePage() {
  const { t } = useTranslation('companies');
  const company = useCompany();
  const isOperator = useSession().user.role === 'operator';
  const save = useChange(
    ({ changed, from = company }: CompanyEdit) =>
      call('patch', '/companies/{companyId}', {
        companyId: company.id,
        version: from.version,
        body: bodyOf(changed),
      }),
    { done: t('profile.saved'), onError: 'shown' },
  );
  const tinLocked = company.isTinFixed
    ? t('profile.tinFixed')
    : isOperator
      ? undefined
      : t('profile.tinByOperator');
  return (
    <Page title={t('profile.title')} description={t('profile.intro')} width="narrow">
      <Stack gap="lg">
        <CompanyForm company={company} change={save} error={save.error} tinLocked={tinLocked} />
        {isOperator && <LimitsSection />}
        {isOperator && <PauseSection />}
      </Stack>
    </Page>
  );
}

type Limited = Pick<Schema<'AdminCompany'>, 'version' | 'writesPerMinute' | 'readsPerMinute'>;

/** What number fields give: empty is text. */
type Limits = Record<'writesPerMinute' | 'readsPerMinute', number | string>;

const limitsOf = (company?: Limited): Limits => ({
  writesPerMinute: company?.writesPerMinute ?? '',
  readsPerMinute: company?.readsPerMinute ?? '',
});
const limitOf = (value: number | string) => (value === '' ? null : Number(value));

/** How often each key of the company may call; for operators. */
function LimitsSection() {
  const { t } = useTranslation('companies');
  const company = useCompany();
  const save = useChange(
    ({ values, from = company }: Edit<Limited, Limits>) =>
      call('put', '/companies/{companyId}/limits', {
        companyId: company.id,
        version: from.version,
        body: {
          writesPerMinute: limitOf(values.writesPerMinute),
          readsPerMinute: limitOf(values.readsPerMinute),
        },
      }),
    { done: t('limits.saved'), onError: 'shown' },
  );
  const labelOf = (name: string) => t(`limits.${name as keyof Limits}`);
  const { form, shown } = useEditForm<Limited, Limits>({
    name: `limits:${company.id}`,
    thing: company,
    valuesOf: limitsOf,
    save: save.mutateAsync,
    error: save.error,
    labelOf,
  });
  const { separators } = useFormats();
  return (
    <Section title={t('limits.title')} description={t('limits.text')}>
      <ChangeForm change={save} {...shown} variant="default">
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          {(['writesPerMinute', 'readsPerMinute'] as const).map((name) => (
            <NumberInput
              key={name}
              label={labelOf(name)}
              min={1}
              max={10_000_000}
              allowDecimal={false}
              {...separators}
              {...form.getInputProps(name)}
            />
          ))}
        </SimpleGrid>
      </ChangeForm>
    </Section>
  );
}

/** Stops the company's calls and lets them in again; for operators. */
function PauseSection() {
  const { t } = useTranslation('companies');
  const { id: companyId, name, status } = useCompany();
  const isPaused = status === 'paused';
  const change = useChange(
    () => {
      const path = isPaused ? '/companies/{companyId}/resume' : '/companies/{companyId}/pause';
      return call('post', path, { companyId });
    },
    { done: isPaused ? t('operate.resumed') : t('operate.paused') },
  );
  const question = {
    title: t('operate.askTitle'),
    text: t('operate.askText', { name }),
    isGrave: true,
  };
  return (
    <Section
      title={t('operate.title')}
      description={isPaused ? t('operate.pausedText') : t('operate.activeText')}
      actions={
        isPaused ? (
          <ChangeButton change={change}>{t('operate.resume')}</ChangeButton>
        ) : (
          <ChangeButton variant="light" color="red" change={change} question={question}>
            {t('operate.pause')}
          </ChangeButton>
        )
      }
    />
  );
}
