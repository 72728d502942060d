// The company of the URL, and which of its two environments is looked at.

import { queryOptions, useQuery } from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import { Outlet, useParams, useSearchParams } from 'react-router';
import { read } from '../api/client.ts';
import type { Environment, Schema } from '../api/contract.ts';
import { isProblem } from '../api/problem.ts';
import { useSession } from '../api/session.ts';
import { QueryView } from '../components/state/query-view.tsx';
import { NotFound } from './not-found.tsx';

type Company = Schema<'AdminCompany'>;

const CompanyContext = createContext<Company | null>(null);

/** One company; its guard and the header ask for it. */
export function companyQuery(companyId: string) {
  return queryOptions({ ...read('/companies/{companyId}', { companyId }), staleTime: 30_000 });
}

/** Loads the company of `/companies/:companyId` for all pages below. */
export function CompanyGuard() {
  const { companyId = '' } = useParams();
  const query = useQuery(companyQuery(companyId));
  if (isProblem(query.error, 'NOT_FOUND')) return <NotFound />;
  return (
    <QueryView query={query}>
      {(company) => (
        <CompanyContext value={company}>
          <Outlet key={companyId} />
        </CompanyContext>
      )}
    </QueryView>
  );
}

/** The company of the page; only below /companies/:companyId. */
export function useCompany(): Company {
  const company = useContext(CompanyContext);
  if (!company) throw new Error('useCompany was called outside of a company’s pages.');
  return company;
}

/**
 * Which environment the page shows: `?environment=`, else the company's own (live once it is live),
 * else, on the operators' pages, live. A service that has only test invoices and no live endpoint
 * opens everything on test.
 */
export function useEnvironment(): Environment {
  return useEnvironmentOf(useContext(CompanyContext));
}

/** The same where the company comes from elsewhere; null on the operators' pages. */
export function useEnvironmentOf(company: Pick<Company, 'environment'> | null): Environment {
  const [search] = useSearchParams();
  const { isLiveUsed } = useSession();
  const asked = search.get('environment');
  if (asked === 'test' || asked === 'live') return asked;
  return isLiveUsed ? (company?.environment ?? 'live') : 'test';
}

/** Where a page of the company is, in the environment of the URL: `invoices/42`. */
export function useCompanyPath(): (page: string) => string {
  const { id } = useCompany();
  const suffix = useEnvironmentSuffix();
  return (page) => `/companies/${id}/${page}${suffix}`;
}

/**
 * `?environment=…` as it stands in the URL, for links within a company; empty where it is not
 * there.
 */
export function useEnvironmentSuffix(): string {
  const [search] = useSearchParams();
  const environment = search.get('environment');
  return environment === null ? '' : `?environment=${environment}`;
}
