import { queryOptions } from '@tanstack/react-query';
import { answer, api } from '../../api/client.ts';

/** How much of the authority's history is shown. */
export const HISTORY_MINUTES = 60;

/** Says the same as the query, every two seconds. */
export const HEALTH_STREAM = `/admin/api/operations/events?minutes=${HISTORY_MINUTES}`;

/** The first look; the stream goes on from there. */
export const healthQuery = queryOptions({
  queryKey: ['operations', 'health'],
  queryFn: ({ signal }) =>
    answer(
      api.GET('/admin/api/operations/health', {
        params: { query: { minutes: HISTORY_MINUTES } },
        signal,
      }),
    ),
});
