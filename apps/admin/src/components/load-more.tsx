import { Button, Center, Text } from '@mantine/core';
import { useTranslation } from '../i18n/i18n.ts';

interface LoadMoreProps {
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
}

/** The next page of a list that is read by cursor (useInfiniteQuery). */
export function LoadMore({ query }: LoadMoreProps) {
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
