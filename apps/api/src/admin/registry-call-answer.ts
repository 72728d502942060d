// Answers a panel call that the worker has to make.

import type { Failure } from '@fiscal/db/invoice';
import type { KeyOperationInput, KeyOperationResult } from '@fiscal/db/key-operation';
import type { Response } from 'express';
import { sendErrorBody } from '../problem.ts';
import type { ProblemBody } from '../problem.ts';
import { makeRegistryCall } from '../registry-calls.ts';
import { auditName } from './kernel/actor.ts';
import type { Actor } from './kernel/actor.ts';
import type { AdminDependencies } from './kernel/dependencies.ts';
import { ADMIN_PROBLEM_STATUS } from './kernel/problems.ts';
import { answer, refuse, WRITTEN } from './kernel/route.ts';
import type { Answer } from './kernel/route.ts';

/**
 * Has the call made and answers with what `bodyOf` makes of its result, 502 `CALL_FAILED` with the
 * failure's own fields, 409 where the TCR code given is on another cash register, or 503 when nobody
 * made it in time.
 */
export async function answerRegistryCall<Input extends KeyOperationInput, Body>(
  { deps, actor, response }: { deps: AdminDependencies; actor: Actor; response: Response },
  input: Input,
  bodyOf: (result: Extract<KeyOperationResult, { kind: Input['kind'] }>) => Body,
): Promise<Answer<Body>> {
  const state = await makeRegistryCall(deps, input, response, auditName(actor));
  switch (state.status) {
    case 'done':
      // A result has the kind of its call.
      return answer(bodyOf(state.result as Extract<KeyOperationResult, { kind: Input['kind'] }>));
    case 'failed':
      sendFailure(response, state.failure);
      return WRITTEN;
    case 'pending':
      response.set('Retry-After', '5');
      return refuse('CALL_NOT_ANSWERED', 'The call was not made in time; repeat it.');
  }
}

/** The cause is the one detail: its own code, and the words of the authority in the fields for it. */
function sendFailure(response: Response, failure: Failure): void {
  const { error, code, ...rest } = failure;
  const requestId = response.get('X-Request-Id') ?? '';
  const details = [{ code, path: '', message: error }];
  if (code === 'TCR_CODE_TAKEN') {
    // The authority has done its part: what is told is where the code stands, and what to do.
    details.push({ code, path: '', message: failure.remedy ?? '' });
    const body: ProblemBody = { error, code, requestId, details, tcrCode: failure.tcrCode };
    sendErrorBody(response, ADMIN_PROBLEM_STATUS[code], body);
    return;
  }
  const body: ProblemBody = { error, code: 'CALL_FAILED', requestId, details, ...rest };
  sendErrorBody(response, ADMIN_PROBLEM_STATUS.CALL_FAILED, body);
}
