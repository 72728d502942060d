// One order from its payload to the customer's hands, as a good client does it: it never creates twice
// what it can look up, reads the status before it repeats a fiscalize, and repeats what may be
// repeated.

import { setTimeout as sleep } from 'node:timers/promises';
import { cancellationOf } from '../running-service.ts';
import type { Body } from '../running-service.ts';
import { LostAnswer } from './api-client.ts';
import type { Answer, CallApi } from './api-client.ts';
import { noteRecord } from './journal.ts';
import type { OrderStory } from './journal.ts';
import type { Order } from './orders.ts';

/** A till works for one cash register. */
export interface Till {
  call: CallApi;
  apiKey: string;
}

/** What came of an order at the till. */
export interface Sale {
  id: string;
  /** The record as it was read last. */
  record: Body;
  /** From the request to fiscalize to the end of Pending, in ms; null if that was interrupted. */
  waitedMs: number | null;
}

/** How long a till goes on with one order. */
const PATIENCE_MS = 180_000;
const PAUSE_MS = 250;
const MOST_REPEATS = 8;
/** A request that was cut off may still be on its way into the database. */
const SETTLING_MS = 1_000;

/** Sells. @returns null if the till lost its patience; the story says what it knows. */
export async function sell(
  till: Till,
  order: Pick<Order, 'way' | 'note'>,
  payload: object,
  story: OrderStory,
): Promise<Sale | null> {
  const startedAt = Date.now();
  const deadline = startedAt + PATIENCE_MS;
  const created = await create(till, order, payload, story, deadline);
  if (created === null) return null;
  return bringToAnEnd(till, created, story, { startedAt, deadline });
}

/** The payload that cancels a sale. */
export function cancellation(original: Body, note: string): object {
  return { ...cancellationOf(original), note };
}

/** Creates the invoice, once. */
async function create(
  till: Till,
  { way, note }: Pick<Order, 'way' | 'note'>,
  payload: object,
  story: OrderStory,
  deadline: number,
): Promise<Body | null> {
  const path = way === 'one-step' ? '/api/invoices/cash/create-and-print' : '/api/invoices/draft';
  while (Date.now() < deadline) {
    const answer = await tried(
      () => till.call(till.apiKey, 'POST', path, { body: payload }),
      story,
    );
    const stored = answer && storedBy(answer, story);
    if (stored) return stored;
    if (answer && isFinal(answer)) {
      story.surprises.push(`${path} answered ${answer.status} ${JSON.stringify(answer.body)}`);
      return null;
    }
    await sleep(SETTLING_MS);
    const found = await lookUp(till, note, story, deadline);
    if (found) return found;
  }
  return null;
}

/** The record that an answer to a creating call gives; a failure body names the invoice only. */
function storedBy({ status, body }: Answer, story: OrderStory): Body | null {
  if (status === 201 || status === 202) {
    story.accepted += 1;
    noteRecord(story, body);
    return body;
  }
  // While the storage is away nobody calls it Failed: it is looked up.
  if (typeof body.invoiceId !== 'string' || 'stored' in body) return null;
  story.ids.add(body.invoiceId);
  story.lastStatus = 'Failed';
  return { id: body.invoiceId, status: 'Failed', error: body };
}

/** An answer that repeating does not change. */
function isFinal({ status }: Answer): boolean {
  return status < 500 && status !== 429;
}

/** Spec, What the service does: clients keep their own mapping; a lost one is found by the note. */
async function lookUp(
  till: Till,
  note: string,
  story: OrderStory,
  deadline: number,
): Promise<Body | null> {
  const path = `/api/invoices?note=${encodeURIComponent(note)}`;
  while (Date.now() < deadline) {
    const answer = await tried(() => till.call(till.apiKey, 'GET', path), story);
    if (answer?.status === 200) {
      const [found] = answer.body.invoices as Body[];
      if (found) noteRecord(story, found);
      return found ?? null;
    }
    await sleep(PAUSE_MS);
  }
  return null;
}

/** Fiscalizes and repeats while that may help. */
async function bringToAnEnd(
  till: Till,
  created: Body,
  story: OrderStory,
  times: { startedAt: number; deadline: number },
): Promise<Sale | null> {
  const id = String(created.id);
  const { deadline } = times;
  let { startedAt } = times;
  let record = created;
  let repeats = 0;
  let isUndisturbed = story.lost === 0;
  while (Date.now() < deadline) {
    if (record.status === 'Fiscalized' || record.status === 'Offline') {
      return { id, record, waitedMs: isUndisturbed ? Date.now() - startedAt : null };
    }
    if (record.status === 'Failed') {
      const isWorthIt = record.error?.retryable === true && repeats < MOST_REPEATS;
      if (!isWorthIt) return { id, record, waitedMs: null };
      repeats += 1;
      isUndisturbed = false;
      await sleep(PAUSE_MS * repeats);
    }
    if (record.status === 'Draft') startedAt = Date.now();
    const next = await goOn(till, id, record.status === 'Pending', story);
    if (next === null) {
      isUndisturbed = false;
      await sleep(PAUSE_MS);
    }
    record = next ?? (await read(till, id, story)) ?? record;
  }
  return null;
}

/** Asks to fiscalize, or waits for what was asked before. @returns null if no answer came. */
async function goOn(
  till: Till,
  id: string,
  isPending: boolean,
  story: OrderStory,
): Promise<Body | null> {
  const path = `/api/invoices/${id}`;
  const answer = await tried(
    () =>
      isPending
        ? till.call(till.apiKey, 'GET', path, { waitS: 10 })
        : till.call(till.apiKey, 'POST', `${path}/fiscalize`, { waitS: 10 }),
    story,
  );
  if (answer === null) return null;
  if (answer.status === 200 || answer.status === 202) {
    if (!isPending && answer.status === 202) story.accepted += 1;
    noteRecord(story, answer.body);
    return answer.body;
  }
  if (answer.body.invoiceId === id && !('stored' in answer.body)) {
    story.lastStatus = 'Failed';
    return { id, status: 'Failed', error: answer.body };
  }
  if (isFinal(answer)) {
    story.surprises.push(`${path} answered ${answer.status} ${JSON.stringify(answer.body)}`);
  }
  return null;
}

/** The record as it stands; null if no answer came. */
async function read(till: Till, id: string, story: OrderStory): Promise<Body | null> {
  const answer = await tried(() => till.call(till.apiKey, 'GET', `/api/invoices/${id}`), story);
  if (answer?.status !== 200) return null;
  noteRecord(story, answer.body);
  return answer.body;
}

/** A lost answer is no answer; anything else that is thrown is our own mistake. */
async function tried(call: () => Promise<Answer>, story: OrderStory): Promise<Answer | null> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof LostAnswer)) throw error;
    story.lost += 1;
    return null;
  }
}
