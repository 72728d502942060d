import { queryOptions } from '@tanstack/react-query';
import { read } from '../../api/client.ts';
import type { Environment, Schema } from '../../api/contract.ts';

/** A company's day, as the API reports it. */
export type Today = Schema<'AdminToday'>;

/** Where no event says that something has changed: a deadline, a day, a certificate that ends. */
const EVERY_MS = 60_000;

/** It is read anew by its events, and now and then. */
export function todayQuery(companyId: string, environment: Environment) {
  return queryOptions({
    ...read('/companies/{companyId}/today', { companyId, environment }),
    refetchInterval: EVERY_MS,
  });
}
