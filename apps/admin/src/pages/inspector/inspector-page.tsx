import { Alert, Stack } from '@mantine/core';
import { IconCircleCheck, IconInfoCircle, IconX } from '@tabler/icons-react';
import { call } from '../../api/client.ts';
import type { Schema } from '../../api/contract.ts';
import { useTranslation } from '../../i18n/i18n.ts';
import { CopyValue } from '../../components/text/copy.tsx';
import { Facts } from '../../components/page/facts.tsx';
import { Page, Section } from '../../components/page/page.tsx';
import { useChange } from '../../components/form/change.tsx';
import { ChangeForm } from '../../components/form/form.tsx';
import { useCompany, useEnvironment } from '../../shell/company-guard.tsx';
import { IicFields, useIicForm } from './iic-form.tsx';
import type { LinkedValues } from './invoice-link.ts';

type Recreated = Schema<'AdminRecreatedIic'>;

/** For inspectors: the IIC made again from the values on an invoice, and compared. */
export default function InspectorPage() {
  const { t } = useTranslation('inspector');
  const { id: companyId } = useCompany();
  const environment = useEnvironment();
  const { form, bodyOf } = useIicForm();
  const recreate = useChange(
    (values: LinkedValues) =>
      call('post', '/companies/{companyId}/inspectors/iic', {
        companyId,
        body: { environment, ...bodyOf(values) },
      }),
    { onError: 'shown' },
  );
  return (
    <Page title={t('title')} description={t('intro')} width="narrow">
      <Stack gap="lg">
        <Section title={t('values')}>
          <ChangeForm
            change={recreate}
            submit={t('submit')}
            onSubmit={form.onSubmit((values) => recreate.mutate(values))}
          >
            <IicFields form={form} />
          </ChangeForm>
        </Section>
        {recreate.data && <Result result={recreate.data} />}
      </Stack>
    </Page>
  );
}

function Result({ result }: { result: Recreated }) {
  const { t } = useTranslation('inspector');
  return (
    <Section title={t('result.title')}>
      <Stack aria-live="polite">
        <Verdict matches={result.matches} />
        <Facts
          rows={(['iic', 'concatenated', 'iicSignature'] as const).map((name) => {
            const label = t(`result.${name}`);
            return [label, <CopyValue key={name} value={result[name]} label={label} />] as const;
          })}
        />
      </Stack>
    </Section>
  );
}

function Verdict({ matches }: { matches: boolean | null }) {
  const { t } = useTranslation('inspector');
  if (matches === null) {
    return (
      <Alert color="blue" icon={<IconInfoCircle />}>
        {t('result.noCompare')}
      </Alert>
    );
  }
  return matches ? (
    <Alert color="green" icon={<IconCircleCheck />}>
      {t('result.same')}
    </Alert>
  ) : (
    <Alert color="red" icon={<IconX />} role="alert">
      {t('result.different')}
    </Alert>
  );
}
