// Where the cash registers stand: the place of issue of their invoices.

import { Button, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call, read } from '../../api/client.ts';
import type { Schema } from '../../api/contract.ts';
import { useMay } from '../../api/may.ts';
import { FormDialog } from '../../components/dialog/dialog.tsx';
import { useChange } from '../../components/form/change.tsx';
import { Section } from '../../components/page/page.tsx';
import { Records } from '../../components/table/records.tsx';
import { otherThanFields, useFieldErrors } from '../../components/text/field-words.ts';
import { Mono, Note, StatusBadge } from '../../components/text/text.tsx';
import { useTranslation } from '../../i18n/i18n.ts';
import { useCompany, useEnvironment } from '../../shell/company-guard.tsx';

type BusinessUnit = Omit<Schema<'AdminBusinessUnit'>, 'environment'>;
const FIELDS = ['name', 'address', 'town'] as const;
const EMPTY = { name: '', address: '', town: '' };

/** Each business unit of the cash registers, with its place or a hint that there is none. */
export function BusinessUnits({ codes }: { codes: readonly string[] }) {
  const { t } = useTranslation('cash-registers');
  const { t: words } = useTranslation();
  const { id: companyId, town: seat } = useCompany();
  const environment = useEnvironment();
  const may = useMay();
  const { data } = useQuery(
    read('/companies/{companyId}/business-units', { companyId, environment }),
  );
  const [edited, setEdited] = useState<BusinessUnit | null>(null);
  if (data === undefined) return null;
  const known = new Map(data.businessUnits.map((unit) => [unit.code, unit]));
  const rows = [...new Set([...codes, ...known.keys()])].map((code) => {
    return { id: code, unit: known.get(code) };
  });
  return (
    <Section title={t('unit.title')} description={t('unit.intro')}>
      <Stack mt="md">
        <Records
          label={t('unit.title')}
          rows={rows}
          columns={[
            { header: t('unit.code'), cell: ({ id }) => <Mono>{id}</Mono> },
            { header: t('unit.name'), isWordy: true, cell: ({ unit }) => unit?.name ?? '–' },
            {
              header: t('unit.place'),
              isWordy: true,
              cell: ({ unit }) =>
                unit ? (
                  `${unit.address}, ${unit.town}`
                ) : (
                  <>
                    <StatusBadge tone="warning">{t('unit.missing')}</StatusBadge>
                    <Note size="xs">{t('unit.missingText', { town: seat })}</Note>
                  </>
                ),
            },
            may.change && {
              isActions: true,
              cell: ({ id, unit }) => (
                <Button
                  variant="default"
                  size="xs"
                  aria-label={`${unit ? words('action.edit') : t('unit.enter')} ${id}`}
                  onClick={() => setEdited(unit ?? { code: id, ...EMPTY })}
                >
                  {unit ? words('action.edit') : t('unit.enter')}
                </Button>
              ),
            },
          ]}
        />
      </Stack>
      {edited && <BusinessUnitForm unit={edited} onClose={() => setEdited(null)} />}
    </Section>
  );
}

function BusinessUnitForm({ unit, onClose }: { unit: BusinessUnit; onClose: () => void }) {
  const { t } = useTranslation('cash-registers');
  const { id: companyId } = useCompany();
  const environment = useEnvironment();
  const fieldErrors = useFieldErrors();
  const { name, address, town, code } = unit;
  const needed = (text: string) => (text.trim() === '' ? t('form.missing') : null);
  const form = useForm({
    initialValues: { name, address, town },
    validate: { name: needed, address: needed, town: needed },
  });
  const save = useChange(
    (values: typeof EMPTY) =>
      call('put', '/companies/{companyId}/business-units', {
        companyId,
        body: { environment, code, ...values },
      }),
    {
      onDone: onClose,
      done: t('unit.saved'),
      onError: (error) => form.setErrors(fieldErrors(error)),
    },
  );
  return (
    <FormDialog
      title={t('unit.form', { code })}
      change={save}
      error={otherThanFields(save.error)}
      onSubmit={form.onSubmit((values) => save.mutate(values))}
      onClose={onClose}
    >
      {FIELDS.map((field) => (
        <TextInput
          key={field}
          label={t(`unit.${field}`)}
          {...(field === 'name' && { 'data-autofocus': true })}
          {...form.getInputProps(field)}
        />
      ))}
    </FormDialog>
  );
}
