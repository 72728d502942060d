import { useEffect } from 'react';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';

type Pages = UseInfiniteQueryResult<{ pages: readonly { searchedTo: string | null }[] }>;

/** A page that ends before all was searched is followed by the next one, unless that failed. */
export function useWholeSearch({ data, isFetching, isError, fetchNextPage }: Pages): void {
  const isPartial = (data?.pages.at(-1)?.searchedTo ?? null) !== null;
  useEffect(() => {
    if (isPartial && !isFetching && !isError) void fetchNextPage();
  }, [isPartial, isFetching, isError, fetchNextPage]);
}
