import { Button, Group, NumberInput, SimpleGrid, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { call } from '../../api/client.ts';
import { useUser } from '../../api/session.ts';
import { askFirst } from '../../components/confirm.ts';
import { Failure } from '../../components/failure.tsx';
import { Page } from '../../components/page.tsx';
import { Section } from '../../components/section.tsx';
import { useChange } from '../../components/use-change.ts';
import { useTranslation } from '../../i18n/i18n.ts';
import { useCompany } from '../../shell/company-guard.tsx';
import { bodyOf, CompanyForm, valuesOf } from './company-form.tsx';
import type { CompanyValues } from './company-form.tsx';

/** What stands on the company's invoices; for operators also its limits and the pause. */
export function ProfilePage() {
  const { t } = useTranslation('companies');
  const { t: words } = useTranslation();
  const company = useCompany();
  const isOperator = useUser().role === 'operator';
  const save = useChange(
    (values: CompanyValues) =>
      call('patch', '/companies/{companyId}', { companyId: company.id, body: bodyOf(values) }),
    { refreshes: [['companies']], done: t('profile.saved'), onError: 'shown' },
  );
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

/** What number fields give: empty is text. */
type Limits = Record<'writes' | 'reads', number | string>;

/** How often each key of the company may call; for operators. */
function LimitsSection() {
  const { t } = useTranslation('companies');
  const { t: words } = useTranslation();
  const { id: companyId, writesPerMinute, readsPerMinute } = useCompany();
  const form = useForm<Limits>({
    initialValues: { writes: writesPerMinute ?? '', reads: readsPerMinute ?? '' },
  });
  const limitOf = (value: number | string) => (value === '' ? null : Number(value));
  const save = useChange(
    ({ writes, reads }: Limits) =>
      call('put', '/companies/{companyId}/limits', {
        companyId,
        body: { writesPerMinute: limitOf(writes), readsPerMinute: limitOf(reads) },
      }),
    { refreshes: [['companies', companyId]], done: t('limits.saved'), onError: 'shown' },
  );
  return (
    <Section title={t('limits.title')} description={t('limits.text')}>
      <form onSubmit={form.onSubmit((values) => save.mutate(values))}>
        <Stack>
          {save.isError && <Failure error={save.error} />}
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            {(['writes', 'reads'] as const).map((name) => (
              <NumberInput
                key={name}
                label={t(`limits.${name}`)}
                min={1}
                max={10_000_000}
                allowDecimal={false}
                decimalSeparator=","
                thousandSeparator="."
                {...form.getInputProps(name)}
              />
            ))}
          </SimpleGrid>
          <Group justify="flex-end">
            <Button type="submit" variant="default" loading={save.isPending}>
              {words('action.save')}
            </Button>
          </Group>
        </Stack>
      </form>
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
    { refreshes: [['companies']], done: isPaused ? t('operate.resumed') : t('operate.paused') },
  );
  const pause = () =>
    askFirst({
      title: t('operate.askTitle'),
      text: t('operate.askText', { name }),
      confirm: t('operate.pause'),
      isGrave: true,
      onConfirm: () => change.mutate(),
    });
  return (
    <Section
      title={t('operate.title')}
      description={isPaused ? t('operate.pausedText') : t('operate.activeText')}
      actions={
        isPaused ? (
          <Button onClick={() => change.mutate()} loading={change.isPending}>
            {t('operate.resume')}
          </Button>
        ) : (
          <Button variant="light" color="red" onClick={pause} loading={change.isPending}>
            {t('operate.pause')}
          </Button>
        )
      }
    />
  );
}
