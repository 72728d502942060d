import { Button, Group, Select, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch, IconX } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../../i18n/i18n.ts';
import { INVOICE_STATUSES, isNarrowed, NO_FILTER, TYPES_OF_INVOICE } from './invoice-filter.ts';
import type { InvoiceFilter } from './invoice-filter.ts';
import classes from './filters.module.css';

interface FiltersProps {
  filter: InvoiceFilter;
  onChange: (change: Partial<InvoiceFilter>) => void;
}

/** What the list is narrowed to; every change goes into the URL. */
export function Filters({ filter, onChange }: FiltersProps) {
  const { t } = useTranslation('invoices');
  return (
    <form
      role="search"
      aria-label={t('list.filters')}
      className={classes.filters}
      onSubmit={(event) => event.preventDefault()}
    >
      <SearchField value={filter.search} onChange={(search) => onChange({ search })} />
      <Select
        label={t('list.status')}
        placeholder={t('list.any')}
        clearable
        value={filter.status}
        onChange={(status) => onChange({ status: status })}
        data={INVOICE_STATUSES.map((value) => ({ value, label: t(`status.${value}`) }))}
      />
      <Select
        label={t('list.type')}
        placeholder={t('list.any')}
        clearable
        value={filter.typeOfInvoice}
        onChange={(type) => onChange({ typeOfInvoice: type })}
        data={TYPES_OF_INVOICE.map((value) => ({ value, label: t(`typeOfInvoice.${value}`) }))}
      />
      <Group gap="sm" wrap="nowrap" className={classes.days}>
        <TextInput
          type="date"
          label={t('list.from')}
          value={filter.from ?? ''}
          {...(filter.to === null ? {} : { max: filter.to })}
          onChange={(event) => onChange({ from: event.currentTarget.value })}
        />
        <TextInput
          type="date"
          label={t('list.to')}
          value={filter.to ?? ''}
          {...(filter.from === null ? {} : { min: filter.from })}
          onChange={(event) => onChange({ to: event.currentTarget.value })}
        />
      </Group>
      {isNarrowed(filter) && (
        <Button
          variant="subtle"
          color="gray"
          leftSection={<IconX size={16} aria-hidden />}
          onClick={() => onChange(NO_FILTER)}
        >
          {t('list.clear')}
        </Button>
      )}
    </form>
  );
}

const TYPING_MS = 350;

function SearchField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const { t } = useTranslation('invoices');
  const [text, setText] = useState(value);
  const tell = useDebouncedCallback(onChange, TYPING_MS);
  const field = useRef<HTMLInputElement>(null);
  // The URL changes also by "clear filters"; while somebody types, it only follows the field.
  useEffect(() => {
    if (document.activeElement !== field.current) setText(value);
  }, [value]);
  return (
    <TextInput
      ref={field}
      type="search"
      className={classes.search}
      label={t('list.search')}
      placeholder={t('list.searchHint')}
      leftSection={<IconSearch size={16} aria-hidden />}
      value={text}
      maxLength={1000}
      onChange={(event) => {
        setText(event.currentTarget.value);
        tell(event.currentTarget.value);
      }}
    />
  );
}
