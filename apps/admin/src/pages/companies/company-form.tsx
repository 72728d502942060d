// The profile of a company, for a new one and for one that is there.

import { Button, Group, SimpleGrid, Stack, Switch, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { UseFormReturnType } from '@mantine/form';
import { useEffect } from 'react';
import type { Schema } from '../../api/contract.ts';
import { useOfflineDelivery } from '../../api/session.ts';
import { useTranslation } from '../../i18n/i18n.ts';
import { Failure } from '../../components/failure.tsx';
import { fieldErrors } from '../../components/form-errors.ts';
import { Section } from '../../components/section.tsx';
import { LogoInput } from './logo-input.tsx';

/** The fields of the form; empty where there is nothing. */
export interface CompanyValues {
  tin: string;
  name: string;
  address: string;
  town: string;
  country: string;
  isInVat: boolean;
  vatNumber: string;
  bankAccount: string;
  logo: string | null;
  pricesIncludeVat: boolean;
  offlineIssuing: boolean;
  printsAtOnce: boolean;
}

/** What a new company most often is. */
export const newCompany: CompanyValues = {
  ...{ tin: '', name: '', address: '', town: '', country: 'MNE', vatNumber: '', bankAccount: '' },
  ...{ isInVat: true, logo: null, pricesIncludeVat: false, offlineIssuing: true },
  printsAtOnce: false,
};

/** As the form shows it. */
export function valuesOf(company: Schema<'AdminCompany'>): CompanyValues {
  const { tin, name, address, town, country, isInVat, logo, vatNumber, bankAccount } = company;
  const { pricesIncludeVat, offlineIssuing, printsAtOnce } = company;
  return {
    ...{ tin, name, address, town, country, isInVat, logo },
    ...{ pricesIncludeVat, offlineIssuing, printsAtOnce },
    vatNumber: vatNumber ?? '',
    bankAccount: bankAccount ?? '',
  };
}

/** As the API takes it: what is left empty is absent. */
export function bodyOf({ vatNumber, bankAccount, ...values }: CompanyValues) {
  const orNull = (text: string) => (text.trim() === '' ? null : text.trim());
  return { ...values, vatNumber: orNull(vatNumber), bankAccount: orNull(bankAccount) };
}

interface CompanyFormProps {
  initial: CompanyValues;
  submit: string;
  isWaiting: boolean;
  error: unknown;
  /** Why the TIN cannot be changed, if it cannot. */
  tinLocked?: string | undefined;
  onSubmit: (values: CompanyValues) => void;
}

type Form = UseFormReturnType<CompanyValues>;

/** All fields in three sheets and one button. */
export function CompanyForm(props: CompanyFormProps) {
  const { initial, submit, isWaiting, error, tinLocked, onSubmit } = props;
  const { t } = useTranslation('companies');
  const needed = (text: string) => (text.trim() === '' ? t('problem.missing') : null);
  const form = useForm<CompanyValues>({
    initialValues: initial,
    validate: {
      tin: (tin) => (/^(\d{8}|\d{13})$/.test(tin.trim()) ? null : t('problem.tin')),
      name: needed,
      address: needed,
      town: needed,
      country: (country) => (/^[A-Z]{3}$/.test(country) ? null : t('problem.country')),
    },
  });
  const { setErrors } = form;
  useEffect(() => setErrors(fieldErrors(error)), [error, setErrors]);
  return (
    <form onSubmit={form.onSubmit(onSubmit)} noValidate>
      <Stack gap="lg">
        {Boolean(error) && <Failure error={error} />}
        <Identity form={form} tinLocked={tinLocked} />
        <Tax form={form} />
        <Invoices form={form} />
        <Group justify="flex-end">
          <Button type="submit" loading={isWaiting}>
            {submit}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

const TEXTS = [
  ['name', 'organization'],
  ['address', 'street-address'],
  ['town', 'address-level2'],
] as const;

function Identity({ form, tinLocked }: { form: Form; tinLocked: string | undefined }) {
  const { t } = useTranslation('companies');
  return (
    <Section title={t('field.identity')}>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextInput
          label={t('field.tin')}
          description={tinLocked ?? t('field.tinHint')}
          inputMode="numeric"
          readOnly={tinLocked !== undefined}
          {...form.getInputProps('tin')}
        />
        {TEXTS.map(([name, autoComplete]) => (
          <TextInput
            key={name}
            label={t(`field.${name}`)}
            autoComplete={autoComplete}
            {...form.getInputProps(name)}
          />
        ))}
        <TextInput
          label={t('field.country')}
          description={t('field.countryHint')}
          maxLength={3}
          {...form.getInputProps('country')}
          onChange={(event) =>
            form.setFieldValue('country', event.currentTarget.value.toUpperCase())
          }
        />
      </SimpleGrid>
    </Section>
  );
}

function Tax({ form }: { form: Form }) {
  const { t } = useTranslation('companies');
  return (
    <Section title={t('field.tax')}>
      <Stack>
        <Switch
          label={t('field.isInVat')}
          description={t('field.isInVatHint')}
          {...form.getInputProps('isInVat', { type: 'checkbox' })}
        />
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <TextInput label={t('field.vatNumber')} {...form.getInputProps('vatNumber')} />
          <TextInput label={t('field.bankAccount')} {...form.getInputProps('bankAccount')} />
        </SimpleGrid>
      </Stack>
    </Section>
  );
}

const SWITCHES = ['pricesIncludeVat', 'offlineIssuing', 'printsAtOnce'] as const;

function Invoices({ form }: { form: Form }) {
  const { t } = useTranslation('companies');
  const { windowHours: hours } = useOfflineDelivery();
  return (
    <Section title={t('field.invoices')}>
      <Stack>
        {SWITCHES.map((name) => (
          <Switch
            key={name}
            label={t(`field.${name}`)}
            description={t(`field.${name}Hint`, { hours })}
            {...form.getInputProps(name, { type: 'checkbox' })}
          />
        ))}
        <LogoInput
          value={form.values.logo}
          onChange={(logo) => form.setFieldValue('logo', logo)}
          error={form.errors.logo}
        />
      </Stack>
    </Section>
  );
}
