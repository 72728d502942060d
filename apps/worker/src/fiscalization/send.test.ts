// What a message that was sent says of its invoice, and when none is sent any more.

import { ClaimLostError } from '@fiscal/db/work';
import type { ReplyFact } from '@fiscal/domain';
import type { InvoiceOutcome } from '@fiscal/efi';
import { expect, test } from '@jest/globals';
import type { Message } from '../authority/authority.ts';
import type { Budget } from '../authority/budget.ts';
import type { Run } from './run.ts';
import { sendStep } from './send.ts';

const RAW = { httpStatus: 200, rawReply: null };
const refused = (efiCode: number): InvoiceOutcome => ({
  kind: 'refused',
  ...RAW,
  efiCode,
  efiMessage: 'no',
  responseUuid: null,
});
const silent = (wasSent: boolean): InvoiceOutcome => ({
  kind: 'unanswered',
  ...RAW,
  reason: 'connection',
  detail: '',
  wasSent,
});

/** @param lives how often the lease is held when it is asked for. */
function runWith(outcome: InvoiceOutcome, lives = Infinity, isUsedUp = false) {
  const sent: boolean[] = [];
  let asked = 0;
  const registerInvoice = (_: Message, companyId: string, budget: Budget) => {
    expect(companyId).toBe('company');
    sent.push(!budget.isUsedUp());
    return Promise.resolve(outcome);
  };
  const run = {
    context: { efi: { test: { registerInvoice } } },
    claimed: { invoice: { id: 'a', environment: 'test', companyId: 'company' } },
    budget: { lane: 'live', isUsedUp: () => isUsedUp },
    lease: { isHeld: () => (asked += 1) <= lives },
    submission: { id: 'm' },
    facts: { message: 'stored', reply: null },
  } as unknown as Run;
  return { run, sent };
}

test.each<[string, InvoiceOutcome, ReplyFact]>([
  ['a refusal', refused(11), 'refused'],
  ['a refusal of the sender', refused(36), 'sender-refused'],
  ['a missing deposit', refused(58), 'deposit-missing'],
  ['silence', silent(true), 'unanswered'],
  ['a message of which no byte went out', silent(false), 'not-sent'],
])('%s', async (_, outcome, reply) => {
  const { run, sent } = runWith(outcome);
  expect(await sendStep(run)).toMatchObject({ facts: { message: 'sent', reply }, outcome });
  expect(sent).toEqual([true]);
});

test('nothing is sent where the lease ran out before, or while the connection was made', async () => {
  const before = runWith(refused(11), 0);
  await expect(sendStep(before.run)).rejects.toThrow(ClaimLostError);
  expect(before.sent).toEqual([]);
  const meanwhile = runWith(refused(11), 1);
  await sendStep(meanwhile.run);
  const late = runWith(refused(11), Infinity, true);
  await sendStep(late.run);
  expect([meanwhile.sent, late.sent]).toEqual([[false], [false]]);
});
