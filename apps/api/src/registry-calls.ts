// Has the worker make a call that needs a company's private key, and waits for what comes of it.

import type { ChangeListener } from '@fiscal/db/change';
import type { Database } from '@fiscal/db/connection';
import { findKeyOperation, insertKeyOperation } from '@fiscal/db/key-operation';
import type { KeyOperationInput, KeyOperationState } from '@fiscal/db/key-operation';
import type { Response } from 'express';
import { closedSignal } from './closed-signal.ts';
import { readUntil } from './read-until.ts';
import type { WakeUps } from './wake-ups.ts';
import { storing } from './writes.ts';

export interface RegistryCallDependencies {
  db: Database;
  changes: ChangeListener;
  wakeUps: WakeUps;
  /** Nobody makes the call any more when this is over. */
  registryCallWaitMs: number;
}

/**
 * Writes the call, wakes a worker and waits.
 * @param response of the call; when nobody reads it any more the waiting ends.
 * @param actor who asks, for the audit log; null for an API key.
 * @returns the result; `pending` if there is none in time.
 */
export async function makeRegistryCall(
  deps: RegistryCallDependencies,
  input: KeyOperationInput,
  response: Response,
  actor: string | null = null,
): Promise<KeyOperationState> {
  const { db, changes, wakeUps, registryCallWaitMs } = deps;
  const id = await storing(response, { kind: 'onboarding' }, () =>
    insertKeyOperation(db, input, registryCallWaitMs, actor),
  );
  wakeUps.wake('registry');
  const row = { change: 'registry_call_settled', id } as const;
  const wait = { waitMs: registryCallWaitMs, signal: closedSignal(response) };
  const read = () => findKeyOperation(db, id);
  return readUntil(changes, row, wait, read, ({ status }) =>
    status === 'pending' ? status : null,
  );
}
