import { Divider, SimpleGrid, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { IconLink } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from '../../i18n/i18n.ts';
import { readInvoiceLink } from './invoice-link.ts';
import type { IicValues } from './use-iic-form.ts';

const codes = ['businessUnitCode', 'tcrCode', 'softwareCode'] as const;

/** A link that fills everything, and the fields themselves. */
export function IicFields({ form }: { form: UseFormReturnType<IicValues> }) {
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
        <TextInput label={t('field.tin')} inputMode="numeric" {...form.getInputProps('tin')} />
        <TextInput
          label={t('field.ordinal')}
          inputMode="numeric"
          {...form.getInputProps('ordinal')}
        />
        <TextInput
          label={t('field.issueDateTime')}
          description={t('field.issueDateTimeHint')}
          {...form.getInputProps('issueDateTime')}
        />
        <TextInput
          label={t('field.total')}
          description={t('field.totalHint')}
          inputMode="decimal"
          {...form.getInputProps('total')}
        />
        {codes.map((name) => (
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
