// What is asked of the API about failed and waiting work: of one company, or, for operators, of
// all.

import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { call, read, readPages } from '../../api/client.ts';
import type { Environment, Schema } from '../../api/contract.ts';
import { useChange } from '../../components/form/change.tsx';
import { dayEnd, dayStart } from '../../format/podgorica-day.ts';
import { useEnvironment } from '../../shell/company-guard.tsx';
import type { LiveState } from '../../live/event-stream.ts';
import { NO_FILTER } from './filter/work-filter.ts';
import type { WorkFilter } from './filter/work-filter.ts';
import { useNotifyOutcome } from './retry/notify-outcome.tsx';
import type { Outcome } from './retry/notify-outcome.tsx';
import { useCompanyEvents } from '../../live/use-event-stream.ts';

/** Invoices that failed, or are stuck, for the same reason. */
export type FailureCause = Schema<'AdminFailureCause'>;
/** One of them. */
export type FailedInvoice = Schema<'AdminFailedInvoice'>;
/** What can be done about a failure with a button. */
export type RemedyAction = NonNullable<FailureCause['remedyAction']>;

/** Whose work; without a company that of all. */
export interface WorkScope {
  companyId: string | null;
  environment: Environment;
  /** What of it is shown, and tried again; absent or null where everything is. */
  filter?: WorkFilter;
}

/** A cash register of an affected company. */
export type AffectedTill = Schema<'AdminAffectedTill'>;

/** The company of the URL, or, on the operators' pages, all companies. */
export function useWorkScope(): WorkScope {
  const { companyId } = useParams();
  return { companyId: companyId ?? null, environment: useEnvironment() };
}

/** New failures appear without a reload; of one company at once, by its events. */
function refetchInterval({ companyId }: WorkScope): number {
  return companyId === null ? 5_000 : 15_000;
}

/** Where the API has what is asked of a company, or, for operators, of all. */
export function pathOf({ companyId }: Pick<WorkScope, 'companyId'>) {
  return companyId === null ? '' : '/companies/{companyId}';
}

/** What is given with a read or a retry: the company of the page, or that of the filter. */
function narrowedTo({ companyId, environment, filter = NO_FILTER }: WorkScope) {
  const { from, to, cashRegisterId } = filter;
  const company = companyId ?? filter.companyId;
  return {
    environment,
    ...(company !== null && { companyId: company }),
    ...(cashRegisterId !== null && { cashRegisterId }),
    ...(from !== null && { from: dayStart(from) }),
    ...(to !== null && { to: dayEnd(to) }),
  };
}

/** The causes there are now. */
export function causesQuery(scope: WorkScope) {
  return queryOptions({
    ...read(`${pathOf(scope)}/failed-work/causes`, narrowedTo(scope) as WorkScope),
    refetchInterval: refetchInterval(scope),
  });
}

/** The invoices of a cause, page by page. */
export function workQuery(scope: WorkScope, cause: string) {
  const input = { ...narrowedTo(scope), cause } as WorkScope & { cause: string };
  return readPages(`${pathOf(scope)}/failed-work`, input);
}

/** Every cash register of a cause, or of all. */
export function tillsQuery(scope: WorkScope, cause: string | null) {
  const input = { ...narrowedTo(scope), ...(cause !== null && { cause }) } as WorkScope;
  return queryOptions({
    ...read(`${pathOf(scope)}/failed-work/tills`, input),
    refetchInterval: refetchInterval(scope),
  });
}

/** Offline invoices, the nearest deadline first, with how many have how much time. */
export function backlogQuery(scope: WorkScope) {
  return infiniteQueryOptions({
    ...readPages(`${pathOf(scope)}/offline-backlog`, scope),
    refetchInterval: refetchInterval(scope),
  });
}

/** Reads the failed and waiting work of a company again whenever one of its invoices changes. */
export function useWorkChanges(companyId: string, environment: Environment): LiveState {
  const changing = ['failed-work', 'offline-backlog', 'invoices'];
  const keys = changing.map((part) => ['companies', companyId, part]);
  return useCompanyEvents({ companyId, environment }, keys);
}

/** What is tried again: named invoices, or all of a cause that the filter shows. */
export type RetryTarget = { invoiceIds: string[] } | { cause: string };

/**
 * Requeues failed invoices, or all of a cause in as many calls as it takes, and says what became of
 * it.
 */
export function useRetry(scope: WorkScope) {
  const notifyOutcome = useNotifyOutcome(scope.environment);
  return useChange(
    async (target: RetryTarget) => {
      const all: Outcome = { count: 0, skipped: [] };
      let cursor: string | null = '';
      while (cursor !== null) {
        const outcome: Schema<'AdminRetryOutcome'> = await retryOnce(scope, target, cursor);
        all.count += outcome.retried;
        all.skipped.push(...outcome.skipped);
        cursor = outcome.nextCursor;
      }
      return all;
    },
    // Said from here: the button has often left the page with its cause before.
    { onDone: (outcome) => notifyOutcome('retried', outcome) },
  );
}

/** The body of a retry, and the company of its path. */
export function retryInput(scope: WorkScope, target: RetryTarget, cursor = '') {
  const { companyId } = scope;
  const more = cursor === '' ? {} : { cursor };
  const body = 'cause' in target ? { ...target, ...bodyOf(scope), ...more } : target;
  return { companyId, body };
}

/** The company of a page is in its path. */
function bodyOf(scope: WorkScope) {
  const { companyId, ...narrowed } = narrowedTo(scope);
  return scope.companyId === null && companyId ? { ...narrowed, companyId } : narrowed;
}

function retryOnce(scope: WorkScope, target: RetryTarget, cursor: string) {
  return call('post', `${pathOf(scope)}/failed-work/retry`, retryInput(scope, target, cursor));
}

/** Takes failed invoices off the list until they fail again. */
export function useDismiss(scope: WorkScope, invoiceIds: readonly string[], onDone: () => void) {
  const notifyOutcome = useNotifyOutcome(scope.environment);
  const { companyId } = scope;
  return useChange(
    (reason: string) =>
      call('post', `${pathOf(scope)}/failed-work/dismiss`, {
        ...(companyId !== null && { companyId }),
        body: { invoiceIds: [...invoiceIds], reason },
      }),
    {
      onDone: ({ dismissed, skipped }) => {
        notifyOutcome('dismissed', { count: dismissed, skipped });
        onDone();
      },
      onError: 'shown',
    },
  );
}
