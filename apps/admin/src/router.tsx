// Every URL of the panel. Pages are loaded when they are first visited, together with their texts.

import { Suspense, use } from 'react';
import type { ComponentType, ReactElement } from 'react';
import { BrowserRouter, matchRoutes, Navigate, useLocation, useRoutes } from 'react-router';
import type { RouteObject } from 'react-router';
import { Loading } from './components/state/loading.tsx';
import { ensureTexts } from './i18n/i18n.ts';
import type { Area } from './i18n/i18n.ts';
import { CompanyGuard } from './shell/company-guard.tsx';
import { CrashBoundary } from './shell/crash.tsx';
import { FirstPage, OperatorsOnly, SignedInOnly } from './shell/guards.tsx';
import { NotFound } from './shell/not-found.tsx';
import { ScrollPosition } from './shell/scroll-position.tsx';
import { whileLoading } from './shell/waiting-bar.tsx';

type Module<Name extends string> = Readonly<Record<Name, ComponentType>>;

const loaders = new WeakMap<ComponentType, () => Promise<unknown>>();

/** A page of a module, and the texts it needs. What could not be loaded is tried again with the next visit. */
function page<Name extends string>(
  load: () => Promise<Module<Name>>,
  name: Name,
  ...texts: Area[]
): ComponentType {
  let loading: Promise<Module<Name>> | null = null;
  const loadOnce = () =>
    (loading ??= whileLoading(
      Promise.all([load(), ensureTexts(texts)]).then(
        ([module]) => module,
        (error: unknown) => {
          loading = null;
          throw error;
        },
      ),
    ));
  function LoadedPage() {
    const Loaded: ComponentType = use(loadOnce())[name];
    return <Loaded />;
  }
  loaders.set(LoadedPage, loadOnce);
  return LoadedPage;
}

const AuditPage = page(() => import('./pages/audit/audit-page.tsx'), 'AuditPage', 'audit');

/** What an operator and the company's admins see of one company, under /companies/:companyId. */
const companyPages: Readonly<Record<string, ComponentType>> = {
  start: page(() => import('./pages/start/start-page.tsx'), 'StartPage', 'start'),
  profile: page(() => import('./pages/companies/profile-page.tsx'), 'ProfilePage', 'companies'),
  certificates: page(
    () => import('./pages/certificates/certificates-page.tsx'),
    'CertificatesPage',
    'certificates',
  ),
  'cash-registers': page(
    () => import('./pages/cash-registers/cash-registers-page.tsx'),
    'CashRegistersPage',
    'cash-registers',
  ),
  'api-keys': page(() => import('./pages/api-keys/api-keys-page.tsx'), 'ApiKeysPage', 'api-keys'),
  members: page(
    () => import('./pages/people/members-page.tsx'),
    'MembersPage',
    'people',
    'account',
  ),
  audit: AuditPage,
  inspector: page(
    () => import('./pages/inspector/inspector-page.tsx'),
    'InspectorPage',
    'inspector',
  ),
  invoices: page(
    () => import('./pages/invoices/invoices-page.tsx'),
    'InvoicesPage',
    'invoices',
    'operations',
  ),
  'invoices/:invoiceId': page(
    () => import('./pages/invoices/invoice-page.tsx'),
    'InvoicePage',
    'invoices',
    'failed-work',
    'operations',
  ),
  numbers: page(() => import('./pages/invoices/numbers-page.tsx'), 'NumbersPage', 'invoices'),
};

const workPages: Readonly<Record<string, ComponentType>> = {
  failed: page(
    () => import('./pages/failed-work/failed-work-page.tsx'),
    'FailedWorkPage',
    'failed-work',
    'operations',
  ),
  offline: page(
    () => import('./pages/failed-work/offline-page.tsx'),
    'OfflinePage',
    'failed-work',
    'operations',
  ),
};

/** What only operators see. */
const operatorPages: Readonly<Record<string, ComponentType>> = {
  companies: page(
    () => import('./pages/companies/companies-page.tsx'),
    'CompaniesPage',
    'companies',
  ),
  'companies/new': page(
    () => import('./pages/companies/new-company-page.tsx'),
    'NewCompanyPage',
    'companies',
  ),
  operations: page(
    () => import('./pages/operations/operations-page.tsx'),
    'OperationsPage',
    'operations',
  ),
  users: page(() => import('./pages/people/users-page.tsx'), 'UsersPage', 'people', 'account'),
  audit: AuditPage,
  ...workPages,
};

/** What everybody sees who is not signed in, or not quite. */
const signedOutPages: Readonly<Record<string, ComponentType>> = {
  'sign-in': page(() => import('./pages/sign-in/sign-in-page.tsx'), 'SignInPage', 'sign-in'),
  invitation: page(
    () => import('./pages/sign-in/invitation-page.tsx'),
    'InvitationPage',
    'sign-in',
  ),
  'second-factor': page(
    () => import('./pages/sign-in/second-factor-page.tsx'),
    'SecondFactorPage',
    'account',
  ),
};

function routesOf(pages: Readonly<Record<string, ComponentType>>): RouteObject[] {
  return Object.entries(pages).map(([path, Component]) => ({ path, Component }));
}

const routes: RouteObject[] = [
  ...routesOf(signedOutPages),
  {
    Component: SignedInOnly,
    children: [
      {
        Component: page(() => import('./shell/shell.tsx'), 'Shell'),
        children: [
          { index: true, Component: FirstPage },
          ...routesOf({
            account: page(
              () => import('./pages/account/account-page.tsx'),
              'AccountPage',
              'account',
            ),
          }),
          {
            path: 'companies/:companyId',
            Component: CompanyGuard,
            children: [
              { index: true, element: <Navigate to="start" replace /> },
              ...routesOf({ ...companyPages, ...workPages }),
            ],
          },
          { Component: OperatorsOnly, children: routesOf(operatorPages) },
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
  // The frame, the company and the page are on their way at once, not one after the other. Where one
  // fails, the page itself says so.
  for (const { route } of matchRoutes(routes, location) ?? []) {
    if (route.Component)
      loaders
        .get(route.Component)?.()
        .catch(() => undefined);
  }
  return useRoutes(routes);
}
