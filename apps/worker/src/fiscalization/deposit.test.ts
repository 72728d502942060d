// Which deposit an invoice asks for, and what becomes of its message where the authority knows of
// none.

import type { InvoiceFacts } from '@fiscal/domain';
import { createSigner } from '@fiscal/efi';
import type { CashDepositOutcome } from '@fiscal/efi';
import { createLogger } from '@fiscal/runtime';
import { certificateFacts, issueTaxpayer, makeAuthority } from '@fiscal/testbed';
import { describe, expect, test } from '@jest/globals';
import { SAMPLE_SELLER } from '../../../../packages/db/src/testing/sample-shops.ts';
import type { Message } from '../authority/authority.ts';
import { ensureDepositStep, recoverDepositStep } from './deposit.ts';
import type { DepositTask } from './initial-deposit.ts';
import type { Run } from './run.ts';

const { tin, name } = SAMPLE_SELLER;
const seal = certificateFacts(issueTaxpayer(makeAuthority(), tin, name), tin);
const RAW = { httpStatus: null, rawReply: null };
const refused = (efiCode: number): CashDepositOutcome => ({
  kind: 'refused',
  ...RAW,
  efiCode,
  efiMessage: 'no',
  responseUuid: null,
});
const YESTERDAY = new Date('2026-11-20T22:50:00Z');
const NOW = new Date('2026-11-20T23:10:00Z');

/** A run of an invoice of the evening before. @returns it and the names of its statements, too. */
function runWith(outcome: CashDepositOutcome, run: Partial<Run> = {}) {
  const done: string[] = [];
  const deposit = {
    id: 'd',
    claim: { subjectId: 'd', token: '1' },
    claimedAt: NOW,
    attempts: 1,
    requestedAmount: '20.00',
    changeDateTime: null,
    wasRegistered: true,
    known: { cashAmount: null, fcdc: null },
  };
  const query = ({ name, values }: { name: string; values: unknown[] }) => {
    done.push(name);
    if (name === 'answer_submission') expect(values).toEqual(expect.arrayContaining(['m', 58]));
    return Promise.resolve({ rows: [deposit], rowCount: 1 });
  };
  const registerCashDeposit = ({ request }: Message) => {
    expect(request).toContain(' CashAmt="20.00"');
    return Promise.resolve(outcome);
  };
  const replied = { message: 'sent', reply: 'deposit-missing', deposit: 'registered' } as const;
  const begun = {
    context: {
      db: { pool: { query } },
      clock: () => NOW,
      deliveryAfterMs: 0,
      random: () => 0,
      depositLeases: { leaseMs: 60_000, begin: () => ({ end: () => undefined }) },
      efi: { test: { registerCashDeposit, circuit: { isOpenFor: () => false } } },
      logger: createLogger({ name: 'worker', level: 'silent' }),
    },
    claimed: {
      invoice: {
        environment: 'test',
        companyId: 'c',
        cashRegisterId: 'r',
        tcrCode: 'cc123cc123',
        seller: SAMPLE_SELLER,
      },
      cashRegister: { tcrCode: null },
    },
    facts: replied as Partial<InvoiceFacts>,
    submission: { id: 'm' },
    failure: null,
    outcome: { kind: 'refused', ...RAW, efiCode: 58, efiMessage: '' },
    key: { certificateId: 'c', signer: createSigner(seal) },
    number: { issuedAt: YESTERDAY },
    budget: { isUsedUp: () => false },
    depositDay: null,
    depositDetail: null,
    ...run,
  } as unknown as Run;
  return { run: begun, done };
}

test('an invoice asks for the deposit of the day of its issue, else for that of today', async () => {
  const asked: DepositTask[] = [];
  const ensureInitialDeposit = (task: DepositTask) => {
    asked.push(task);
    return Promise.resolve({ kind: 'unanswered', detail: 'No reply.' } as const);
  };
  const issued = await ensureDepositStep(runWith(refused(50), { ensureInitialDeposit }).run);
  expect(issued).toMatchObject({ depositDay: '2026-11-20', depositDetail: 'No reply.' });
  const fresh = runWith(refused(50), { ensureInitialDeposit, number: null });
  expect(await ensureDepositStep(fresh.run)).toMatchObject({ depositDay: '2026-11-21' });
  expect(asked.map(({ issuedAt }) => issuedAt)).toEqual([YESTERDAY, NOW]);
  expect(asked[0]).toMatchObject({ environment: 'test', companyId: 'c', cashRegisterId: 'r', tin });
});

describe('after code 58 the refusal is written down, the deposit registered again, and', () => {
  const anew = { message: 'none', reply: null, wasDepositRecovered: true } as const;
  const NO_MESSAGE = { submission: null, outcome: null };
  test.each<[string, CashDepositOutcome, Partial<InvoiceFacts>, object]>([
    [
      'another message follows',
      { kind: 'registered', ...RAW, responseUuid: 'a', repliedAt: '', fcdc: 'f' },
      { ...anew, deposit: 'registered' },
      { ...NO_MESSAGE, failure: null },
    ],
    [
      'another message waits for a deposit without a reply',
      { kind: 'unanswered', ...RAW, reason: 'timeout', detail: 'Too late.', wasSent: true },
      { ...anew, deposit: 'unanswered' },
      { ...NO_MESSAGE, depositDetail: 'Too late.', failure: null },
    ],
    [
      'another message waits where the sender was refused',
      refused(36),
      { ...anew, deposit: 'refused' },
      { ...NO_MESSAGE, failure: { efiCode: 36 } },
    ],
    [
      'the refusal stands where the deposit was refused, too',
      refused(50),
      { message: 'sent', reply: 'deposit-missing', wasDepositRecovered: true },
      { submission: { id: 'm' }, outcome: { efiCode: 58 } },
    ],
  ])('%s', async (_, outcome, facts, made) => {
    const { run, done } = runWith(outcome);
    expect(await recoverDepositStep(run)).toMatchObject({ facts, ...made });
    expect(done.slice(0, 2)).toEqual(['answer_submission', 'claim_cash_deposit']);
  });
});
