// What is asked of the API about failed and waiting work: of one company, or, for operators, of all.

import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { call, read, readPages } from '../../api/client.ts';
import type { Environment, Schema } from '../../api/contract.ts';
import { notify, notifyDone } from '../../components/notify.ts';
import { useChange } from '../../components/form/change.tsx';
import { useTranslation } from '../../i18n/i18n.ts';
import { useEnvironment } from '../../shell/company-guard.tsx';
import type { LiveState } from '../operations/live/event-stream.ts';
import { useCompanyEvents } from '../operations/live/use-event-stream.ts';

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
}

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
function pathOf({ companyId }: WorkScope) {
  return companyId === null ? '' : '/companies/{companyId}';
}

/** The causes there are now. */
export function causesQuery(scope: WorkScope) {
  return queryOptions({
    ...read(`${pathOf(scope)}/failed-work/causes`, scope),
    refetchInterval: refetchInterval(scope),
  });
}

/** The invoices of a cause, page by page. */
export function workQuery(scope: WorkScope, cause: string) {
  return readPages(`${pathOf(scope)}/failed-work`, { ...scope, cause });
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

interface Outcome {
  count: number;
  skipped: Schema<'AdminSkippedInvoice'>[];
}

/** Requeues failed invoices, or all of a cause in as many calls as it takes, and says what became of it. */
export function useRetry(scope: WorkScope) {
  const notifyOutcome = useNotifyOutcome();
  return useChange(
    async (target: { invoiceIds: string[] } | { cause: string }) => {
      const all: Outcome = { count: 0, skipped: [] };
      let cursor: string | null = '';
      while (cursor !== null) {
        const outcome = await retryOnce(scope, target, cursor);
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

function retryOnce(
  scope: WorkScope,
  target: { invoiceIds: string[] } | { cause: string },
  cursor: string,
) {
  const { environment, ...ofCompany } = scope;
  const body =
    'cause' in target ? { ...target, environment, ...(cursor !== '' && { cursor }) } : target;
  return call('post', `${pathOf(scope)}/failed-work/retry`, { ...ofCompany, body });
}

/** Takes failed invoices off the list until they fail again. */
export function useDismiss(scope: WorkScope, onDone: () => void) {
  const notifyOutcome = useNotifyOutcome();
  const { companyId } = scope;
  return useChange(
    (body: { invoiceIds: string[]; reason: string }) =>
      call('post', `${pathOf(scope)}/failed-work/dismiss`, { ...{ companyId }, body }),
    {
      onDone: ({ dismissed, skipped }) => {
        notifyOutcome('dismissed', { count: dismissed, skipped });
        onDone();
      },
      onError: 'shown',
    },
  );
}

/** How many different reasons for skipping are said. */
const MOST_REASONS = 3;

/** Says how much was done, and, until it is closed, what was not and why. */
function useNotifyOutcome() {
  const { t } = useTranslation('failed-work');
  return (what: 'retried' | 'dismissed', { count, skipped }: Outcome) => {
    if (count > 0 || skipped.length === 0) notifyDone(t(what, { count }));
    if (skipped.length === 0) return;
    const reasons = [...new Set(skipped.map(({ why }) => t(`skipped.${why}`)))];
    notify({
      title: t('someSkipped', { count: skipped.length }),
      message: reasons.slice(0, MOST_REASONS).join(' '),
      color: 'yellow',
      autoClose: false,
    });
  };
}
