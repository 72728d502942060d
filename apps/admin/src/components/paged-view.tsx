import { Button, Center, Text } from '@mantine/core';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from '../i18n/i18n.ts';
import { Failure } from './failure.tsx';
import { Loading } from './loading.tsx';

interface PagedViewProps<Page, Row> {
  query: UseInfiniteQueryResult<InfiniteData<Page>>;
  rowsOf: (page: Page) => readonly Row[];
  /** Shown instead of a list without rows, or of what `isEmpty` says. */
  empty: ReactNode;
  isEmpty?: (first: Page) => boolean;
  /** Grey lines while the first page is on its way. */
  lines?: number;
  /** Says below the last page that it is the last. */
  withEnd?: boolean;
  children: (rows: readonly Row[], first: Page) => ReactNode;
}

/** The four states of a list that is read page by page, and the button for the next page. */
export function PagedView<Page, Row>(props: PagedViewProps<Page, Row>) {
  const { query, rowsOf, empty, lines = 4, withEnd = true, children } = props;
  const [first] = query.data?.pages ?? [];
  if (!query.data || !first) {
    if (!query.isError) return <Loading lines={lines} />;
    return <Failure error={query.error} onRetry={() => void query.refetch()} />;
  }
  const rows = query.data.pages.flatMap(rowsOf);
  if (props.isEmpty?.(first) ?? rows.length === 0) return empty;
  return (
    <>
      {children(rows, first)}
      {(withEnd || query.hasNextPage) && <LoadMore query={query} />}
    </>
  );
}

function LoadMore({ query }: { query: UseInfiniteQueryResult }) {
  const { t } = useTranslation();
  return (
    <Center mt="lg">
      {query.hasNextPage ? (
        <Button
          variant="default"
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {t('action.more')}
        </Button>
      ) : (
        <Text size="sm" c="dimmed">
          {t('state.allShown')}
        </Text>
      )}
    </Center>
  );
}
