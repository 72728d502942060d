import { Button, Text, Stack, ThemeIcon, Title } from '@mantine/core';
import type { InfiniteData, UseInfiniteQueryResult, UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Icon } from '@tabler/icons-react';
import { useTranslation } from '../../i18n/i18n.ts';
import { Note } from '../text/text.tsx';
import { Failure } from './failure.tsx';
import { Loading } from './loading.tsx';

interface ViewProps {
  /** Shown instead of the content where there is none; a text alone within a section. */
  empty?: EmptyProps | string;
  /** Grey lines while it is loading. */
  lines?: number;
}

interface QueryViewProps<Data> extends ViewProps {
  query: UseQueryResult<Data>;
  isEmpty?: (data: Data) => boolean;
  children: (data: Data) => ReactNode;
}

/** The states of everything that is read from the API: loading, failed, empty, loaded. */
export function QueryView<Data>(props: QueryViewProps<Data>) {
  const { query, empty, isEmpty, lines, children } = props;
  if (query.data === undefined) {
    if (!query.isError) return <Loading lines={lines} />;
    return <Failure error={query.error} onRetry={() => void query.refetch()} />;
  }
  if (empty === undefined || !isEmpty?.(query.data)) return children(query.data);
  return typeof empty === 'string' ? <Text size="sm">{empty}</Text> : <Empty {...empty} />;
}

interface PagedViewProps<Page, Row> extends ViewProps {
  query: UseInfiniteQueryResult<InfiniteData<Page>>;
  rowsOf: (page: Page) => readonly Row[];
  /** Without it a list without rows is empty. */
  isEmpty?: (first: Page) => boolean;
  /** Says below the last page that it is the last. */
  withEnd?: boolean;
  /** Said above the button for the next page. */
  noteOf?: (last: Page) => string | null;
  children: (rows: readonly Row[], first: Page) => ReactNode;
}

/** The same for a list that is read page by page, and the button for the next page. */
export function PagedView<Page, Row>(props: PagedViewProps<Page, Row>) {
  const { query, rowsOf, isEmpty, withEnd = true, noteOf, children, ...view } = props;
  const isNothing = ({ pages }: InfiniteData<Page>) =>
    !query.hasNextPage &&
    pages.slice(0, 1).every((first) => isEmpty?.(first) ?? pages.flatMap(rowsOf).length === 0);
  return (
    <QueryView {...view} query={query} isEmpty={isNothing}>
      {({ pages }) => {
        const [first, last] = [pages[0], pages.at(-1)];
        const note = (last && noteOf?.(last)) ?? null;
        return (
          <>
            {first && children(pages.flatMap(rowsOf), first)}
            {(withEnd || query.hasNextPage) && <LoadMore query={query} note={note} />}
          </>
        );
      }}
    </QueryView>
  );
}

function LoadMore({ query, note }: { query: UseInfiniteQueryResult; note: string | null }) {
  const { t } = useTranslation();
  return (
    <Stack align="center" gap="xs" mt="lg">
      <div role="status">{note !== null && <Note>{note}</Note>}</div>
      {query.hasNextPage && <div data-printed-only>{t('printedPart')}</div>}
      {query.hasNextPage ? (
        <Button
          variant="default"
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {t('action.more')}
        </Button>
      ) : (
        <Note>{t('state.allShown')}</Note>
      )}
    </Stack>
  );
}

/** What an empty page says. */
export interface EmptyProps {
  icon: Icon;
  title: string;
  /** What belongs here and how it gets here. */
  text?: string;
  /** The button that makes the first one. */
  action?: ReactNode;
}

/** There is nothing (yet). Always says what to do next. */
export function Empty({ icon: Picture, title, text, action }: EmptyProps) {
  return (
    <Stack align="center" gap="xs" py={48} px="md" ta="center">
      <ThemeIcon size={52} radius="xl" variant="light" mb={6} aria-hidden>
        <Picture size={26} stroke={1.6} />
      </ThemeIcon>
      <Title order={2}>{title}</Title>
      {text !== undefined && (
        <Text c="dimmed" maw={440}>
          {text}
        </Text>
      )}
      {action !== undefined && <div style={{ marginTop: 12 }}>{action}</div>}
    </Stack>
  );
}
