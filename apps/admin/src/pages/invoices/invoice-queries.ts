// What is asked of the API about invoices.

import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call, read, readPages } from '../../api/client.ts';
import type { Environment, Schema } from '../../api/contract.ts';
import { isProblem } from '../../api/problem.ts';
import { dayEnd, dayStart } from '../../format/podgorica-day.ts';
import type { InvoiceFilter } from './list/invoice-filter.ts';

export type ListedInvoice = Schema<'AdminListedInvoice'>;
/** An invoice with everything around it. */
export type AdminInvoice = Schema<'AdminInvoice'>;
/** The invoice as the company's own system reads it. */
export type InvoiceRecord = AdminInvoice['record'];
/** A line of an invoice's timeline. */
export type TimelineEvent = Schema<'AdminTimelineEvent'>;

/** There is no event of a stored print: as long as one is on its way, the invoice is read again. */
const PRINT_SOON_MS = 2_000;
/** Each of these calls has waited 10 s for the print. */
const PRINT_CALLS = 6;

/** Everything that changes when an invoice of the company does. */
export function invoicesKey(companyId: string): readonly string[] {
  return ['companies', companyId, 'invoices'];
}

/** New invoices of all companies appear without a reload; of one company its events tell. */
const ALL_COMPANIES_MS = 15_000;

/** The list, newest first, page by page; without a company that of all. */
export function invoicesQuery(
  companyId: string | null,
  environment: Environment,
  { from, to, ...narrowing }: InvoiceFilter,
) {
  const path = companyId === null ? '/invoices' : '/companies/{companyId}/invoices';
  return infiniteQueryOptions({
    ...readPages(path, {
      ...(companyId !== null && { companyId }),
      environment,
      ...narrowing,
      from: from && dayStart(from),
      to: to && dayEnd(to),
    }),
    refetchInterval: companyId === null ? ALL_COMPANIES_MS : false,
  });
}

/** One invoice with everything around it. */
export function invoiceQuery(companyId: string, invoiceId: string) {
  return queryOptions({
    ...read('/companies/{companyId}/invoices/{invoiceId}', { companyId, invoiceId }),
    refetchInterval: ({ state: { data } }) => (data?.missingPrint ? PRINT_SOON_MS : false),
  });
}

/** Every step of it. */
export function timelineQuery(companyId: string, invoiceId: string) {
  return read('/companies/{companyId}/invoices/{invoiceId}/timeline', { companyId, invoiceId });
}

/** What a PDF is printed on. */
export type Paper = AdminInvoice['documents'][number]['paper'];

/**
 * Has the invoice printed as it is now, with this FIC or without one; ends when it is stored.
 * @param print without a paper on its own.
 */
export function printQuery(
  companyId: string,
  invoiceId: string,
  { fic, paper }: { fic: string | null; paper: Paper | null },
) {
  return queryOptions({
    queryKey: [...invoicesKey(companyId), invoiceId, 'print', fic, paper],
    queryFn: async () => {
      await call('get', '/companies/{companyId}/invoices/{invoiceId}/pdf', {
        companyId,
        invoiceId,
        ...(paper && { paper }),
      });
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
    queryFn: ({ pageParam: below }) =>
      call('get', '/companies/{companyId}/cash-registers/{cashRegisterId}/numbers', {
        companyId,
        cashRegisterId,
        ...row,
        below,
      }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ nextBelow }) => nextBelow,
  });
}
