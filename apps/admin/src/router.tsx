// Every URL of the panel. Pages are loaded when they are first visited, together with their texts.

import type { ComponentType } from 'react';
import { createBrowserRouter, Navigate } from 'react-router';
import type { RouteObject } from 'react-router';
import { ensureTexts } from './i18n/i18n.ts';
import type { Namespace } from './i18n/namespaces.ts';
import { CompanyDoor } from './shell/company-door.tsx';
import { Crash } from './shell/crash.tsx';
import { FirstPage } from './shell/first-page.tsx';
import { NotFound } from './shell/not-found.tsx';
import { OperatorsOnly, SignedInOnly } from './shell/doors.tsx';
import { Loading } from './parts/loading.tsx';

/** A page and the texts it needs. */
function page(load: () => Promise<ComponentType>, ...texts: Namespace[]) {
  return async () => {
    const [Component] = await Promise.all([load(), ensureTexts(texts)]);
    return { Component };
  };
}

/** What an operator and the company's admins see of one company, under /companies/:companyId. */
const companyPages: RouteObject[] = [
  { index: true, element: <Navigate to="start" replace /> },
  {
    path: 'start',
    lazy: page(async () => (await import('./pages/start/start-page.tsx')).StartPage, 'start'),
  },
  {
    path: 'profile',
    lazy: page(
      async () => (await import('./pages/companies/profile-page.tsx')).ProfilePage,
      'companies',
    ),
  },
  {
    path: 'certificates',
    lazy: page(
      async () => (await import('./pages/certificates/certificates-page.tsx')).CertificatesPage,
      'certificates',
    ),
  },
  {
    path: 'cash-registers',
    lazy: page(
      async () =>
        (await import('./pages/cash-registers/cash-registers-page.tsx')).CashRegistersPage,
      'cash-registers',
    ),
  },
  {
    path: 'api-keys',
    lazy: page(
      async () => (await import('./pages/api-keys/api-keys-page.tsx')).ApiKeysPage,
      'api-keys',
    ),
  },
  {
    path: 'members',
    lazy: page(
      async () => (await import('./pages/people/members-page.tsx')).MembersPage,
      'people',
      'account',
    ),
  },
  {
    path: 'audit',
    lazy: page(async () => (await import('./pages/audit/audit-page.tsx')).AuditPage, 'audit'),
  },
  {
    path: 'inspector',
    lazy: page(
      async () => (await import('./pages/inspector/inspector-page.tsx')).InspectorPage,
      'inspector',
    ),
  },
  {
    path: 'invoices',
    lazy: page(
      async () => (await import('./pages/invoices/invoices-page.tsx')).InvoicesPage,
      'invoices',
      'operations',
    ),
  },
  {
    path: 'invoices/:invoiceId',
    lazy: page(
      async () => (await import('./pages/invoices/invoice-page.tsx')).InvoicePage,
      'invoices',
      'failed-work',
      'operations',
    ),
  },
  {
    path: 'numbers',
    lazy: page(
      async () => (await import('./pages/invoices/numbers-page.tsx')).NumbersPage,
      'invoices',
    ),
  },
  {
    path: 'failed',
    lazy: page(
      async () => (await import('./pages/failed-work/failed-work-page.tsx')).FailedWorkPage,
      'failed-work',
      'operations',
    ),
  },
  {
    path: 'offline',
    lazy: page(
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
    lazy: page(
      async () => (await import('./pages/companies/companies-page.tsx')).CompaniesPage,
      'companies',
    ),
  },
  {
    path: 'companies/new',
    lazy: page(
      async () => (await import('./pages/companies/new-company-page.tsx')).NewCompanyPage,
      'companies',
    ),
  },
  {
    path: 'failed',
    lazy: page(
      async () => (await import('./pages/failed-work/failed-work-page.tsx')).FailedWorkPage,
      'failed-work',
    ),
  },
  {
    path: 'offline',
    lazy: page(
      async () => (await import('./pages/failed-work/offline-page.tsx')).OfflinePage,
      'failed-work',
    ),
  },
  {
    path: 'operations',
    lazy: page(
      async () => (await import('./pages/operations/operations-page.tsx')).OperationsPage,
      'operations',
    ),
  },
  {
    path: 'users',
    lazy: page(
      async () => (await import('./pages/people/users-page.tsx')).UsersPage,
      'people',
      'account',
    ),
  },
  {
    path: 'audit',
    lazy: page(async () => (await import('./pages/audit/audit-page.tsx')).AuditPage, 'audit'),
  },
];

const accountPage: RouteObject = {
  path: 'account',
  lazy: page(async () => (await import('./pages/account/account-page.tsx')).AccountPage, 'account'),
};

export const router = createBrowserRouter(
  [
    {
      ErrorBoundary: Crash,
      HydrateFallback: Loading,
      children: [
        {
          path: 'sign-in',
          lazy: page(
            async () => (await import('./pages/sign-in/sign-in-page.tsx')).SignInPage,
            'sign-in',
          ),
        },
        {
          path: 'invitation',
          lazy: page(
            async () => (await import('./pages/sign-in/invitation-page.tsx')).InvitationPage,
            'sign-in',
          ),
        },
        {
          path: 'second-factor',
          lazy: page(
            async () => (await import('./pages/sign-in/second-factor-page.tsx')).SecondFactorPage,
            'account',
          ),
        },
        {
          Component: SignedInOnly,
          children: [
            {
              lazy: page(async () => (await import('./shell/shell.tsx')).Shell),
              children: [
                {
                  ErrorBoundary: Crash,
                  children: [
                    { index: true, Component: FirstPage },
                    accountPage,
                    {
                      path: 'companies/:companyId',
                      Component: CompanyDoor,
                      children: companyPages,
                    },
                    { Component: OperatorsOnly, children: operatorPages },
                    { path: '*', Component: NotFound },
                  ],
                },
              ],
            },
          ],
        },
      ],
    },
  ],
  { basename: '/admin' },
);
