// All companies, for operators.

import { Anchor, Button, Group, NativeSelect, Text, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconBuildingStore, IconPlus, IconSearch } from '@tabler/icons-react';
import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { answer, api } from '../../api/client.ts';
import type { Schema } from '../../api/contract.ts';
import { useTranslation } from '../../i18n/i18n.ts';
import { Empty } from '../../parts/empty.tsx';
import { LoadMore } from '../../parts/load-more.tsx';
import { Moment } from '../../parts/moment.tsx';
import { Page } from '../../parts/page.tsx';
import { QueryView } from '../../parts/query-view.tsx';
import { Records } from '../../parts/records.tsx';
import type { Column } from '../../parts/records.tsx';
import { StatusBadge } from '../../parts/status-badge.tsx';

type Listed = Schema<'AdminListedCompany'>;

function companiesQuery(search: string, status: Listed['status'] | null) {
  const filter = {
    ...(search === '' ? {} : { search }),
    ...(status === null ? {} : { status }),
  };
  return infiniteQueryOptions({
    queryKey: ['companies', 'list', filter],
    queryFn: ({ pageParam: cursor, signal }) => {
      const query = { ...filter, ...(cursor === undefined ? {} : { cursor }) };
      return answer(api.GET('/admin/api/companies', { params: { query }, signal }));
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });
}

/** With search and filter, in pages. */
export function CompaniesPage() {
  const { t } = useTranslation('companies');
  const [filter] = useSearchParams();
  const search = filter.get('search') ?? '';
  const asked = filter.get('status');
  const status = asked === 'active' || asked === 'paused' ? asked : null;
  const query = useInfiniteQuery({
    ...companiesQuery(search, status),
    placeholderData: keepPreviousData,
  });
  const columns = useColumns();
  const isFiltered = search !== '' || status !== null;
  const add = (
    <Button component={Link} to="/companies/new" leftSection={<IconPlus size={18} />}>
      {t('list.add')}
    </Button>
  );
  return (
    <Page title={t('list.title')} description={t('list.intro')} actions={add} width="wide">
      <Filters />
      <QueryView
        query={query}
        isEmpty={({ pages }) => pages[0]?.companies.length === 0}
        empty={
          <Empty
            icon={IconBuildingStore}
            title={isFiltered ? t('list.notFound') : t('list.empty')}
            action={isFiltered ? undefined : add}
          >
            {isFiltered ? t('list.notFoundText') : t('list.emptyText')}
          </Empty>
        }
      >
        {({ pages }) => (
          <>
            <Records
              label={t('list.label')}
              columns={columns}
              rows={pages.flatMap(({ companies }) => companies)}
              idOf={({ id }) => id}
            />
            <LoadMore query={query} />
          </>
        )}
      </QueryView>
    </Page>
  );
}

function Filters() {
  const { t } = useTranslation('companies');
  const [filter, setFilter] = useSearchParams();
  const set = (name: string, value: string) =>
    setFilter(
      (before) => {
        const next = new URLSearchParams(before);
        if (value === '') next.delete(name);
        else next.set(name, value);
        return next;
      },
      { replace: true },
    );
  const search = useDebouncedCallback((text: string) => set('search', text.trim()), 250);
  return (
    <Group mb="lg" gap="sm" align="flex-end" role="search">
      <TextInput
        label={t('list.search')}
        placeholder={t('list.searchHint')}
        leftSection={<IconSearch size={16} aria-hidden />}
        defaultValue={filter.get('search') ?? ''}
        onChange={(event) => search(event.currentTarget.value)}
        w={{ base: '100%', xs: 320 }}
      />
      <NativeSelect
        label={t('list.status')}
        value={filter.get('status') ?? ''}
        onChange={(event) => set('status', event.currentTarget.value)}
        data={[
          { value: '', label: t('list.anyStatus') },
          { value: 'active', label: t('status.active') },
          { value: 'paused', label: t('status.paused') },
        ]}
      />
    </Group>
  );
}

function useColumns(): Column<Listed>[] {
  const { t } = useTranslation('companies');
  return [
    {
      key: 'name',
      header: t('list.name'),
      isWordy: true,
      cell: ({ id, name, tin }) => (
        <>
          <Anchor component={Link} to={`/companies/${id}`} size="sm" fw={500}>
            {name}
          </Anchor>
          <Text size="xs" c="dimmed">
            {tin}
          </Text>
        </>
      ),
    },
    { key: 'town', header: t('list.town'), isWordy: true, cell: ({ town }) => town },
    {
      key: 'environment',
      header: t('list.environment'),
      cell: ({ environment }) => (
        <StatusBadge tone={environment === 'live' ? 'info' : 'neutral'}>
          {t(`environment.${environment}`)}
        </StatusBadge>
      ),
    },
    {
      key: 'status',
      header: t('list.status'),
      cell: ({ status }) => (
        <StatusBadge tone={status === 'active' ? 'good' : 'warning'}>
          {t(`status.${status}`)}
        </StatusBadge>
      ),
    },
    {
      key: 'certificate',
      header: t('list.certificate'),
      cell: ({ environment, certificateEnds }) => (
        <Moment at={certificateEnds[environment]} form="date" absent="–" />
      ),
    },
    {
      key: 'since',
      header: t('list.since'),
      cell: ({ createdAt }) => <Moment at={createdAt} form="date" />,
    },
  ];
}
