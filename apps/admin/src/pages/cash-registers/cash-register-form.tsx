import { NativeSelect, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { call, read } from '../../api/client.ts';
import type { Schema } from '../../api/contract.ts';
import { FormDialog } from '../../components/dialog/dialog.tsx';
import { otherThanFields, useFieldErrors } from '../../components/form/field-words.ts';
import { useDraftForm } from '../../components/form/use-draft-form.ts';
import { useChange } from '../../components/form/change.tsx';
import { isRegistrationCode, tidyCode } from '../../format/registration-code.ts';
import { useTranslation } from '../../i18n/i18n.ts';
import { useCompany, useEnvironment } from '../../shell/company-guard.tsx';
import { Note } from '../../components/text/text.tsx';

/** One cash register of an environment. */
export type CashRegister = Schema<'AdminCashRegister'>;
type Kind = NonNullable<Schema<'AdminNewCashRegister'>['type']>;

/** In the order of the form. */
export const CODE_FIELDS = [
  'businessUnitCode',
  'operatorCode',
  'softwareCode',
  'maintainerCode',
  'tcrCode',
] as const;
type CodeField = (typeof CODE_FIELDS)[number];
type Values = Record<CodeField | 'name' | 'internalId', string> & { type: Kind };

interface CashRegisterFormProps {
  /** The one that is changed; none for a new one. */
  cashRegister?: CashRegister;
  onClose: () => void;
}

/** Adds or changes one. Each code is checked as it is left, in the form that the registry writes it. */
export function CashRegisterForm({ cashRegister, onClose }: CashRegisterFormProps) {
  const { t } = useTranslation('cash-registers');
  const { id: companyId } = useCompany();
  const environment = useEnvironment();
  const { form, draft, submit } = useCashRegisterForm(cashRegister);
  const fieldErrors = useFieldErrors();
  const tcrCodeTaken = useTcrCodeTaken(form.getValues().tcrCode);
  const save = useChange(
    (values: Values): Promise<unknown> => {
      const body = { ...values, tcrCode: values.tcrCode === '' ? null : values.tcrCode };
      const path = '/companies/{companyId}/cash-registers';
      return cashRegister
        ? call('patch', `${path}/{cashRegisterId}`, {
            ...{ companyId, cashRegisterId: cashRegister.id },
            body,
          })
        : call('post', path, { companyId, body: { environment, ...body } });
    },
    {
      onDone: onClose,
      done: t('form.saved'),
      onError: (error) =>
        form.setErrors(
          fieldErrors(error, { internalId: t('form.internalIdTaken'), tcrCode: tcrCodeTaken }),
        ),
    },
  );
  const what = cashRegister ? t('form.edit') : t('form.add');
  return (
    <FormDialog
      size="lg"
      title={`${what} ${t(`form.environment.${environment}`)}`}
      change={save}
      error={otherThanFields(save.error)}
      draft={draft}
      onSubmit={submit(save.mutateAsync)}
      onClose={onClose}
    >
      <TextInput
        label={t('form.name')}
        description={t('form.nameHint')}
        data-autofocus
        {...form.getInputProps('name')}
      />
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextInput
          label={t('form.internalId')}
          description={t('form.internalIdHint')}
          {...form.getInputProps('internalId')}
        />
        <NativeSelect
          label={t('form.type')}
          data={(['REGULAR', 'VENDING'] as const).map((value) => ({
            value,
            label: t(`type.${value}`),
          }))}
          {...form.getInputProps('type')}
        />
      </SimpleGrid>
      <Codes form={form} />
    </FormDialog>
  );
}

function Codes({ form }: { form: UseFormReturnType<Values> }) {
  const { t } = useTranslation('cash-registers');
  return (
    <Stack gap="xs" component="fieldset" p={0} m={0} bd={0}>
      <Text component="legend" fw={500} size="sm" p={0}>
        {t('form.codes')}
      </Text>
      <Note size="xs">{t('form.codesHint')}</Note>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {CODE_FIELDS.map((field) => (
          <TextInput
            key={field}
            label={t(`form.${field}`)}
            description={field === 'tcrCode' ? t('form.tcrCodeHint') : undefined}
            placeholder="ab123cd456"
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
            {...form.getInputProps(field)}
            onChange={(event) => form.setFieldValue(field, tidyCode(event.currentTarget.value))}
          />
        ))}
      </SimpleGrid>
    </Stack>
  );
}

function useCashRegisterForm(cashRegister: CashRegister | undefined) {
  const { t } = useTranslation('cash-registers');
  const needed = (text: string) => (text.trim() === '' ? t('form.missing') : null);
  const { id: companyId } = useCompany();
  const environment = useEnvironment();
  const code = (text: string) => (isRegistrationCode(text) ? null : t('form.wrongCode'));
  return useDraftForm<Values>({
    name: `cash-register:${cashRegister?.id ?? `${companyId}:${environment}`}`,
    validateInputOnBlur: true,
    initialValues: {
      ...(Object.fromEntries(
        CODE_FIELDS.map((field) => [field, cashRegister?.[field] ?? '']),
      ) as Record<CodeField, string>),
      name: cashRegister?.name ?? '',
      internalId: cashRegister?.internalId ?? '1',
      type: cashRegister?.type === 'VENDING' ? 'VENDING' : 'REGULAR',
    },
    validate: {
      ...Object.fromEntries(CODE_FIELDS.map((field) => [field, code])),
      name: needed,
      internalId: needed,
      tcrCode: (text) => (text === '' ? null : code(text)),
    },
  });
}

/** Says which cash register has a TCR code, where it is one of the company. */
function useTcrCodeTaken(tcrCode: string): string {
  const { t } = useTranslation('cash-registers');
  const { id: companyId } = useCompany();
  const environment = useEnvironment();
  const { data } = useQuery(
    read('/companies/{companyId}/cash-registers', { companyId, environment }),
  );
  const holder = data?.cashRegisters.find((other) => other.tcrCode === tcrCode);
  return holder ? t('form.tcrCodeTakenBy', { name: holder.name }) : t('form.tcrCodeTaken');
}
