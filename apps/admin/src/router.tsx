// Every URL of the panel. Pages are loaded when they are first visited, together with their texts.

import { Suspense, use, useEffect, useLayoutEffect, useRef } from 'react';
import type { ComponentType, ReactElement, ReactNode } from 'react';
import {
  BrowserRouter,
  matchRoutes,
  useLocation,
  useRoutes,
  NavigationType,
  useNavigationType,
} from 'react-router';
import type { RouteObject } from 'react-router';
import { queryClient } from './api/query-client.ts';
import { Loading } from './components/state/loading.tsx';
import { ensureTexts } from './i18n/i18n.ts';
import type { Area } from './i18n/i18n.ts';
import { CompanyGuard, companyQuery } from './shell/company-guard.tsx';
import { CrashBoundary, onceCrashIsShown } from './shell/crash.tsx';
import {
  ChangersOnly,
  FirstPage,
  OperatorsOnly,
  ReadOnlyForOthers,
  ServiceOnly,
  SignedInOnly,
  ToToday,
} from './shell/guards.tsx';
import { NotFound } from './shell/not-found.tsx';
import { Shell } from './shell/shell.tsx';
import { whileLoading } from './shell/waiting-bar.tsx';
import { noteVisit } from './components/page/visits.ts';

interface Module {
  default: ComponentType;
}

type Pages = Readonly<Record<string, ComponentType>>;

const loaders = new WeakMap<ComponentType, () => Promise<unknown>>();

/**
 * A page of a module, and the texts it needs. What could not be loaded is tried again with the next
 * visit, and not before the failure is shown: it would be waited for without end.
 */
function page(load: () => Promise<Module>, ...texts: Area[]): ComponentType {
  let loading: Promise<Module> | null = null;
  const loadOnce = () =>
    (loading ??= whileLoading(
      Promise.all([load(), ensureTexts(texts)]).then(
        ([module]) => module,
        (error: unknown) => {
          onceCrashIsShown(() => (loading = null));
          throw error;
        },
      ),
    ));
  function LoadedPage() {
    const { default: Loaded } = use(loadOnce());
    return <Loaded />;
  }
  loaders.set(LoadedPage, loadOnce);
  return LoadedPage;
}

const AuditPage = page(() => import('./pages/audit/audit-page.tsx'), 'audit', 'operations');
const ReportsPage = page(
  () => import('./pages/reports/reports-page.tsx'),
  'inspector',
  'invoices',
  'reports',
);

/** What those see of one company, under /companies/:companyId, who may change it. */
const changersPages: Pages = {
  start: page(() => import('./pages/start/start-page.tsx'), 'start'),
  'api-keys': page(() => import('./pages/api-keys/api-keys-page.tsx'), 'api-keys'),
  members: page(() => import('./pages/people/members-page.tsx'), 'people', 'account'),
  inspector: page(() => import('./pages/inspector/inspector-page.tsx'), 'inspector'),
};

/** What others look at and do not change. */
const settingsPages: Pages = {
  profile: page(() => import('./pages/companies/profile-page.tsx'), 'companies'),
  certificates: page(() => import('./pages/certificates/certificates-page.tsx'), 'certificates'),
  'cash-registers': page(
    () => import('./pages/cash-registers/cash-registers-page.tsx'),
    'cash-registers',
  ),
  operators: page(() => import('./pages/operators/operators-page.tsx'), 'operators'),
};

/** What everybody of the company sees, and the service. */
const companyPages: Pages = {
  today: page(() => import('./pages/today/today-page.tsx'), 'today'),
  audit: AuditPage,
  'cash-registers/:cashRegisterId/drawer': page(
    () => import('./pages/drawer/drawer-page.tsx'),
    'drawer',
  ),
  invoices: page(
    () => import('./pages/invoices/invoices-page.tsx'),
    'authority',
    'failed-work',
    'invoices',
    'start',
  ),
  'invoices/:invoiceId': page(
    () => import('./pages/invoices/invoice-page.tsx'),
    'authority',
    'invoices',
    'failed-work',
  ),
  numbers: page(() => import('./pages/invoices/numbers-page.tsx'), 'invoices'),
  reports: ReportsPage,
};

const workPages: Pages = {
  failed: page(
    () => import('./pages/failed-work/failed-work-page.tsx'),
    'authority',
    'failed-work',
  ),
  offline: page(() => import('./pages/failed-work/offline-page.tsx'), 'failed-work'),
};

