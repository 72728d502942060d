// All companies, for operators.

import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconBuildingStore, IconPlus, IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useMay } from '../../api/may.ts';
import { readPages } from '../../api/client.ts';
import type { Schema } from '../../api/contract.ts';
import { useTranslation } from '../../i18n/i18n.ts';
import { Instant, StatusBadge, Note, PageLink } from '../../components/text/text.tsx';
import { Filters } from '../../components/page/filters.tsx';
import { Page } from '../../components/page/page.tsx';
import { PagedView } from '../../components/state/query-view.tsx';
import { Records } from '../../components/table/records.tsx';
import type { Column } from '../../components/table/records.tsx';
import { useSearch } from '../../components/use-search.ts';

type Listed = Schema<'AdminListedCompany'>;

const STATUSES = ['active', 'paused'] as const;
const ENVIRONMENTS = ['test', 'live'] as const;
const CERTIFICATES = ['missing', 'expired', 'ending'] as const;

/** With search and filter, in pages. */
export default function CompaniesPage() {
  const { t } = useTranslation('companies');
  const [filter] = useSearch();
  const search = filter.get('search');
  const [status, environment, certificate] = [
    oneOf(STATUSES, filter.get('status')),
    oneOf(ENVIRONMENTS, filter.get('environment')),
    oneOf(CERTIFICATES, filter.get('certificate')),
  ];
  const sort = filter.get('sort') === 'certificate' ? 'certificate' : 'name';
  const query = useInfiniteQuery({
    ...readPages('/companies', { search, status, environment, certificate, sort }),
    placeholderData: keepPreviousData,
  });
  const columns = useColumns();
  const isFiltered = [search, status, environment, certificate].some((value) => value !== null);
  const { operate } = useMay();
  const add = operate && (
    <Button component={Link} to="/companies/new" leftSection={<IconPlus size={18} />}>
      {t('list.add')}
    </Button>
  );
  return (
    <Page title={t('list.title')} description={t('list.intro')} actions={add} width="wide">
      <CompanyFilters />
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

/** What the URL asks for, where it is one of these. */
function oneOf<Value extends string>(values: readonly Value[], asked: string | null): Value | null {
  return values.find((value) => value === asked) ?? null;
}

const FILTERS = ['status', 'environment', 'certificate', 'sort'] as const;

function CompanyFilters() {
  const { t } = useTranslation('companies');
  const { t: shell } = useTranslation();
  const [filter, setFilter] = useSearch();
  const search = useDebouncedCallback((text: string) => setFilter({ search: text.trim() }), 250);
  const choice = (
    name: string,
    label: string,
    choices: readonly (readonly [value: string, label: string])[],
  ) => (
    <NativeSelect
      label={label}
      value={filter.get(name) ?? ''}
      onChange={(event) => setFilter({ [name]: event.currentTarget.value })}
      data={choices.map(([value, words]) => ({ value, label: words }))}
    />
  );
  return (
    <Filters
      label={t('list.title')}
      search={
        <TextInput
          label={t('list.search')}
          placeholder={t('list.searchHint')}
          leftSection={<IconSearch size={16} aria-hidden />}
          defaultValue={filter.get('search') ?? ''}
          onChange={(event) => search(event.currentTarget.value)}
          w={{ base: '100%', xs: 320 }}
        />
      }
      narrowing={FILTERS.filter((name) => filter.has(name)).length}
      onClear={() => setFilter(Object.fromEntries(FILTERS.map((name) => [name, null])))}
    >
      {choice('status', t('list.status'), [
        ['', t('list.anyStatus')],
        ...STATUSES.map((status) => [status, t(`status.${status}`)] as const),
      ])}
      {choice('environment', t('list.environment'), [
        ['', t('list.anyStatus')],
        ...ENVIRONMENTS.map(
          (environment) => [environment, shell(`environment.${environment}`)] as const,
        ),
      ])}
      {choice('certificate', t('list.certificateState'), [
        ['', t('list.anyStatus')],
        ...CERTIFICATES.map((state) => [state, t(`certificateState.${state}`)] as const),
      ])}
      {choice('sort', t('list.sort'), [
        ['', t('list.name')],
        ['certificate', t('list.certificate')],
      ])}
    </Filters>
  );
}

function useColumns(): Column<Listed>[] {
  const { t } = useTranslation('companies');
  const { t: shell } = useTranslation();
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
          {shell(`environment.${environment}`)}
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
        <Instant at={certificateEnds[environment]} form="date" absent="–" />
      ),
    },
    { header: t('list.since'), cell: ({ createdAt }) => <Instant at={createdAt} form="date" /> },
  ];
}
