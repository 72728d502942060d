// Who may enter. The API checks every call anyway; these only lead to the right page.

import { useQuery } from '@tanstack/react-query';
import { Center } from '@mantine/core';
import { useEffect } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { setProblemListener } from '../api/client.ts';
import { queryClient } from '../api/query-client.ts';
import { dropSession, sessionQuery, useSession, whySignIn } from '../api/session.ts';
import { QueryView } from '../components/state/query-view.tsx';
import { NotFound } from './not-found.tsx';

/** Signed out: to the sign-in, and back to this page afterwards. */
export function SignedInOnly() {
  const session = useQuery(sessionQuery);
  const { pathname, search } = useLocation();
  useEffect(() => {
    setProblemListener(({ code }) => {
      if (code === 'SIGN_IN_REQUIRED') dropSession();
      if (code === 'SECOND_FACTOR_MISSING') void queryClient.invalidateQueries(sessionQuery);
    });
  }, []);
  const next = encodeURIComponent(pathname + search);
  if (session.data?.mustAddFactor) return <Navigate to={`/second-factor?next=${next}`} replace />;
  if (session.data) return <Outlet />;
  if (session.data === null) {
    return <Navigate to={signInPath(pathname === '/' ? null : next)} replace />;
  }
  return (
    <Center p="xl" component="main">
      <QueryView query={session}>{() => null}</QueryView>
    </Center>
  );
}

/** With the reason, and the way back; who opens the panel itself needs neither. */
function signInPath(next: string | null): string {
  const reason = whySignIn();
  if (next === null) return reason === 'link' ? '/sign-in' : `/sign-in?reason=${reason}`;
  return `/sign-in?reason=${reason}&next=${next}`;
}

/** For others the page does not exist. */
export function OperatorsOnly() {
  return useSession().user.role === 'operator' ? <Outlet /> : <NotFound />;
}

/** The panel's own address: an operator begins at the companies, a company admin at the company. */
export function FirstPage() {
  const { companyId } = useSession().user;
  return <Navigate to={companyId === null ? '/companies' : `/companies/${companyId}`} replace />;
}
