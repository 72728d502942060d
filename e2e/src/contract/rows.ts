// The two kinds of rows that the tables of the contract have, and how the service must respond to
// each. A row says by its clause which sentence of the specification it proves.

import { expect, test } from '@jest/globals';
import { cashInvoice } from '../service/running-service.ts';
import type { Body, RunningService } from '../service/running-service.ts';
import type { Caller } from '../service/caller.ts';

/** A payload that must be stored. */
export interface AcceptedRow {
  clause: string;
  /** Over a sound cash invoice; an `undefined` takes a field away. */
  change: object;
  /** What the record must say. */
  record?: object;
}

/** A payload that must be refused. */
export interface RefusedRow {
  clause: string;
  change: object;
  path: string;
  code: string;
  /** The sentence, where the specification gives one. */
  message?: string;
}

/** The last test of a file whose messages must all be in order. */
export function testNothingFound(service: RunningService): void {
  test('the authority has found nothing wrong with any message', async () => {
    const summary = await service.summary();
    expect(summary).toMatchObject({ refused: 0, doubledIics: [], messagesWithFindings: 0 });
  });
}

/** A payload of one item, changed. */
export function withItem(change: object): { items: object[] } {
  return { items: [{ name: 'Kafa', unitPrice: 10, quantity: 1, vat: { rate: 21 }, ...change }] };
}

/** One test a row: stored as a draft, and the record says what was sent. */
export function testAccepted(rows: readonly AcceptedRow[], caller: Caller): void {
  test.each(rows.map((row) => [row.clause, row] as const))('%s', async (_clause, row) => {
    const { status, body } = await caller.draft(cashInvoice(row.change));
    expect({ status, error: body.error }).toEqual({ status: 201, error: undefined });
    expect(body).toMatchObject(row.record ?? { status: 'Draft' });
  });
}

/** One test a row: 400 on draft and on create-and-print alike, and nothing is stored. */
export function testRefused(rows: readonly RefusedRow[], caller: Caller): void {
  test.each(rows.map((row) => [row.clause, row] as const))('%s', async (_clause, row) => {
    const sent = cashInvoice(row.change);
    const response = await caller.draft(sent);
    expectRefusal(response, row);
    // Decisions §4: one validator for both.
    const oneStep = await caller.createAndPrint(sent);
    expectRefusal(oneStep, row);
  });
}

/** A 400 in the shape of decisions §2 that blames the path with the code. */
export function expectRefusal(
  response: { status: number; body: Body; headers: Record<string, string> },
  expected: Omit<RefusedRow, 'clause' | 'change'>,
): void {
  const { status, body, headers } = response;
  expect({ status, body }).toMatchObject({ status: 400 });
  const { path, code, message } = expected;
  const details = body.details as Body[];
  // Some codes have a field more: what is left, for one.
  const blamed = details.map((one) => ({ path: one.path, code: one.code, message: one.message }));
  expect(blamed).toContainEqual({
    path,
    code,
    message: message ?? expect.stringMatching(/^\S.*\.$/),
  });
  expect(body.error).toBe(details[0]?.message);
  expect(body.code).toBe(details[0]?.code);
  expect(body.requestId).toBe(headers['x-request-id']);
}
