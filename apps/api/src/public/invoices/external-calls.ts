// Calls that name themselves: the same call again finds what became of the first, and another one
// with its id never makes a second document that can be registered. Extensions §9.

import { createHash } from 'node:crypto';
import { findExternalId } from '@fiscal/db/invoice';
import type { ExternalIdHolder, InvoiceScope } from '@fiscal/db/invoice';
import type { Connected } from '@fiscal/db/connection';
import { differencesFrom } from '@fiscal/domain';
import type { RepeatableCall } from '@fiscal/domain';
import type { Response } from 'express';
import { refuse } from '../../http/refusal/refusal.ts';
import type { Refusal } from '../../http/refusal/refusal.ts';

/** A call whose id is known. */
export type RepeatedCall =
  /** The same call was accepted before. */
  | { kind: 'repeated'; holder: ExternalIdHolder }
  /** Another call was, and its document may be registered. */
  | { kind: 'taken'; holder: ExternalIdHolder; differs: string[] };

/** A call that may be accepted. */
export interface FirstCall {
  kind: 'first';
  /** SHA-256 of what it says. */
  digest: Buffer;
  /** Id of the document whose place it takes, which can never be registered then; null for none. */
  supersedes: string | null;
}

/** The call, as far as is known without a look-up. */
export function firstCall({ content }: RepeatableCall): FirstCall {
  const digest = createHash('sha256').update(content).digest();
  return { kind: 'first', digest, supersedes: null };
}

/** What became of the call with this id. @param from whose call it is. */
export async function findCall(
  db: Connected,
  from: InvoiceScope & { cashRegisterId: string },
  call: RepeatableCall,
): Promise<FirstCall | RepeatedCall> {
  const first = firstCall(call);
  const holder = await findExternalId(db, { ...from, externalId: call.externalId });
  if (holder === null) return first;
  const isOfRegister = holder.cashRegisterId === from.cashRegisterId;
  if (isOfRegister && first.digest.equals(holder.digest)) return { kind: 'repeated', holder };
  if (isOfRegister && holder.isReplaceable) return { ...first, supersedes: holder.id };
  const differs = isOfRegister ? differencesOf(holder, call) : ['cashRegister'];
  return { kind: 'taken', holder, differs };
}

/** `items` where nothing else tells: a cancellation says none, and a return parts of lines. */
function differencesOf(
  { originalId, request: stored }: ExternalIdHolder,
  { takesBackId, request }: RepeatableCall,
): string[] {
  const { note, operatorName } = stored;
  const paths =
    takesBackId === null
      ? differencesFrom(stored, request)
      : differencesFrom({ note, operatorName }, request);
  if (takesBackId !== null && takesBackId !== originalId) paths.unshift('id');
  return paths.length === 0 ? ['items'] : paths;
}

/** 409 with where the calls differ. */
export function refuseTaken({
  holder,
  differs,
}: Extract<RepeatedCall, { kind: 'taken' }>): Refusal {
  const { id, status } = holder;
  return refuse(
    'EXTERNAL_ID_TAKEN',
    `The externalId belongs to another call: the invoice ${id}, which is ${status}. They differ in ` +
      `${differs.join(', ')}.`,
    { invoiceId: id, status, differs },
  );
}

/** 409 of an invoice that another call with its external id has superseded. */
export function refuseSuperseded(by: string): Refusal {
  const error = `Another call with the same externalId has superseded the invoice: fiscalize ${by}.`;
  return refuse('SUPERSEDED', error, { invoiceId: by });
}

/** Says of a response that it is about what an earlier call has stored. */
export function markReplayed(response: Response): void {
  response.set('Idempotent-Replayed', 'true');
}
