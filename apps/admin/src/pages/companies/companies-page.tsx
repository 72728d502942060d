// All companies, for operators.

import { Button, Group, NativeSelect, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconBuildingStore, IconPlus, IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useMay } from '../../api/may.ts';
import { readPages } from '../../api/client.ts';
import type { Schema } from '../../api/contract.ts';
import { useTranslation } from '../../i18n/i18n.ts';
import { Moment, StatusBadge, Note, PageLink } from '../../components/text/text.tsx';
import { Page } from '../../components/page/page.tsx';
import { PagedView } from '../../components/state/query-view.tsx';
import { Records } from '../../components/table/records.tsx';
import type { Column } from '../../components/table/records.tsx';
import { useSearch } from '../../components/use-search.ts';
import { PausedLanes } from '../operations/paused-lanes.tsx';

type Listed = Schema<'AdminListedCompany'>;

/** With search and filter, in pages. */
export default function CompaniesPage() {
  const { t } = useTranslation('companies');
  const [filter] = useSearch();
  const search = filter.get('search');
  const asked = filter.get('status');
  const status = asked === 'active' || asked === 'paused' ? asked : null;
  const query = useInfiniteQuery({
    ...readPages('/companies', { search, status }),
    placeholderData: keepPreviousData,
  });
  const columns = useColumns();
  const isFiltered = search !== null || status !== null;
  const { operate } = useMay();
  const add = operate && (
    <Button component={Link} to="/companies/new" leftSection={<IconPlus size={18} />}>
      {t('list.add')}
    </Button>
  );
  return (
    <Page title={t('list.title')} description={t('list.intro')} actions={add} width="wide">
      <PausedLanes />
      <Filters />
      <PagedView
        query={query}
        rowsOf={({ companies }) => companies}
        empty={{
          icon: IconBuildingStore,
          title: isFiltered ? t('list.notFound') : t('list.empty'),
          text: isFiltered ? t('list.notFoundText') : t('list.emptyText'),
          action: isFiltered ? undefined : add,
        }}
      >
        {(companies) => <Records label={t('list.label')} columns={columns} rows={companies} />}
      </PagedView>
    </Page>
  );
}

function Filters() {
  const { t } = useTranslation('companies');
  const [filter, setFilter] = useSearch();
  const search = useDebouncedCallback((text: string) => setFilter({ search: text.trim() }), 250);
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
        onChange={(event) => setFilter({ status: event.currentTarget.value })}
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
      header: t('list.name'),
      isWordy: true,
      cell: ({ id, name, tin }) => (
        <>
          <PageLink to={`/companies/${id}`} fw={500}>
            {name}
          </PageLink>
          <Note size="xs">{tin}</Note>
        </>
      ),
    },
    { header: t('list.town'), isWordy: true, cell: ({ town }) => town },
    {
      header: t('list.environment'),
      cell: ({ environment }) => (
        <StatusBadge tone={environment === 'live' ? 'info' : 'neutral'}>
          {t(`environment.${environment}`)}
        </StatusBadge>
      ),
    },
    {
      header: t('list.status'),
      cell: ({ status }) => (
        <StatusBadge tone={status === 'active' ? 'good' : 'warning'}>
          {t(`status.${status}`)}
        </StatusBadge>
      ),
    },
    {
      header: t('list.certificate'),
      cell: ({ environment, certificateEnds }) => (
        <Moment at={certificateEnds[environment]} form="date" absent="–" />
      ),
    },
    { header: t('list.since'), cell: ({ createdAt }) => <Moment at={createdAt} form="date" /> },
  ];
}
