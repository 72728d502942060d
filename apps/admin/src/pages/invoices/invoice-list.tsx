import { useInfiniteQuery } from '@tanstack/react-query';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { IconFileInvoice, IconFilterOff, IconSearch } from '@tabler/icons-react';
import { PagedView } from '../../components/state/query-view.tsx';
import { useSearch } from '../../components/use-search.ts';
import { useFormats } from '../../format/use-formats.ts';
import { useTranslation } from '../../i18n/i18n.ts';
import { useEnvironment } from '../../shell/company-guard.tsx';
import { invoicesQuery } from './invoice-queries.ts';
import {
  filterOf,
  isNarrowed,
  INVOICE_STATUSES,
  NO_FILTER,
  TYPES_OF_INVOICE,
} from './list/invoice-filter.ts';
import type { InvoiceFilter } from './list/invoice-filter.ts';
import { InvoiceRecords } from './list/invoice-records.tsx';
import { Group, Select, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { DayField } from '../../components/form/day-field.tsx';
import { Filters } from '../../components/page/filters.tsx';

/** The filters and what they leave, page by page. @param companyId null for all companies. */
export function InvoiceList({ companyId }: { companyId: string | null }) {
  const { t } = useTranslation('invoices');
  const formats = useFormats();
  const environment = useEnvironment();
  const [search, setSearch] = useSearch();
  const filter = filterOf(search);
  const query = useInfiniteQuery(invoicesQuery(companyId, environment, filter));
  useWholeSearch(query);
  return (
    <>
      <InvoiceFilters filter={filter} isOfAll={companyId === null} onChange={setSearch} />
      <PagedView
        query={query}
        rowsOf={({ invoices }) => invoices}
        noteOf={({ searchedTo }) =>
          searchedTo && t('list.searchedTo', { day: formats.date(searchedTo) })
        }
        lines={8}
        empty={
          isNarrowed(filter)
            ? { icon: IconFilterOff, title: t('list.noneFound'), text: t('list.noneFoundHint') }
            : { icon: IconFileInvoice, title: t('list.none'), text: t('list.noneHint') }
        }
      >
        {(rows) => <InvoiceRecords rows={rows} isOfAll={companyId === null} />}
      </PagedView>
    </>
  );
}

interface InvoiceFiltersProps {
  /** Of all companies, which are searched by their names, too. */
  isOfAll: boolean;
  filter: InvoiceFilter;
  onChange: (change: Partial<InvoiceFilter>) => void;
}

const WHOLE_LINE = '1 1 100%';

/** What the list is narrowed to; every change goes into the URL. */
function InvoiceFilters({ filter, isOfAll, onChange }: InvoiceFiltersProps) {
  const { t } = useTranslation('invoices');
  const { t: words } = useTranslation();
  const ofList = {
    placeholder: t('list.any'),
    clearable: true,
    flex: { base: WHOLE_LINE, sm: '0 1 11rem' },
  };
  const narrowing = [filter.status, filter.typeOfInvoice, filter.from, filter.to];
  return (
    <Filters
      label={t('title')}
      search={
        <SearchField
          value={filter.search}
          hint={isOfAll ? t('list.searchAllHint') : t('list.searchHint')}
          onChange={(search) => onChange({ search })}
        />
      }
      narrowing={narrowing.filter((value) => value !== null).length}
      isNarrowed={isNarrowed(filter)}
      onClear={() => onChange(NO_FILTER)}
    >
      <Select
        {...ofList}
        label={t('list.status')}
        value={filter.status}
        onChange={(status) => onChange({ status })}
        data={INVOICE_STATUSES.map((value) => ({ value, label: words(`status.${value}`) }))}
      />
      <Select
        {...ofList}
        label={t('list.type')}
        value={filter.typeOfInvoice}
        onChange={(typeOfInvoice) => onChange({ typeOfInvoice })}
        data={TYPES_OF_INVOICE.map((value) => ({ value, label: t(`typeOfInvoice.${value}`) }))}
      />
      <Group gap="sm" wrap="nowrap" flex={{ base: WHOLE_LINE, sm: 'initial' }}>
        {(['from', 'to'] as const).map((end) => (
          <DayField
            key={end}
            label={t(`list.${end}`)}
            value={filter[end] ?? ''}
            minDate={end === 'to' ? (filter.from ?? undefined) : undefined}
            maxDate={end === 'from' ? (filter.to ?? undefined) : undefined}
            onChange={(day) => onChange({ [end]: day })}
            w={{ sm: '10rem' }}
            flex={{ base: 1, sm: 'initial' }}
            miw={0}
          />
        ))}
      </Group>
    </Filters>
  );
}

const TYPING_MS = 350;

interface SearchFieldProps {
  value: string;
  hint: string;
  onChange: (value: string) => void;
}

function SearchField({ value, hint, onChange }: SearchFieldProps) {
  const { t } = useTranslation('invoices');
  const [text, setText] = useState(value);
  const changeLater = useDebouncedCallback(onChange, TYPING_MS);
  const field = useRef<HTMLInputElement>(null);
  // The URL changes also by "clear filters"; while somebody types, it only follows the field.
  useEffect(() => {
    if (document.activeElement !== field.current) setText(value);
  }, [value]);
  return (
    <TextInput
      ref={field}
      type="search"
      flex={{ base: WHOLE_LINE, sm: '1 1 20rem' }}
      label={t('list.search')}
      placeholder={hint}
      leftSection={<IconSearch size={16} aria-hidden />}
      value={text}
      maxLength={1000}
      onChange={(event) => {
        setText(event.currentTarget.value);
        changeLater(event.currentTarget.value);
      }}
    />
  );
}

type Pages = UseInfiniteQueryResult<{ pages: readonly { searchedTo: string | null }[] }>;

/** A page that ends before all was searched is followed by the next one, unless that failed. */
function useWholeSearch({ data, isFetching, isError, fetchNextPage }: Pages): void {
  const isPartial = (data?.pages.at(-1)?.searchedTo ?? null) !== null;
  useEffect(() => {
    if (isPartial && !isFetching && !isError) void fetchNextPage();
  }, [isPartial, isFetching, isError, fetchNextPage]);
}
