// What is asked of the API about invoices.

import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { answer, api } from '../../api/client.ts';
import type { Environment } from '../../api/contract.ts';
import { isProblem } from '../../api/problem.ts';
import { dayEnd, dayStart } from '../../format/podgorica-day.ts';
import type { InvoiceFilter } from './list/invoice-filter.ts';

/** No event tells that a print is stored: as long as one is on its way, the invoice is read again. */
const PRINT_SOON_MS = 2_000;
/** Each of these calls has waited 10 s for the print. */
const PRINT_CALLS = 6;

/** Everything that changes when an invoice of the company does. */
export function invoicesKey(companyId: string) {
  return ['companies', companyId, 'invoices'] as const;
}

/** The list, newest first, page by page. */
export function invoicesQuery(companyId: string, environment: Environment, filter: InvoiceFilter) {
  return infiniteQueryOptions({
    queryKey: [...invoicesKey(companyId), 'list', environment, filter],
    queryFn: ({ pageParam, signal }) =>
      answer(
        api.GET('/admin/api/companies/{companyId}/invoices', {
          params: {
            path: { companyId },
            query: { environment, ...narrowingOf(filter), ...(pageParam && { cursor: pageParam }) },
          },
          signal,
        }),
      ),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
}

function narrowingOf({ search, status, typeOfInvoice, from, to }: InvoiceFilter) {
  return {
    ...(search !== '' && { search }),
    ...(status && { status }),
    ...(typeOfInvoice && { typeOfInvoice }),
    ...(from !== null && { from: dayStart(from) }),
    ...(to !== null && { to: dayEnd(to) }),
  };
}

/** One invoice with everything around it. */
export function invoiceQuery(companyId: string, invoiceId: string) {
  return queryOptions({
    queryKey: [...invoicesKey(companyId), invoiceId, 'detail'],
    queryFn: ({ signal }) =>
      answer(
        api.GET('/admin/api/companies/{companyId}/invoices/{invoiceId}', {
          params: { path: { companyId, invoiceId } },
          signal,
        }),
      ),
    refetchInterval: ({ state: { data } }) => (data?.missingPrint ? PRINT_SOON_MS : false),
  });
}

/** Every step of it. */
export function timelineQuery(companyId: string, invoiceId: string) {
  return queryOptions({
    queryKey: [...invoicesKey(companyId), invoiceId, 'timeline'],
    queryFn: ({ signal }) =>
      answer(
        api.GET('/admin/api/companies/{companyId}/invoices/{invoiceId}/timeline', {
          params: { path: { companyId, invoiceId } },
          signal,
        }),
      ),
  });
}

/** A message and its answer; asked again only as long as the answer is open. */
export function messageQuery(companyId: string, invoiceId: string, submissionId: string) {
  return queryOptions({
    queryKey: [...invoicesKey(companyId), invoiceId, 'messages', submissionId],
    queryFn: ({ signal }) =>
      answer(
        api.GET('/admin/api/companies/{companyId}/invoices/{invoiceId}/messages/{submissionId}', {
          params: { path: { companyId, invoiceId, submissionId } },
          signal,
        }),
      ),
  });
}

/** Has the invoice printed as it is now, with this FIC or without one; ends when it is stored. */
export function printQuery(companyId: string, invoiceId: string, fic: string | null) {
  return queryOptions({
    queryKey: [...invoicesKey(companyId), invoiceId, 'print', fic],
    queryFn: async ({ signal }) => {
      const call = api.GET('/admin/api/companies/{companyId}/invoices/{invoiceId}/pdf', {
        params: { path: { companyId, invoiceId } },
        parseAs: 'blob',
        signal,
      });
      await answer(call);
      return true;
    },
    staleTime: Infinity,
    retry: (failures, error) => failures < PRINT_CALLS && isProblem(error, 'PDF_NOT_READY'),
    retryDelay: PRINT_SOON_MS,
  });
}

/** Where a stored print is read. */
export function pdfPath(companyId: string, invoiceId: string, version: string): string {
  return `/admin/api/companies/${companyId}/invoices/${invoiceId}/pdf?version=${version}`;
}

/** The ledger of a row of numbers, the highest ordinals first, page by page. */
export function numbersQuery(
  companyId: string,
  cashRegisterId: string,
  row: { year: number; tcrCode: string } | null,
) {
  return infiniteQueryOptions({
    queryKey: [...invoicesKey(companyId), 'numbers', cashRegisterId, row],
    queryFn: ({ pageParam, signal }) =>
      answer(
        api.GET('/admin/api/companies/{companyId}/cash-registers/{cashRegisterId}/numbers', {
          params: {
            path: { companyId, cashRegisterId },
            query: { ...row, ...(pageParam !== null && { below: pageParam }) },
          },
          signal,
        }),
      ),
    initialPageParam: null as number | null,
    getNextPageParam: ({ nextBelow }) => nextBelow,
  });
}
