import { QueryClient } from '@tanstack/react-query';
import { awaySince } from './connection.ts';
import { ApiProblem } from './problem.ts';

/** What has been asked of the API, kept while it is on the screen and a little longer. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // Without a network a call fails at once and says so; paused, it would be waited for without
      // end.
      networkMode: 'always',
      staleTime: 10_000,
      retry: (failures, error) => failures < 2 && isWorthAsking(error),
      retryDelay: (failures) => Math.min(500 * 2 ** failures, 4_000),
    },
    // A change is repeated by a person, who sees what happened.
    mutations: { retry: false, networkMode: 'always' },
  },
});

// What is on the screen is read again as soon as the service is back.
awaySince.subscribe(() => {
  if (awaySince.current() === null) void queryClient.invalidateQueries();
});

// What was refused is refused again; only no response and an error of the service itself may pass.
function isWorthAsking(error: Error): boolean {
  if (!(error instanceof ApiProblem)) return false;
  return error.status === 0 || error.status >= 500;
}
