import { NativeSelect, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { isProblem } from '../../api/problem.ts';
import { useQuery } from '@tanstack/react-query';
import { call, read } from '../../api/client.ts';
import { useMay } from '../../api/may.ts';
import type { Schema } from '../../api/contract.ts';
import { FormDialog } from '../../components/dialog/dialog.tsx';
import { useFieldErrors } from '../../components/text/field-words.ts';
import { useEditForm } from '../../components/form/use-edit-form.tsx';
import type { Edit } from '../../components/form/use-edit-form.tsx';
import { useChange } from '../../components/form/change.tsx';
import { isRegistrationCode, tidyCode } from '../../format/registration-code.ts';
import { AmountInput } from '../../components/form/amount-input.tsx';
import { useTranslation } from '../../i18n/i18n.ts';
import { useCompany, useEnvironment } from '../../shell/company-guard.tsx';
import { useSession } from '../../api/session.ts';
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
type Values = Record<CodeField | 'name' | 'internalId', string> & {
  type: Kind;
  /** Text while it is typed. */
  initialCashAmount: number | string;
};

interface CashRegisterFormProps {
  /** The one that is changed; none for a new one. */
  cashRegister?: CashRegister;
  onClose: () => void;
}

/**
 * Adds or changes one. Each code is checked as it is left, in the form that the registry writes it.
 */
export function CashRegisterForm({ cashRegister, onClose }: CashRegisterFormProps) {
  const { t } = useTranslation('cash-registers');
  const environment = useEnvironment();
  const save = useSave(onClose);
  const { form, shown } = useCashRegisterForm(cashRegister, save);
  const { providerCodes } = useSession();
  const { seeService } = useMay();
  const hintOf = (field: CodeField) => {
    if (field === 'tcrCode') return t('form.tcrCodeHint');
    if (cashRegister || (field !== 'softwareCode' && field !== 'maintainerCode')) return undefined;
    if (providerCodes[environment] !== null) return t('form.ofProvider');
    const name = `PROVIDER_${environment.toUpperCase()}_CODES`;
    return seeService ? t('form.providerUnset', { name }) : undefined;
  };
  const what = cashRegister ? t('form.edit') : t('form.add');
  return (
    <FormDialog
      size="lg"
      title={`${what} ${t(`form.environment.${environment}`)}`}
      change={save}
      {...shown}
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
      <AmountInput
        label={t('form.initialCashAmount')}
        description={t('form.initialCashAmountHint')}
        {...form.getInputProps('initialCashAmount')}
      />
      <Stack gap="xs" component="fieldset" p={0} m={0} bd={0}>
        <Text component="legend" fw={600} size="sm" p={0}>
          {t('form.codes')}
        </Text>
        <Note size="xs">{t('form.codesHint')}</Note>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          {CODE_FIELDS.map((field) => (
            <TextInput
              key={field}
              label={t(`form.${field}`)}
              description={hintOf(field)}
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
    </FormDialog>
  );
}

type Save = (edit: Edit<CashRegister, Values>) => Promise<CashRegister>;

function useSave(onDone: () => void) {
  const { t } = useTranslation('cash-registers');
  const { id: companyId } = useCompany();
  const environment = useEnvironment();
  const path = '/companies/{companyId}/cash-registers';
  const save: Save = ({ values, changed, from }) =>
    from
      ? call('patch', `${path}/{cashRegisterId}`, {
          companyId,
          cashRegisterId: from.id,
          version: from.version,
          body: bodyOf(changed),
        })
      : call('post', path, { companyId, body: { environment, ...bodyOf(values) } });
  return useChange(save, { onDone, done: t('form.saved'), onError: 'shown' });
}

/** A TCR code that is left empty is none. */
function bodyOf<Some extends Partial<Values>>(values: Some) {
  const body = values.tcrCode === '' ? { ...values, tcrCode: null } : values;
  return body as Omit<Some, 'initialCashAmount'> & { initialCashAmount: number };
}

function valuesOf(cashRegister: Partial<CashRegister>): Values {
  return {
    ...(Object.fromEntries(
      CODE_FIELDS.map((field) => [field, cashRegister[field] ?? '']),
    ) as Record<CodeField, string>),
    name: cashRegister.name ?? '',
    internalId: cashRegister.internalId ?? '1',
    type: cashRegister.type === 'VENDING' ? 'VENDING' : 'REGULAR',
    initialCashAmount: cashRegister.initialCashAmount ?? 0,
  };
}

/** What a refusal says of the fields; what can be taken has words of its own. */
function useErrorsOf() {
  const { t } = useTranslation('cash-registers');
  const fieldErrors = useFieldErrors();
  const tcrCodeTaken = useTcrCodeTaken();
  return (error: unknown, { tcrCode }: Values) => {
    const isTaken = isProblem(error, 'CONFLICT') || isProblem(error, 'TCR_CODE_TAKEN');
    if (!isTaken) return fieldErrors(error);
    return fieldErrors(error, {
      internalId: t('form.internalIdTaken'),
      tcrCode: tcrCodeTaken(tcrCode),
    });
  };
}

function useCashRegisterForm(
  cashRegister: CashRegister | undefined,
  { mutateAsync: save, error }: ReturnType<typeof useSave>,
) {
  const { t } = useTranslation('cash-registers');
  const { id: companyId } = useCompany();
  const environment = useEnvironment();
  const { providerCodes } = useSession();
  const needed = (text: string) => (text.trim() === '' ? t('form.missing') : null);
  const code = (text: string) => (isRegistrationCode(text) ? null : t('form.wrongCode'));
  return useEditForm<CashRegister, Values>({
    name: `cash-register:${cashRegister?.id ?? `${companyId}:${environment}`}`,
    thing: cashRegister,
    valuesOf: (thing) => valuesOf(thing ?? { ...providerCodes[environment] }),
    save,
    error,
    errorsOf: useErrorsOf(),
    labelOf: (name) => t(`form.${name as keyof Values}`),
    validateInputOnBlur: true,
    validate: {
      ...Object.fromEntries(CODE_FIELDS.map((field) => [field, code])),
      name: needed,
      internalId: needed,
      initialCashAmount: (amount) =>
        amount === '' || Number(amount) < 0 ? t('deposit.amountWrong') : null,
      tcrCode: (text) => (text === '' ? null : code(text)),
    },
  });
}

/** Says which cash register has a TCR code, where it is one of the company. */
function useTcrCodeTaken(): (tcrCode: string) => string {
  const { t } = useTranslation('cash-registers');
  const { id: companyId } = useCompany();
  const environment = useEnvironment();
  const { data } = useQuery(
    read('/companies/{companyId}/cash-registers', { companyId, environment }),
  );
  return (tcrCode) => {
    const holder = data?.cashRegisters.find((other) => other.tcrCode === tcrCode);
    return holder ? t('form.tcrCodeTakenBy', { name: holder.name }) : t('form.tcrCodeTaken');
  };
}
