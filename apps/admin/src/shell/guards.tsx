// Who may enter. The API checks every call anyway; these only lead to the right page.

import { useQuery } from '@tanstack/react-query';
import { Alert, Center } from '@mantine/core';
import { useEffect } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { setProblemListener } from '../api/client.ts';
import { useMay } from '../api/may.ts';
import { queryClient } from '../api/query-client.ts';
import { dropSession, sessionQuery, useSession, whySignIn } from '../api/session.ts';
import { QueryView } from '../components/state/query-view.tsx';
import { useTranslation } from '../i18n/i18n.ts';
import { NoAccess } from './not-found.tsx';
import classes from './shell.module.css';

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

/** The pages of operators. */
export function OperatorsOnly() {
  return useMay().operate ? <Outlet /> : <NoAccess />;
}

/** The pages about all companies: for operators and the support of the service. */
export function ServiceOnly() {
  return useMay().seeService ? <Outlet /> : <NoAccess />;
}

/** Pages about a company for those alone who may change it. */
export function ChangersOnly() {
  return useMay().change ? <Outlet /> : <NoAccess />;
}

/**
 * Settings of a company: people who may not change them see them with every field and button
 * disabled.
 */
export function ReadOnlyForOthers() {
  const { t } = useTranslation();
  if (useMay().change) return <Outlet />;
  return (
    <>
      <Alert mb="lg" maw={720}>
        {t('readOnly')}
      </Alert>
      <fieldset disabled className={classes.readOnly}>
        <Outlet />
      </fieldset>
    </>
  );
}

/**
 * The panel's own address: people of the service begin at what needs attention, others at their
 * company.
 */
export function FirstPage() {
  const { companyId } = useSession().user;
  return <Navigate to={companyId === null ? '/overview' : `/companies/${companyId}`} replace />;
}

/** A company begins with its day, in the environment that was asked for. */
export function ToToday() {
  return <Navigate to={{ pathname: 'today', search: useLocation().search }} replace />;
}
