import { IconHistory } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { readPages } from '../../api/client.ts';
import type { Schema } from '../../api/contract.ts';
import { Page } from '../../components/page/page.tsx';
import { PagedView } from '../../components/state/query-view.tsx';
import { useSearch } from '../../components/use-search.ts';
import { dayEnd, dayStart } from '../../format/podgorica-day.ts';
import { useTranslation } from '../../i18n/i18n.ts';
import { AuditEntries } from './audit-entries.tsx';
import { AuditFilters } from './audit-filters.tsx';

type Action = Schema<'AdminAuditEntry'>['action'];

/** The audit log of the service; with a company in the URL, of it alone. */
export default function AuditPage() {
  const { t } = useTranslation('audit');
  const { companyId } = useParams();
  const [search] = useSearch();
  const [from, to] = [search.get('from'), search.get('to')];
  const filter = {
    // All that was done about one thing: also by the service itself.
    by:
      search.get('by') === 'all' || search.has('entityId') ? ('all' as const) : ('people' as const),
    action: search.get('action') as Action | null,
    userId: search.get('userId'),
    entityId: search.get('entityId'),
    from: from && dayStart(from),
    to: to && dayEnd(to),
  };
  const path = companyId === undefined ? '/audit' : '/companies/{companyId}/audit';
  const query = useInfiniteQuery(readPages(path, { companyId, ...filter }));
  return (
    <Page title={t('title')} description={t('intro')} width="wide">
      <AuditFilters companyId={companyId} />
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
