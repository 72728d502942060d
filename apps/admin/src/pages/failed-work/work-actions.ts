// What can be done about failed work. Everything here is a request: the state on the screen is read anew
// afterwards, and never guessed.

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { answer, api } from '../../api/client.ts';
import { useNotifyProblem } from '../../parts/notify.ts';
import { invoicesKey } from '../invoices/invoice-queries.ts';
import { useTellDone } from './tell-done.ts';
import type { Done } from './tell-done.ts';
import { workKey } from './work-queries.ts';
import type { WorkScope } from './work-queries.ts';

/** Single invoices, or all of a cause. */
export type Target = { invoiceIds: string[] } | { cause: string };

/**
 * Begins failed invoices again, all of a cause in as many calls as it takes, and tells what became of
 * it. Told from here: the button has often left the page with its cause before.
 */
export function useRetry(scope: WorkScope) {
  const tellDone = useTellDone();
  const notifyProblem = useNotifyProblem();
  const readAgain = useReadAgain(scope);
  return useMutation({
    mutationFn: async (target: Target): Promise<Done> => {
      const done: Done = { count: 0, skipped: [] };
      let cursor: string | null = '';
      while (cursor !== null) {
        const outcome = await retryOnce(scope, target, cursor);
        done.count += outcome.retried;
        done.skipped.push(...outcome.skipped);
        cursor = outcome.nextCursor;
      }
      return done;
    },
    onSuccess: (done) => tellDone('retried', done),
    onError: notifyProblem,
    onSettled: readAgain,
  });
}

function retryOnce({ companyId, environment }: WorkScope, target: Target, cursor: string) {
  const body =
    'cause' in target ? { ...target, environment, ...(cursor !== '' && { cursor }) } : target;
  return answer(
    companyId === null
      ? api.POST('/admin/api/failed-work/retry', { body })
      : api.POST('/admin/api/companies/{companyId}/failed-work/retry', {
          params: { path: { companyId } },
          body,
        }),
  );
}

/** Takes failed invoices off the list until they fail again, and tells how many. */
export function useDismiss(scope: WorkScope) {
  const tellDone = useTellDone();
  const readAgain = useReadAgain(scope);
  const { companyId } = scope;
  return useMutation({
    mutationFn: async (body: { invoiceIds: string[]; reason: string }): Promise<Done> => {
      const { dismissed, skipped } = await answer(
        companyId === null
          ? api.POST('/admin/api/failed-work/dismiss', { body })
          : api.POST('/admin/api/companies/{companyId}/failed-work/dismiss', {
              params: { path: { companyId } },
              body,
            }),
      );
      return { count: dismissed, skipped };
    },
    onSuccess: (done) => tellDone('dismissed', done),
    onSettled: readAgain,
  });
}

/** Registers the cash register with the authority. */
export function useRegisterTcr(scope: WorkScope) {
  const readAgain = useReadAgain(scope);
  return useMutation({
    mutationFn: (path: { companyId: string; cashRegisterId: string }) =>
      answer(
        api.POST('/admin/api/companies/{companyId}/cash-registers/{cashRegisterId}/register-tcr', {
          params: { path },
        }),
      ),
    onSettled: readAgain,
  });
}

/** Registers the initial deposit of the day. */
export function useInitialDeposit(scope: WorkScope) {
  const readAgain = useReadAgain(scope);
  return useMutation({
    mutationFn: (deposit: { companyId: string; cashRegisterId: string; cashAmount: number }) => {
      const { cashAmount, ...path } = deposit;
      return answer(
        api.POST(
          '/admin/api/companies/{companyId}/cash-registers/{cashRegisterId}/initial-deposit',
          { params: { path }, body: { cashAmount } },
        ),
      );
    },
    onSettled: readAgain,
  });
}

function useReadAgain(scope: WorkScope) {
  const client = useQueryClient();
  const { companyId } = scope;
  return async () => {
    await client.invalidateQueries({ queryKey: workKey(scope) });
    if (companyId !== null) await client.invalidateQueries({ queryKey: invoicesKey(companyId) });
  };
}
