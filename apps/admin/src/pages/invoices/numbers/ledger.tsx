import { Alert, Group, Select, Stack } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { IconAlertTriangle, IconCircleCheck, IconListNumbers } from '@tabler/icons-react';
import { useSearchParams } from 'react-router';
import { useFormats } from '../../../format/use-formats.ts';
import { useTranslation } from '../../../i18n/i18n.ts';
import { Empty } from '../../../parts/empty.tsx';
import { Failure } from '../../../parts/failure.tsx';
import { LoadMore } from '../../../parts/load-more.tsx';
import { Loading } from '../../../parts/loading.tsx';
import { numbersQuery } from '../invoice-queries.ts';
import { LedgerLines } from './ledger-lines.tsx';
import { rowOf } from './row-of.ts';
import { countMissing, withGaps } from './with-gaps.ts';

interface LedgerProps {
  companyId: string;
  cashRegisterId: string;
}

/** One row of numbers: a year, under one TCR code; and whether anything is missing in it. */
export function Ledger({ companyId, cashRegisterId }: LedgerProps) {
  const { t } = useTranslation('invoices');
  const [search, setSearch] = useSearchParams();
  const row = rowOf(search.get('row'));
  const query = useInfiniteQuery(numbersQuery(companyId, cashRegisterId, row));
  if (query.isError && !query.data) {
    return <Failure error={query.error} onRetry={() => void query.refetch()} />;
  }
  const first = query.data?.pages[0];
  if (!first) return <Loading lines={8} />;
  if (first.rows.length === 0) {
    return (
      <Empty icon={IconListNumbers} title={t('numbers.none')}>
        {t('numbers.noneHint')}
      </Empty>
    );
  }
  const choose = (value: string | null) => {
    const next = new URLSearchParams(search);
    next.set('row', value ?? '');
    setSearch(next, { replace: true });
  };
  const stories = query.data?.pages.flatMap((page) => page.stories) ?? [];
  const lines = withGaps(stories, !query.hasNextPage);
  return (
    <Stack gap="lg">
      <Group align="flex-end">
        <Select
          label={t('numbers.year')}
          allowDeselect={false}
          value={`${first.year ?? ''} ${first.tcrCode ?? ''}`}
          onChange={choose}
          data={first.rows.map(({ year, tcrCode, lastOrdinal }) => ({
            value: `${year} ${tcrCode}`,
            label: `${year} · ${tcrCode} · 1–${lastOrdinal}`,
          }))}
          w={320}
        />
      </Group>
      <Wholeness missing={countMissing(lines)} isComplete={!query.hasNextPage} />
      <LedgerLines companyId={companyId} lines={lines} />
      {query.hasNextPage && <LoadMore query={query} />}
    </Stack>
  );
}

function Wholeness({ missing, isComplete }: { missing: number; isComplete: boolean }) {
  const { t } = useTranslation('invoices');
  const { number } = useFormats();
  return missing > 0 ? (
    <Alert
      color="red"
      icon={<IconAlertTriangle />}
      title={t('numbers.missing', { number: number(missing) })}
    >
      {t('numbers.gapHint')}
    </Alert>
  ) : (
    <Alert color="green" icon={<IconCircleCheck />}>
      {isComplete ? t('numbers.whole') : t('numbers.wholeSoFar')}
    </Alert>
  );
}
