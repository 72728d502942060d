import {
  SimpleGrid,
  Stack,
  Switch,
  TextInput,
  Button,
  FileButton,
  Group,
  Image,
  Input,
  NativeSelect,
} from '@mantine/core';
import type { Schema } from '../../api/contract.ts';
import { useSession } from '../../api/session.ts';
import { useTranslation } from '../../i18n/i18n.ts';
import { useFieldErrors } from '../../components/text/field-words.ts';
import { ChangeForm } from '../../components/form/form.tsx';
import type { ChangeFormProps } from '../../components/form/form.tsx';
import { useEditForm } from '../../components/form/use-edit-form.tsx';
import type { Edit } from '../../components/form/use-edit-form.tsx';
import { Section } from '../../components/page/page.tsx';
import { IconPhoto } from '@tabler/icons-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { dataUriOf } from '../../components/form/file-content.ts';

/** The fields of the form; empty where there is nothing. */
export type CompanyValues = ReturnType<typeof valuesOf>;

/** As the form shows it: what a new company most often is, where nothing else is known. */
export function valuesOf(company?: Schema<'AdminCompany'>) {
  const { tin = '', name = '', address = '', town = '', country = 'MNE' } = company ?? {};
  const { isInVat = true, vatNumber, bankAccount, logo = null } = company ?? {};
  const { pricesIncludeVat = false, offlineIssuing = true, printsAtOnce = false } = company ?? {};
  const { strictCorrectives = false, originalsFromElsewhere = false } = company ?? {};
  const { operatorNames = 'free' } = company ?? {};
  const { paper = 'a4' } = company ?? {};
  return {
    tin,
    name,
    address,
    town,
    country,
    isInVat,
    logo,
    pricesIncludeVat,
    offlineIssuing,
    printsAtOnce,
    strictCorrectives,
    originalsFromElsewhere,
    operatorNames,
    paper,
    vatNumber: vatNumber ?? '',
    bankAccount: bankAccount ?? '',
  };
}

/** As the API takes it: what is left empty is absent. */
export function bodyOf<Values extends Partial<CompanyValues>>(values: Values): Values {
  const orNull = ([name, value]: [string, unknown]) =>
    OPTIONAL.includes(name) && typeof value === 'string'
      ? [name, value.trim() || null]
      : [name, value];
  return Object.fromEntries(Object.entries(values).map(orNull)) as Values;
}

const OPTIONAL = ['vatNumber', 'bankAccount'];

interface CompanyFormProps extends Pick<ChangeFormProps, 'submit'> {
  /** None for a new one. */
  company?: Schema<'AdminCompany'>;
  /** Sends what was filled in, or what was changed. */
  change: {
    isPending: boolean;
    mutateAsync: (edit: CompanyEdit) => Promise<Schema<'AdminCompany'>>;
  };
  /** Why it was refused. */
  error: unknown;
  /** Why the TIN cannot be changed, if it cannot. */
  tinLocked?: string | undefined;
}

/** What is saved of a company. */
export type CompanyEdit = Edit<Schema<'AdminCompany'>, CompanyValues>;

/** All fields in three sheets and one button. */
export function CompanyForm({
  company,
  tinLocked,
  change,
  error,
  submit: words,
}: CompanyFormProps) {
  const { t } = useTranslation('companies');
  const fieldErrors = useFieldErrors();
  const { windowHours: hours } = useSession().offlineDelivery;
  const { form, shown } = useEditForm({
    name: `company:${company?.id ?? 'new'}`,
    leftOut: ['logo'],
    thing: company,
    valuesOf,
    save: change.mutateAsync,
    error,
    errorsOf: (refusal) => fieldErrors(refusal),
    labelOf: (field) => t(`field.${field as keyof CompanyValues}`),
    validate: useRules(),
  });
  return (
    <ChangeForm gap="lg" change={{ isPending: change.isPending, error }} submit={words} {...shown}>
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
          <Switch
            label={t('field.operatorNames')}
            description={t('field.operatorNamesHint')}
            checked={form.values.operatorNames === 'known'}
            onChange={({ currentTarget: { checked } }) =>
              form.setFieldValue('operatorNames', checked ? 'known' : 'free')
            }
          />
          <NativeSelect
            label={t('field.paper')}
            description={t('field.paperHint')}
            data={[
              { value: 'a4', label: 'A4' },
              { value: '80mm', label: '80 mm' },
            ]}
            {...form.getInputProps('paper')}
          />
          <LogoInput
            value={form.values.logo}
            onChange={(logo) => form.setFieldValue('logo', logo)}
            error={form.errors.logo}
          />
        </Stack>
      </Section>
    </ChangeForm>
  );
}

function useRules() {
  const { t } = useTranslation('companies');
  const needed = (text: string) => (text.trim() === '' ? t('problem.missing') : null);
  return {
    tin: (tin: string) => (/^(\d{8}|\d{13})$/.test(tin.trim()) ? null : t('problem.tin')),
    name: needed,
    address: needed,
    town: needed,
    country: (country: string) => (/^[A-Z]{3}$/.test(country) ? null : t('problem.country')),
  };
}

const TEXTS = [
  ['name', 'organization'],
  ['address', 'street-address'],
  ['town', 'address-level2'],
] as const;

const SWITCHES = [
  'pricesIncludeVat',
  'offlineIssuing',
  'strictCorrectives',
  'originalsFromElsewhere',
  'printsAtOnce',
] as const;

const largest = 220_000;
const kinds = ['image/png', 'image/jpeg', 'image/webp'];

interface LogoInputProps {
  /** A data URI. */
  value: string | null;
  onChange: (value: string | null) => void;
  error: ReactNode;
}

/** The picture on the printed invoice. */
function LogoInput({ value, onChange, error }: LogoInputProps) {
  const { t } = useTranslation('companies');
  const [problem, setProblem] = useState<string | null>(null);
  const choose = async (file: File | null) => {
    if (!file) return;
    if (!kinds.includes(file.type)) setProblem(t('field.logoWrong'));
    else if (file.size > largest) setProblem(t('field.logoTooLarge'));
    else {
      setProblem(null);
      onChange(await dataUriOf(file));
    }
  };
  return (
    <Input.Wrapper
      label={t('field.logo')}
      description={t('field.logoHint')}
      error={problem ?? error}
      labelElement="div"
    >
      <Stack gap="xs" my={6} align="flex-start">
        {value !== null && (
          <Image
            src={value}
            alt={t('field.logoAlt')}
            h={72}
            w="auto"
            maw={240}
            fit="contain"
            bg="white"
            p={6}
            bd="1px solid var(--line)"
          />
        )}
        <Group gap="xs">
          <FileButton accept={kinds.join(',')} onChange={(file) => void choose(file)}>
            {(props) => (
              <Button {...props} variant="default" leftSection={<IconPhoto size={16} />}>
                {t('field.logoChoose')}
              </Button>
            )}
          </FileButton>
          {value !== null && (
            <Button variant="subtle" color="red" onClick={() => onChange(null)}>
              {t('field.logoRemove')}
            </Button>
          )}
        </Group>
      </Stack>
    </Input.Wrapper>
  );
}
