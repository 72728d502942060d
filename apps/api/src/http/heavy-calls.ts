// What takes more than a few milliseconds of the process, as a page of a list does, takes a slot of
// its company. A company has one in progress, and slots go round among those that wait.

import type { ApiCaller } from '@fiscal/db/company';
import type { Response } from 'express';
import { setTimeout as sleep } from 'node:timers/promises';
import { refuse } from './refusal/refusal.ts';
import type { Refusal } from './refusal/refusal.ts';
import { onceOver } from './response/response-end.ts';
import type { Actor } from '../access/actor.ts';
import { shareByCompany } from './company-slots.ts';

/** An invoice of 1 000 lines with short names is just above it; most have a hundredth. */
export const LARGE_BYTES = 128 * 1024;
/**
 * Nothing of a large body leaves the event loop in between, for 0.1 s at worst: its company rests
 * three times as long as it took, so that it has a quarter of the process with such bodies however
 * many it sends.
 */
const REST = 3;
/** Of a company: in progress, waiting, or written and not taken by its reader yet. */
export const MOST_HEAVY_CALLS = 24;
const RETRY_AFTER_S = 1;

/** Where the storage does not respond each call takes seconds: those behind it are refused. */
const PATIENCE_MS = 10_000;

const slots = shareByCompany({
  atOnce: 3,
  ofCompany: MOST_HEAVY_CALLS,
  waiting: 256,
  patienceMs: PATIENCE_MS,
});
/** By company. */
const open = new Map<string, Set<Response>>();

/** Runs the work in a slot of the caller's company, or refuses it. */
export async function inSlot<T>(response: Response, work: () => Promise<T>): Promise<T | Refusal> {
  const sender = senderOf(response);
  const calls = open.get(sender) ?? new Set();
  for (const call of calls) if (isTaken(call)) calls.delete(call);
  if (calls.size < MOST_HEAVY_CALLS) {
    open.set(sender, calls.add(response));
    onceOver(response, () => {
      calls.delete(response);
      if (calls.size === 0 && open.get(sender) === calls) open.delete(sender);
    });
    const result = await slots.run(sender, async () => ({ value: await work() }));
    if (result !== null) return result.value;
  }
  // Those who do not wait by themselves would take as much of the process with calls that are
  // refused.
  await sleep(RETRY_AFTER_S * 1_000, undefined, { ref: false });
  response.set('Retry-After', String(RETRY_AFTER_S));
  return refuse('RATE_LIMITED', 'Rate limit: too many large calls at a time; wait and try again.');
}

/** As inSlot, of what is made of a large body; of a small one at once. @param bytes of the body. */
export async function inSlotIfLarge<T>(
  response: Response,
  bytes: number,
  work: () => T | Promise<T>,
): Promise<T | Refusal> {
  if (bytes < LARGE_BYTES) return work();
  return inSlot(response, async () => {
    const begun = performance.now();
    const result = await work();
    await sleep(REST * (performance.now() - begun));
    return result;
  });
}

function isTaken({ writableFinished, req }: Response): boolean {
  return writableFinished || req.socket.destroyed;
}

/**
 * The company of a client or of a person of the panel; a person of the service; a sign-in's
 * address.
 */
function senderOf({ locals, req }: Response): string {
  const { caller, actor } = locals as { caller?: ApiCaller; actor?: Actor | null };
  return caller?.company.id ?? actor?.companyId ?? actor?.userId ?? req.ip ?? '';
}
