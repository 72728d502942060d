// The audit log of one company, or of the whole service.

import { Group, NativeSelect, SegmentedControl, TextInput } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { useParams, useSearchParams } from 'react-router';
import { answer, api } from '../../api/client.ts';
import { dayEnd, dayStart } from '../../format/podgorica-day.ts';
import { useTranslation } from '../../i18n/i18n.ts';
import { Empty } from '../../parts/empty.tsx';
import { LoadMore } from '../../parts/load-more.tsx';
import { Page } from '../../parts/page.tsx';
import { QueryView } from '../../parts/query-view.tsx';
import { AuditEntries } from './audit-entries.tsx';
import { useActionNames } from './action-names.ts';

interface Filter {
  by: 'people' | 'all';
  action: string;
  /** Days in Podgorica, or empty. */
  from: string;
  to: string;
}

function auditQuery(companyId: string | undefined, { by, action, from, to }: Filter) {
  const filter = {
    by,
    ...(action === '' ? {} : { action }),
    ...(from === '' ? {} : { from: dayStart(from) }),
    ...(to === '' ? {} : { to: dayEnd(to) }),
  };
  return infiniteQueryOptions({
    queryKey:
      companyId === undefined ? ['audit', filter] : ['companies', companyId, 'audit', filter],
    queryFn: ({ pageParam: cursor, signal }) => {
      const query = { ...filter, ...(cursor === undefined ? {} : { cursor }) };
      return companyId === undefined
        ? answer(api.GET('/admin/api/audit', { params: { query }, signal }))
        : answer(
            api.GET('/admin/api/companies/{companyId}/audit', {
              params: { path: { companyId }, query },
              signal,
            }),
          );
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });
}

/** With a company in the URL only its entries. */
export function AuditPage() {
  const { t } = useTranslation('audit');
  const { companyId } = useParams();
  const [filter, setFilter] = useFilter();
  const query = useInfiniteQuery(auditQuery(companyId, filter));
  return (
    <Page title={t('title')} description={t('intro')} width="wide">
      <Filters filter={filter} onChange={setFilter} />
      <QueryView
        query={query}
        isEmpty={({ pages }) => pages[0]?.entries.length === 0}
        empty={
          <Empty icon={IconHistory} title={t('empty.title')}>
            {t('empty.text')}
          </Empty>
        }
      >
        {({ pages }) => (
          <>
            <AuditEntries
              entries={pages.flatMap(({ entries }) => entries)}
              withCompany={companyId === undefined}
            />
            <LoadMore query={query} />
          </>
        )}
      </QueryView>
    </Page>
  );
}

function useFilter(): [Filter, (change: Partial<Filter>) => void] {
  const [search, setSearch] = useSearchParams();
  const filter: Filter = {
    by: search.get('by') === 'all' ? 'all' : 'people',
    action: search.get('action') ?? '',
    from: search.get('from') ?? '',
    to: search.get('to') ?? '',
  };
  const change = (part: Partial<Filter>) => {
    const next = new URLSearchParams(search);
    for (const [name, value] of Object.entries(part)) {
      if (value === '') next.delete(name);
      else next.set(name, value);
    }
    setSearch(next, { replace: true });
  };
  return [filter, change];
}

interface FiltersProps {
  filter: Filter;
  onChange: (change: Partial<Filter>) => void;
}

function Filters({ filter, onChange }: FiltersProps) {
  const { t } = useTranslation('audit');
  const { all } = useActionNames();
  return (
    <Group gap="sm" align="flex-end" mb="lg" role="search" aria-label={t('title')}>
      <SegmentedControl
        aria-label={t('by.label')}
        value={filter.by}
        onChange={(by) => onChange({ by })}
        data={[
          { value: 'people', label: t('by.people') },
          { value: 'all', label: t('by.all') },
        ]}
      />
      <NativeSelect
        label={t('action')}
        value={filter.action}
        onChange={(event) => onChange({ action: event.currentTarget.value })}
        data={[
          { value: '', label: t('anyAction') },
          ...all.map(({ action, name }) => ({ value: action, label: name })),
        ]}
      />
      <TextInput
        type="date"
        label={t('from')}
        value={filter.from}
        onChange={(event) => onChange({ from: event.currentTarget.value })}
      />
      <TextInput
        type="date"
        label={t('to')}
        value={filter.to}
        onChange={(event) => onChange({ to: event.currentTarget.value })}
      />
    </Group>
  );
}
