import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Failure } from './failure.tsx';
import { Loading } from './loading.tsx';

interface QueryViewProps<Data> {
  query: UseQueryResult<Data>;
  /** Shown instead of the content when `isEmpty` says so. */
  empty?: ReactNode;
  isEmpty?: (data: Data) => boolean;
  children: (data: Data) => ReactNode;
}

/** The four states of everything that is asked of the API: loading, failed, empty, there. */
export function QueryView<Data>({ query, empty, isEmpty, children }: QueryViewProps<Data>) {
  if (query.data !== undefined) {
    return isEmpty?.(query.data) ? empty : children(query.data);
  }
  if (query.isError) {
    return <Failure error={query.error} onRetry={() => void query.refetch()} />;
  }
  return <Loading />;
}
