import { Alert, Stack, Divider, SimpleGrid, TextInput } from '@mantine/core';
import { IconCircleCheck, IconInfoCircle, IconX, IconLink } from '@tabler/icons-react';
import { useForm } from '@mantine/form';
import type { UseFormReturnType } from '@mantine/form';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import type { Environment } from '../../api/contract.ts';
import { useTranslation } from '../../i18n/i18n.ts';
import { CopyValue } from '../../components/text/copy.tsx';
import { Facts } from '../../components/page/facts.tsx';
import { Page, Section } from '../../components/page/page.tsx';
import { useChange } from '../../components/form/change.tsx';
import { ChangeForm } from '../../components/form/form.tsx';
import { useCompany, useEnvironment } from '../../shell/company-guard.tsx';
import type { LinkedValues } from './invoice-link.ts';
import { isRegistrationCode } from '../../format/registration-code.ts';
import { readInvoiceLink, readTotal } from './invoice-link.ts';

/** The check in the shell of the panel. */
export default function InspectorPage() {
  const { t } = useTranslation('inspector');
  const { id: companyId, tin } = useCompany();
  return (
    <Page title={t('title')} width="narrow">
      <IicCheck companyId={companyId} environment={useEnvironment()} tin={tin} />
    </Page>
  );
}

interface IicCheckProps {
  companyId: string;
  environment: Environment;
  tin: string;
}

/** For inspectors: the IIC made again from the values on an invoice, and compared. */
export function IicCheck({ companyId, environment, tin }: IicCheckProps) {
  const { t } = useTranslation('inspector');
  const { form, bodyOf } = useIicForm(tin);
  const recreate = useChange(
    (values: LinkedValues) =>
      call('post', '/companies/{companyId}/inspectors/iic', {
        companyId,
        body: { environment, ...bodyOf(values) },
      }),
    { onError: 'shown' },
  );
  return (
    <Stack gap="lg">
      <Section title={t('values')} description={t('intro')}>
        <ChangeForm
          change={recreate}
          submit={t('submit')}
          onSubmit={form.onSubmit((values) => recreate.mutate(values))}
        >
          <IicFields form={form} />
        </ChangeForm>
      </Section>
      {recreate.data && (
        <Section title={t('result.title')}>
          <Stack aria-live="polite">
            <Verdict matches={recreate.data.matches} />
            <Facts
              rows={(['iic', 'concatenated', 'iicSignature'] as const).map((name) => {
                const label = t(`result.${name}`);
                return [
                  label,
                  <CopyValue key={name} value={recreate.data[name]} label={label} />,
                ] as const;
              })}
            />
          </Stack>
        </Section>
      )}
    </Stack>
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

const LOCAL_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/;

/** The seven values and the IIC to compare with, checked for the form they have on an invoice. */
function useIicForm(tin: string) {
  const { t } = useTranslation('inspector');
  const code = (text: string) => (isRegistrationCode(text.trim()) ? null : t('problem.code'));
  const form = useForm<LinkedValues>({
    validateInputOnBlur: true,
    initialValues: {
      tin,
      issueDateTime: '',
      ordinal: '',
      businessUnitCode: '',
      tcrCode: '',
      softwareCode: '',
      total: '',
      compareWith: '',
    },
    validate: {
      tin: (text) => (text.trim() === tin ? null : t('problem.tin')),
      issueDateTime: (text) => (LOCAL_TIME.test(text.trim()) ? null : t('problem.issueDateTime')),
      ordinal: (text) => (/^[1-9]\d{0,14}$/.test(text.trim()) ? null : t('problem.ordinal')),
      businessUnitCode: code,
      tcrCode: code,
      softwareCode: code,
      total: (text) => (readTotal(text) === null ? t('problem.total') : null),
      compareWith: (text) =>
        text.trim() === '' || /^[\da-f]{32}$/i.test(text.trim()) ? null : t('problem.iic'),
    },
  });
  const bodyOf = ({ ordinal, total, compareWith, ...values }: LinkedValues) => ({
    ...values,
    ordinal: Number(ordinal),
    total: readTotal(total) ?? total,
    ...(compareWith.trim() === '' ? {} : { compareWith: compareWith.trim() }),
  });
  return { form, bodyOf };
}

const FIELDS = [
  ['tin', 'numeric', null],
  ['ordinal', 'numeric', null],
  ['issueDateTime', 'text', 'field.issueDateTimeHint'],
  ['total', 'decimal', 'field.totalHint'],
] as const;
const CODES = ['businessUnitCode', 'tcrCode', 'softwareCode'] as const;

/** A link that fills everything, and the fields themselves. */
function IicFields({ form }: { form: UseFormReturnType<LinkedValues> }) {
  const { t } = useTranslation('inspector');
  const [link, setLink] = useState('');
  const isWrong = link.trim() !== '' && readInvoiceLink(link) === null;
  const fill = (text: string) => {
    setLink(text);
    const values = readInvoiceLink(text);
    if (values) form.setValues(values);
  };
  return (
    <>
      <TextInput
        label={t('link.label')}
        description={t('link.hint')}
        leftSection={<IconLink size={16} aria-hidden />}
        value={link}
        onChange={(event) => fill(event.currentTarget.value)}
        error={isWrong ? t('link.wrong') : null}
      />
      <Divider />
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {FIELDS.map(([name, inputMode, hint]) => (
          <TextInput
            key={name}
            label={t(`field.${name}`)}
            description={hint && t(hint)}
            inputMode={inputMode}
            {...form.getInputProps(name)}
          />
        ))}
        {CODES.map((name) => (
          <TextInput
            key={name}
            label={t(`field.${name}`)}
            autoCapitalize="none"
            spellCheck={false}
            {...form.getInputProps(name)}
          />
        ))}
      </SimpleGrid>
      <TextInput
        label={t('field.compareWith')}
        description={t('field.compareWithHint')}
        spellCheck={false}
        {...form.getInputProps('compareWith')}
      />
    </>
  );
}