/** What only operators see. */
const operatorPages: Pages = {
  'companies/new': page(() => import('./pages/companies/new-company-page.tsx'), 'companies'),
  users: page(() => import('./pages/people/people-page.tsx'), 'people', 'account'),
};

/** What operators and the support of the service see. */
const servicePages: Pages = {
  overview: page(() => import('./pages/overview/overview-page.tsx'), 'overview'),
  companies: page(() => import('./pages/companies/companies-page.tsx'), 'companies'),
  operations: page(() => import('./pages/operations/operations-page.tsx'), 'operations'),
  audit: AuditPage,
  invoices: page(
    () => import('./pages/invoices/all-invoices-page.tsx'),
    'authority',
    'invoices',
    'failed-work',
  ),
  ...workPages,
};

const InvitationPage = page(() => import('./pages/sign-in/invitation-page.tsx'), 'sign-in');

/** What everybody sees who is not signed in, or not quite. */
const signedOutPages: Pages = {
  'sign-in': page(() => import('./pages/sign-in/sign-in-page.tsx'), 'sign-in'),
  invitation: InvitationPage,
  'new-password': InvitationPage,
  'forgotten-password': page(
    () => import('./pages/sign-in/forgotten-password-page.tsx'),
    'sign-in',
  ),
  inspection: ReportsPage,
  'second-factor': page(() => import('./pages/sign-in/second-factor-page.tsx'), 'account'),
};

function routesOf(pages: Pages): RouteObject[] {
  return Object.entries(pages).map(([path, Component]) => ({ path, Component }));
}

const routes: RouteObject[] = [
  ...routesOf(signedOutPages),
  {
    Component: SignedInOnly,
    children: [
      {
        Component: Shell,
        children: [
          { index: true, Component: FirstPage },
          ...routesOf({
            account: page(() => import('./pages/account/account-page.tsx'), 'account'),
          }),
          {
            path: 'companies/:companyId',
            Component: CompanyGuard,
            children: [
              { index: true, Component: ToToday },
              { Component: ChangersOnly, children: routesOf(changersPages) },
              { Component: ReadOnlyForOthers, children: routesOf(settingsPages) },
              ...routesOf({ ...companyPages, ...workPages }),
            ],
          },
          { Component: OperatorsOnly, children: routesOf(operatorPages) },
          { Component: ServiceOnly, children: routesOf(servicePages) },
          { path: '*', Component: NotFound },
        ],
      },
    ],
  },
];

/** Every page of the panel, and what appears over them; only in the browser. */
export function Router({ children }: { children: ReactNode }) {
  return (
    <BrowserRouter basename="/admin">
      <ScrollPosition />
      <CrashBoundary>
        <Suspense fallback={<Loading />}>
          <Pages />
        </Suspense>
      </CrashBoundary>
      {children}
    </BrowserRouter>
  );
}

function Pages(): ReactElement | null {
  const location = useLocation();
  // The frame, the company and the page are on their way at once, not one after the other. Where
  // one fails, the page itself says so.
  for (const { route, params } of matchRoutes(routes, location) ?? []) {
    if (route.Component === CompanyGuard && params.companyId !== undefined)
      queryClient
        .query({ ...companyQuery(params.companyId), staleTime: 'static' })
        .catch(() => undefined);
    if (route.Component)
      loaders
        .get(route.Component)?.()
        .catch(() => undefined);
  }
  return useRoutes(routes);
}

/** By visit, how far its page was scrolled. */
const positions = new Map<string, number>();

/** A page begins at its top; one that is gone back to, where it was left. */
function ScrollPosition() {
  const { key, pathname } = useLocation();
  const navigation = useNavigationType();
  const shown = useRef({ key, pathname });
  useEffect(() => {
    window.history.scrollRestoration = 'manual';
    const note = () => positions.set(shown.current.key, window.scrollY);
    window.addEventListener('scroll', note, { passive: true });
    return () => window.removeEventListener('scroll', note);
  }, []);
  useLayoutEffect(() => {
    if (shown.current.key === key) return;
    if (navigation !== NavigationType.Pop) {
      noteVisit(key, shown.current, navigation === NavigationType.Replace);
    }
    shown.current = { key, pathname };
    window.scrollTo(0, navigation === NavigationType.Pop ? (positions.get(key) ?? 0) : 0);
  }, [key, pathname, navigation]);
  return null;
}
