import { Group, NativeSelect, SegmentedControl, TextInput } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { readPages } from '../../api/client.ts';
import { Page } from '../../components/page/page.tsx';
import { PagedView } from '../../components/state/query-view.tsx';
import { useSearch } from '../../components/use-search.ts';
import { dayEnd, dayStart } from '../../format/podgorica-day.ts';
import { useTranslation } from '../../i18n/i18n.ts';
import { AuditEntries } from './audit-entries.tsx';
import { useAuditWords } from './audit-words.ts';

/** The audit log of the service; with a company in the URL, of it alone. */
export default function AuditPage() {
  const { t } = useTranslation('audit');
  const { companyId } = useParams();
  const [search] = useSearch();
  const [from, to] = [search.get('from'), search.get('to')];
  const filter = {
    by: search.get('by') === 'all' ? ('all' as const) : ('people' as const),
    action: search.get('action'),
    from: from && dayStart(from),
    to: to && dayEnd(to),
  };
  const path = companyId === undefined ? '/audit' : '/companies/{companyId}/audit';
  const query = useInfiniteQuery(readPages(path, { companyId, ...filter }));
  return (
    <Page title={t('title')} description={t('intro')} width="wide">
      <Filters />
      <PagedView
        query={query}
        rowsOf={({ entries }) => entries}
        empty={{ icon: IconHistory, title: t('empty.title'), text: t('empty.text') }}
      >
        {(entries) => <AuditEntries entries={entries} withCompany={companyId === undefined} />}
      </PagedView>
    </Page>
  );
}

function Filters() {
  const { t } = useTranslation('audit');
  const { actions } = useAuditWords();
  const [search, setSearch] = useSearch();
  return (
    <Group gap="sm" align="flex-end" mb="lg" role="search" aria-label={t('title')}>
      <SegmentedControl
        aria-label={t('by.label')}
        value={search.get('by') === 'all' ? 'all' : 'people'}
        onChange={(by) => setSearch({ by })}
        data={[
          { value: 'people', label: t('by.people') },
          { value: 'all', label: t('by.all') },
        ]}
      />
      <NativeSelect
        label={t('action')}
        value={search.get('action') ?? ''}
        onChange={(event) => setSearch({ action: event.currentTarget.value })}
        data={[{ value: '', label: t('anyAction') }, ...actions]}
      />
      {(['from', 'to'] as const).map((name) => (
        <TextInput
          key={name}
          type="date"
          label={t(name)}
          value={search.get(name) ?? ''}
          onChange={(event) => setSearch({ [name]: event.currentTarget.value })}
        />
      ))}
    </Group>
  );
}
