// Who is signed in. The session itself is a cookie that no script can read; this keeps what the API
// says about it.

import { queryOptions, useQuery } from '@tanstack/react-query';
import { call, setCsrfToken } from './client.ts';
import type { Schema } from './contract.ts';
import { isProblem } from './problem.ts';
import { queryClient } from './query-client.ts';
import { deleteDrafts } from '../draft.ts';

type AdminSession = Schema<'AdminSession'>;

/** The session, or null when signed out. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async (): Promise<AdminSession | null> => {
    try {
      return keep(await call('get', '/session'));
    } catch (error) {
      if (isProblem(error, 'SIGN_IN_REQUIRED')) return keep(null);
      throw error;
    }
  },
  staleTime: 60_000,
});

/** That somebody was signed in in this tab, until they sign out by choice. */
const SIGNED_IN = 'fiscal-signed-in';

/** Why the sign-in is shown. */
export type SignInReason = 'ended' | 'signed-out' | 'link';

/** For who is not signed in: a session has ended, or a link has led here. */
export function whySignIn(): SignInReason {
  return sessionStorage.getItem(SIGNED_IN) === null ? 'link' : 'ended';
}

function keep(session: AdminSession | null): AdminSession | null {
  if (session) sessionStorage.setItem(SIGNED_IN, 'yes');
  setCsrfToken(session?.csrfToken ?? null);
  return session;
}

/** After sign-in, and after a change of the account. */
export function setSession(session: AdminSession): void {
  queryClient.setQueryData(sessionQuery.queryKey, keep(session));
}

/** When the API says that the session is over: nothing that was read stays. */
export function dropSession(): void {
  const [session] = sessionQuery.queryKey;
  // The session's own query stays: its observers would not be notified by a new one of its name.
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== session });
  queryClient.getMutationCache().clear();
  queryClient.setQueryData(sessionQuery.queryKey, keep(null));
}

/**
 * After a sign-out by choice: a page loaded anew remembers nothing, and does not lead the
 * next person to where this one was.
 */
export function leave(): void {
  sessionStorage.removeItem(SIGNED_IN);
  deleteDrafts(sessionStorage);
  window.location.assign(`${import.meta.env.BASE_URL}sign-in?reason=signed-out`);
}

/** Who is signed in, and what the service is set up for; only for pages behind the sign-in. */
export function useSession(): AdminSession {
  const { data } = useQuery(sessionQuery);
  if (!data) throw new Error('useSession was called outside of the signed-in pages.');
  return data;
}
