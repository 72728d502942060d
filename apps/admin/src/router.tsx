// Every URL of the panel. Pages are loaded when they are first visited, together with their texts.

import { Suspense } from 'react';
import type { ReactElement } from 'react';
import { BrowserRouter, matchRoutes, Navigate, useLocation, useRoutes } from 'react-router';
import type { RouteObject } from 'react-router';
import { loadAhead, page } from './page-of.tsx';
import { CompanyDoor } from './shell/company-door.tsx';
import { CrashBoundary } from './shell/crash.tsx';
import { FirstPage } from './shell/first-page.tsx';
import { NotFound } from './shell/not-found.tsx';
import { OperatorsOnly, SignedInOnly } from './shell/doors.tsx';
import { ScrollPosition } from './shell/scroll-position.tsx';
import { Loading } from './parts/loading.tsx';

/** What an operator and the company's admins see of one company, under /companies/:companyId. */
const companyPages: RouteObject[] = [
  { index: true, element: <Navigate to="start" replace /> },
  {
    path: 'start',
    Component: page(async () => (await import('./pages/start/start-page.tsx')).StartPage, 'start'),
  },
  {
    path: 'profile',
    Component: page(
      async () => (await import('./pages/companies/profile-page.tsx')).ProfilePage,
      'companies',
    ),
  },
  {
    path: 'certificates',
    Component: page(
      async () => (await import('./pages/certificates/certificates-page.tsx')).CertificatesPage,
      'certificates',
    ),
  },
  {
    path: 'cash-registers',
    Component: page(
      async () =>
        (await import('./pages/cash-registers/cash-registers-page.tsx')).CashRegistersPage,
      'cash-registers',
    ),
  },
  {
    path: 'api-keys',
    Component: page(
      async () => (await import('./pages/api-keys/api-keys-page.tsx')).ApiKeysPage,
      'api-keys',
    ),
  },
  {
    path: 'members',
    Component: page(
      async () => (await import('./pages/people/members-page.tsx')).MembersPage,
      'people',
      'account',
    ),
  },
  {
    path: 'audit',
    Component: page(async () => (await import('./pages/audit/audit-page.tsx')).AuditPage, 'audit'),
  },
  {
    path: 'inspector',
    Component: page(
      async () => (await import('./pages/inspector/inspector-page.tsx')).InspectorPage,
      'inspector',
    ),
  },
  {
    path: 'invoices',
    Component: page(
      async () => (await import('./pages/invoices/invoices-page.tsx')).InvoicesPage,
      'invoices',
      'operations',
    ),
  },
  {
    path: 'invoices/:invoiceId',
    Component: page(
      async () => (await import('./pages/invoices/invoice-page.tsx')).InvoicePage,
      'invoices',
      'failed-work',
      'operations',
    ),
  },
  {
    path: 'numbers',
    Component: page(
      async () => (await import('./pages/invoices/numbers-page.tsx')).NumbersPage,
      'invoices',
    ),
  },
  {
    path: 'failed',
    Component: page(
      async () => (await import('./pages/failed-work/failed-work-page.tsx')).FailedWorkPage,
      'failed-work',
      'operations',
    ),
  },
  {
    path: 'offline',
    Component: page(
      async () => (await import('./pages/failed-work/offline-page.tsx')).OfflinePage,
      'failed-work',
      'operations',
    ),
  },
];

/** What only operators see. */
const operatorPages: RouteObject[] = [
  {
    path: 'companies',
    Component: page(
      async () => (await import('./pages/companies/companies-page.tsx')).CompaniesPage,
      'companies',
    ),
  },
  {
    path: 'companies/new',
    Component: page(
      async () => (await import('./pages/companies/new-company-page.tsx')).NewCompanyPage,
      'companies',
    ),
  },
  {
    path: 'failed',
    Component: page(
      async () => (await import('./pages/failed-work/failed-work-page.tsx')).FailedWorkPage,
      'failed-work',
    ),
  },
  {
    path: 'offline',
    Component: page(
      async () => (await import('./pages/failed-work/offline-page.tsx')).OfflinePage,
      'failed-work',
    ),
  },
  {
    path: 'operations',
    Component: page(
      async () => (await import('./pages/operations/operations-page.tsx')).OperationsPage,
      'operations',
    ),
  },
  {
    path: 'users',
    Component: page(
      async () => (await import('./pages/people/users-page.tsx')).UsersPage,
      'people',
      'account',
    ),
  },
  {
    path: 'audit',
    Component: page(async () => (await import('./pages/audit/audit-page.tsx')).AuditPage, 'audit'),
  },
];

const accountPage: RouteObject = {
  path: 'account',
  Component: page(
    async () => (await import('./pages/account/account-page.tsx')).AccountPage,
    'account',
  ),
};

const routes: RouteObject[] = [
  {
    path: 'sign-in',
    Component: page(
      async () => (await import('./pages/sign-in/sign-in-page.tsx')).SignInPage,
      'sign-in',
    ),
  },
  {
    path: 'invitation',
    Component: page(
      async () => (await import('./pages/sign-in/invitation-page.tsx')).InvitationPage,
      'sign-in',
    ),
  },
  {
    path: 'second-factor',
    Component: page(
      async () => (await import('./pages/sign-in/second-factor-page.tsx')).SecondFactorPage,
      'account',
    ),
  },
  {
    Component: SignedInOnly,
    children: [
      {
        Component: page(async () => (await import('./shell/shell.tsx')).Shell),
        children: [
          { index: true, Component: FirstPage },
          accountPage,
          { path: 'companies/:companyId', Component: CompanyDoor, children: companyPages },
          { Component: OperatorsOnly, children: operatorPages },
          { path: '*', Component: NotFound },
        ],
      },
    ],
  },
];

/** Every page of the panel; only in the browser. */
export function Router() {
  return (
    <BrowserRouter basename="/admin">
      <ScrollPosition />
      <CrashBoundary>
        <Suspense fallback={<Loading />}>
          <Pages />
        </Suspense>
      </CrashBoundary>
    </BrowserRouter>
  );
}

function Pages(): ReactElement | null {
  const location = useLocation();
  // The frame, the company and the page are on their way at once, not one after the other.
  for (const { route } of matchRoutes(routes, location) ?? []) loadAhead(route.Component);
  return useRoutes(routes);
}
