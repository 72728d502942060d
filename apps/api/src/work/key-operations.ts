// Has the worker make a key operation, which needs a company's private key, and returns its
// result.

import { remedyKeyOf } from '@fiscal/domain';
import type { FailedSubject, Failure } from '@fiscal/domain';
import type { ChangeListener } from '@fiscal/db/change';
import type { Database } from '@fiscal/db/connection';
import { findKeyOperation, insertKeyOperation } from '@fiscal/db/key-operation';
import type {
  KeyOperationInput,
  KeyOperationResult,
  KeyOperationState,
} from '@fiscal/db/key-operation';
import { currentTrace } from '@fiscal/runtime';
import { ok } from '../http/endpoint.ts';
import type { Call, Result } from '../http/endpoint.ts';
import { refuse, refuseFailure } from '../http/refusal/refusal.ts';
import type { Refusal } from '../http/refusal/refusal.ts';
import { closedSignal } from '../http/response/response-end.ts';
import { storing } from '../http/refusal/storing.ts';
import { auditName } from '../access/actor.ts';
import { readUntil } from './read-until.ts';
import type { WakeUps } from './wake-ups.ts';

/** What an endpoint needs that has a key operation made. */
export interface KeyOperationDependencies {
  db: Database;
  changes: ChangeListener;
  wakeUps: WakeUps;
  /** How long the operation is waited for; the worker makes none that is older. */
  keyOperationWaitMs: number;
}

/** A call with an API key or of the panel. */
type KeyCall = Pick<
  Call<'api-key' | 'company', KeyOperationDependencies>,
  'deps' | 'actor' | 'response'
>;

type ResultOf<Input extends KeyOperationInput> = Extract<
  KeyOperationResult,
  { kind: Input['kind'] }
>;

/**
 * Has the operation executed and returns what `bodyOf` makes of its result; 503 where no worker
 * made it in time. A failure is the failure body for an API key; in the panel 502 with the same
 * fields and the key of its remedy, and 409 where the TCR code given is on another cash register.
 */
export function executeKeyOperation<Input extends KeyOperationInput, Body>(
  call: KeyCall,
  input: Input,
  bodyOf: (result: ResultOf<Input>) => Body,
): Promise<Result<Body>> {
  return afterKeyOperation(call, input, (result) => Promise.resolve(ok(bodyOf(result))));
}

/** The same, where something is still to be done with the result, which may be refused. */
export async function afterKeyOperation<Input extends KeyOperationInput, Body>(
  call: KeyCall,
  input: Input,
  finish: (result: ResultOf<Input>) => Promise<Result<Body>>,
): Promise<Result<Body>> {
  const state = await makeKeyOperation(call, input);
  switch (state.status) {
    case 'done':
      // A result has the kind of its operation.
      return finish(state.result as ResultOf<Input>);
    case 'failed':
      return 'apiKeyId' in call.actor
        ? refuseFailure(state.failure)
        : refuseInPanel(state.failure, input.kind === 'initial-deposit' ? 'deposit' : 'call');
    case 'pending':
      call.response.set('Retry-After', '5');
      return refuse('CALL_NOT_ANSWERED', 'The call was not made in time; repeat it.');
  }
}

/** Writes the operation, wakes a worker and waits, while the client of the call is there. */
async function makeKeyOperation(
  call: KeyCall,
  input: KeyOperationInput,
): Promise<KeyOperationState> {
  const { deps, actor, response } = call;
  const { db, changes, wakeUps, keyOperationWaitMs: waitMs } = deps;
  const by = 'apiKeyId' in actor ? null : auditName(actor);
  const id = await storing(response, { kind: 'onboarding' }, () =>
    insertKeyOperation(db, input, waitMs, by, currentTrace()),
  );
  wakeUps.wake('registry');
  const row = { change: 'key_operation_recorded', id } as const;
  const wait = { waitMs, signal: closedSignal(response) };
  const read = () => findKeyOperation(db, id);
  return readUntil(changes, row, wait, read, ({ status }) =>
    status === 'pending' ? status : null,
  );
}

/** Cause and remedy are the failure's, whatever it was that kept the call from being made. */
export function refuseInPanel(failure: Failure, subject: FailedSubject): Refusal {
  const { error, code, tcrCode, remedy } = failure;
  if (code !== 'TCR_CODE_TAKEN') {
    const body = { ...failure, remedyKey: remedyKeyOf(failure, subject) };
    return { kind: 'refusal', status: 502, body };
  }
  // The authority has done its part: the details say where the code stands, and what to do.
  const details = [error, remedy ?? ''].map((message) => ({ code, path: '', message }));
  return refuse(code, error, { details, tcrCode });
}
