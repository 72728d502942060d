import { NativeSelect, SegmentedControl, Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { DayField } from '../../components/form/day-field.tsx';
import { Filters } from '../../components/page/filters.tsx';
import { read } from '../../api/client.ts';
import { useMay } from '../../api/may.ts';
import { useSearch } from '../../components/use-search.ts';
import { useTranslation } from '../../i18n/i18n.ts';
import { peoplePath } from '../people/people-path.ts';
import { useAuditWords } from './audit-words.ts';

const FILTERS = ['by', 'action', 'userId', 'entityId', 'from', 'to'] as const;
const NONE = Object.fromEntries(FILTERS.map((name) => [name, null]));

/** What the log is narrowed to; every change goes into the URL. */
export function AuditFilters({ companyId }: { companyId: string | undefined }) {
  const { t } = useTranslation('audit');
  const { actions } = useAuditWords();
  const [search, setSearch] = useSearch();
  const may = useMay();
  return (
    <Filters
      label={t('title')}
      narrowing={FILTERS.filter((name) => search.has(name)).length}
      onClear={() => setSearch(NONE)}
    >
      <SegmentedControl
        aria-label={t('by.label')}
        value={search.get('by') === 'all' ? 'all' : 'people'}
        onChange={(by) => setSearch({ by })}
        data={[
          { value: 'people', label: t('by.people') },
          { value: 'all', label: t('by.all') },
        ]}
      />
      {(companyId === undefined ? may.operate : may.change) && (
        <PersonSelect companyId={companyId} />
      )}
      <NativeSelect
        label={t('action')}
        value={search.get('action') ?? ''}
        // Whoever did it: much is done by the service alone.
        onChange={(event) => setSearch({ action: event.currentTarget.value, by: 'all' })}
        data={[{ value: '', label: t('anyAction') }, ...actions]}
      />
      {(['from', 'to'] as const).map((name) => (
        <DayField
          key={name}
          label={t(name)}
          value={search.get(name) ?? ''}
          onChange={(day) => setSearch({ [name]: day })}
        />
      ))}
    </Filters>
  );
}

const TYPING_MS = 250;

/** One person of the company, or of all: found by a part of the name or the address. */
function PersonSelect({ companyId = null }: { companyId: string | null | undefined }) {
  const { t } = useTranslation('audit');
  const [filter, setFilter] = useSearch();
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed, TYPING_MS);
  const path = peoplePath(companyId);
  const { data } = useQuery({
    ...read(path, { companyId: companyId ?? '', search }),
    placeholderData: keepPreviousData,
  });
  return (
    <Select
      label={t('person')}
      placeholder={t('anyPerson')}
      clearable
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      // What the API found is shown as it is.
      filter={({ options }) => options}
      data={(data?.people ?? []).map(({ id, name, email }) => ({
        value: id,
        label: name === '' ? email : `${name} (${email})`,
      }))}
      value={filter.get('userId')}
      onChange={(userId) => setFilter({ userId })}
    />
  );
}
