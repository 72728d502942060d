// Adds or changes a cash register. Each code is checked as it is left, in the form that the registry
// writes it.

import { Button, Group, NativeSelect, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { UseFormReturnType } from '@mantine/form';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { answer, api } from '../../api/client.ts';
import { cashRegistersQuery } from '../../api/company-parts.ts';
import type { Environment, Schema } from '../../api/contract.ts';
import { isRegistrationCode, tidyCode } from '../../format/registration-code.ts';
import { useTranslation } from '../../i18n/i18n.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Failure } from '../../parts/failure.tsx';
import { fieldErrors } from '../../parts/form-errors.ts';
import { notifyDone } from '../../parts/notify.ts';
import { useCompany } from '../../shell/company-door.tsx';
import type { CashRegister } from './cash-register-sheet.tsx';

type Kind = NonNullable<Schema<'AdminNewCashRegister'>['type']>;

const codeFields = [
  'businessUnitCode',
  'operatorCode',
  'softwareCode',
  'maintainerCode',
  'tcrCode',
] as const;
type CodeField = (typeof codeFields)[number];
type Values = Record<CodeField | 'name' | 'internalId', string> & { type: Kind };

interface CashRegisterFormProps {
  environment: Environment;
  /** The one that is changed; none for a new one. */
  cashRegister?: CashRegister;
  onClose: () => void;
}

/** A dialog. */
export function CashRegisterForm({ environment, cashRegister, onClose }: CashRegisterFormProps) {
  const { t } = useTranslation('cash-registers');
  const { t: words } = useTranslation();
  const form = useCashRegisterForm(cashRegister);
  const tcrCodeTaken = useTcrCodeTaken(environment);
  const save = useSave(environment, cashRegister, onClose, (error) =>
    form.setErrors(
      fieldErrors(error, {
        internalId: t('form.internalIdTaken'),
        tcrCode: tcrCodeTaken(form.getValues().tcrCode),
      }),
    ),
  );
  const isOfFields = Object.keys(fieldErrors(save.error)).length > 0;
  const what = cashRegister ? t('form.edit') : t('form.add');
  return (
    <Dialog onClose={onClose} size="lg" title={`${what} ${t(`form.environment.${environment}`)}`}>
      <form onSubmit={form.onSubmit((values) => save.mutate(values))} noValidate>
        <Stack>
          {save.isError && !isOfFields && <Failure error={save.error} />}
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
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {words('action.cancel')}
            </Button>
            <Button type="submit" loading={save.isPending}>
              {words('action.save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

function Codes({ form }: { form: UseFormReturnType<Values> }) {
  const { t } = useTranslation('cash-registers');
  return (
    <Stack gap="xs" component="fieldset" p={0} m={0} bd={0}>
      <Text component="legend" fw={500} size="sm" p={0}>
        {t('form.codes')}
      </Text>
      <Text size="xs" c="dimmed">
        {t('form.codesHint')}
      </Text>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {codeFields.map((field) => (
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
  const code = (text: string) => (isRegistrationCode(text) ? null : t('form.wrongCode'));
  return useForm<Values>({
    validateInputOnBlur: true,
    initialValues: {
      name: cashRegister?.name ?? '',
      internalId: cashRegister?.internalId ?? '1',
      type: cashRegister?.type === 'VENDING' ? 'VENDING' : 'REGULAR',
      businessUnitCode: cashRegister?.businessUnitCode ?? '',
      operatorCode: cashRegister?.operatorCode ?? '',
      softwareCode: cashRegister?.softwareCode ?? '',
      maintainerCode: cashRegister?.maintainerCode ?? '',
      tcrCode: cashRegister?.tcrCode ?? '',
    },
    validate: {
      name: needed,
      internalId: needed,
      businessUnitCode: code,
      operatorCode: code,
      softwareCode: code,
      maintainerCode: code,
      tcrCode: (text) => (text === '' ? null : code(text)),
    },
  });
}

/** Says which cash register has a TCR code, where it is one of the company. */
function useTcrCodeTaken(environment: Environment): (tcrCode: string) => string {
  const { t } = useTranslation('cash-registers');
  const { id: companyId } = useCompany();
  const { data } = useQuery(cashRegistersQuery(companyId, environment));
  return (tcrCode) => {
    const holder = data?.cashRegisters.find((other) => other.tcrCode === tcrCode);
    return holder ? t('form.tcrCodeTakenBy', { name: holder.name }) : t('form.tcrCodeTaken');
  };
}

function useSave(
  environment: Environment,
  cashRegister: CashRegister | undefined,
  onDone: () => void,
  onError: (error: unknown) => void,
) {
  const { t } = useTranslation('cash-registers');
  const { id: companyId } = useCompany();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (values: Values) => {
      const body = { ...values, tcrCode: values.tcrCode === '' ? null : values.tcrCode };
      return answer(
        cashRegister
          ? api.PATCH('/admin/api/companies/{companyId}/cash-registers/{cashRegisterId}', {
              params: { path: { companyId, cashRegisterId: cashRegister.id } },
              body,
            })
          : api.POST('/admin/api/companies/{companyId}/cash-registers', {
              params: { path: { companyId } },
              body: { environment, ...body },
            }),
      );
    },
    onSuccess: async () => {
      await cache.invalidateQueries({ queryKey: ['companies', companyId] });
      notifyDone(t('form.saved'));
      onDone();
    },
    onError,
  });
}
