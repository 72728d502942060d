import type { Failure } from '@fiscal/domain';
import { randomCode } from '@fiscal/testbed';
import { v7 as uuidv7 } from 'uuid';
import { describe, expect, test } from '@jest/globals';
import { updateCashRegister } from '../company/cash-registers.ts';
import type { SubmissionReply } from '../fiscalization/submissions.ts';
import { findKeyOperation, insertKeyOperation } from './key-operations.ts';
import {
  claimNextKeyOperation,
  recordKeyOperation,
  storeTcrSubmission,
} from './key-operation-claims.ts';
import type { ClaimedAuthorityOperation } from './key-operation-claims.ts';
import {
  addSampleCertificate,
  addSampleRegister,
  createSampleShop,
  useSampleShop,
} from '../testing/sample-shops.ts';
import { SAMPLE_REFUSAL } from '../testing/sample-invoices.ts';
import { useTestDatabase } from '../testing/open-test-database.ts';

const db = useTestDatabase();
const shop = useSampleShop(db);

/** A register-tcr call that a worker holds. */
async function claimFor(cashRegisterId: string) {
  const id = await insertKeyOperation(db.api, { kind: 'register-tcr', cashRegisterId }, 60_000);
  const call = await claimNextKeyOperation(db.worker, { leaseMs: 60_000 });
  if (!call) throw new Error('the call could not be claimed');
  const given = (tcrCode: string) =>
    recordKeyOperation(db.worker, call, null, {
      status: 'done',
      result: { kind: 'register-tcr', tcrCode },
    });
  const failed = (failure: Failure) =>
    recordKeyOperation(db.worker, call, null, { status: 'failed', failure });
  return { given, failed, state: () => findKeyOperation(db.api, id) };
}

async function codeOf(id: string): Promise<string | null> {
  const text = 'select tcr_code from cash_register where id = $1';
  const { rows } = await db.owner.pool.query<{ tcr_code: string | null }>(text, [id]);
  return rows[0]?.tcr_code ?? null;
}

describe('the TCR code that the authority gives', () => {
  test('is stored on the cash register with the result', async () => {
    const { cashRegisterId } = await addSampleRegister(db, shop.companyId, null);
    const call = await claimFor(cashRegisterId);
    const tcrCode = randomCode();
    expect(await call.given(tcrCode)).toBeNull();
    expect(await codeOf(cashRegisterId)).toBe(tcrCode);
    expect(await call.state()).toEqual({
      status: 'done',
      result: { kind: 'register-tcr', tcrCode },
    });
  });

  test('is the one that it has already, which changes nothing', async () => {
    const call = await claimFor(shop.cashRegisterId);
    expect(await call.given(shop.tcrCode)).toBeNull();
    expect(await codeOf(shop.cashRegisterId)).toBe(shop.tcrCode);
  });

  test.each([
    ['of the company, which is named', true],
    ['of another company, which is not', false],
  ])('is not taken from a cash register %s; the call is open to be failed', async (_, isOwn) => {
    const { companyId } = isOwn ? shop : await createSampleShop(db);
    const { cashRegisterId } = await addSampleRegister(db, companyId, null);
    const call = await claimFor(cashRegisterId);
    expect(await call.given(shop.tcrCode)).toEqual({ name: isOwn ? 'Kasa 1' : null });
    expect(await codeOf(cashRegisterId)).toBeNull();
    expect(await codeOf(shop.cashRegisterId)).toBe(shop.tcrCode);
    expect(await call.state()).toEqual({ status: 'pending' });
    const failure: Failure = {
      error: 'Taken.',
      code: 'TCR_CODE_TAKEN',
      tcrCode: shop.tcrCode,
      efiCode: null,
      efiMessage: null,
      retryable: false,
      remedy: 'Clear it.',
    };
    expect(await call.failed(failure)).toBeNull();
    expect(await call.state()).toEqual({ status: 'failed', failure });
  });

  test('goes to one of two cash registers at a time; the other learns which has it', async () => {
    const registers = [
      await addSampleRegister(db, shop.companyId, null),
      await addSampleRegister(db, shop.companyId, null),
    ];
    const tcrCode = randomCode();
    const calls = await Promise.all(registers.map((one) => claimFor(one.cashRegisterId)));
    const holders = await Promise.all(calls.map((call) => call.given(tcrCode)));
    expect(holders.filter((holder) => holder === null)).toHaveLength(1);
    const codes = await Promise.all(registers.map((one) => codeOf(one.cashRegisterId)));
    expect(codes.toSorted()).toEqual([tcrCode, null].toSorted());
    expect(holders[codes.indexOf(null)]).toEqual({
      name: codes[0] === tcrCode ? 'Kasa 2' : 'Kasa 3',
    });
  });
});

describe('ADR 11: the last day of use that is registered', () => {
  const DAY = '2099-11-30';
  const LATER = '2099-12-31';

  const ask = (lastDay?: string) =>
    insertKeyOperation(
      db.api,
      { kind: 'register-tcr', cashRegisterId: shop.cashRegisterId, ...(lastDay && { lastDay }) },
      60_000,
    );
  const claim = async () => {
    const call = await claimNextKeyOperation(db.worker, { leaseMs: 60_000 });
    if (call?.input.kind !== 'register-tcr') throw new Error('no call could be claimed');
    return call as ClaimedAuthorityOperation;
  };
  /** Stores the message of a call. @returns what records its reply. */
  async function send(call: Awaited<ReturnType<typeof claim>>) {
    const certificateId = call.certificateId ?? (await addSampleCertificate(db, shop));
    const submissionId = uuidv7();
    const sent = { sendDateTime: '2026-11-21T10:00:00+01:00', subsequentDelivery: null };
    const message = { id: submissionId, certificateId, requestUuid: uuidv7(), request: '<x/>' };
    await storeTcrSubmission(db.worker, call, { ...sent, ...message });
    return (outcome: SubmissionReply['outcome'], tcrCode = shop.tcrCode) => {
      const none = { httpStatus: null, response: null, efiCode: null, detail: null };
      const why = outcome === 'unanswered' ? 'no-response' : null;
      const reply = { submissionId, outcome, ...none, wasSent: true, unansweredReason: why };
      const result = { kind: 'register-tcr', tcrCode } as const;
      return recordKeyOperation(
        db.worker,
        call,
        reply,
        outcome === 'registered'
          ? { status: 'done', result }
          : { status: 'failed', failure: SAMPLE_REFUSAL },
      );
    };
  }
  async function end(): Promise<{ last: string | null; open: string | null }> {
    const { rows } = await db.owner.pool.query<{ last: string | null; open: string | null }>(
      `select last_day::text as last, unconfirmed_last_day::text as open
       from cash_register where id = $1`,
      [shop.cashRegisterId],
    );
    return rows[0]!;
  }

  test('is stored once the authority has it; until then it is one that it may have', async () => {
    await ask(DAY);
    const reply = await send(await claim());
    expect(await end()).toEqual({ last: null, open: DAY });
    await reply('registered');
    expect(await end()).toEqual({ last: DAY, open: null });
  });

  test('is not stored where it is refused; what was open before stays open', async () => {
    await ask(DAY);
    await (
      await send(await claim())
    )('refused');
    expect(await end()).toEqual({ last: null, open: null });
    await ask(DAY);
    await (
      await send(await claim())
    )('unanswered');
    expect(await end()).toEqual({ last: null, open: DAY });
    await ask(LATER);
    await (
      await send(await claim())
    )('refused');
    expect(await end()).toEqual({ last: null, open: DAY });
  });

  test('goes with every later registration until it has passed', async () => {
    await ask(DAY);
    await (
      await send(await claim())
    )('registered');
    await ask();
    const again = await claim();
    expect(again.cashRegister.validTo).toBe(DAY);
    await (
      await send(again)
    )('registered');
    expect(await end()).toEqual({ last: DAY, open: null });
    await db.owner.pool.query(`update cash_register set last_day = '2026-01-01' where id = $1`, [
      shop.cashRegisterId,
    ]);
    await ask();
    expect((await claim()).cashRegister.validTo).toBeNull();
  });

  test('is that of its TCR code: another one has none', async () => {
    await ask(DAY);
    await (
      await send(await claim())
    )('registered');
    const { companyId, cashRegisterId } = shop;
    await updateCashRegister(
      db.api,
      { companyId, cashRegisterId },
      { tcrCode: randomCode() },
      'test',
      null,
    );
    expect(await end()).toEqual({ last: null, open: null });
  });

  test('of two calls is registered one after the other, in their order', async () => {
    const [first, second] = [await ask(DAY), await ask(LATER)];
    const claims = await Promise.all(
      [1, 2, 3].map(() => claimNextKeyOperation(db.worker, { leaseMs: 60_000 })),
    );
    const held = claims.filter((call) => call !== null);
    expect(held.map(({ id }) => id)).toEqual([first]);
    await (
      await send(held[0] as Awaited<ReturnType<typeof claim>>)
    )('registered');
    const next = await claim();
    expect(next.id).toBe(second);
    await (
      await send(next)
    )('registered');
    expect(await end()).toEqual({ last: LATER, open: null });
  });

  test('has a form that older workers leave; a registration without one has the first', async () => {
    const ids = [await ask(DAY), await ask()];
    const { rows } = await db.owner.pool.query<{ form: number }>(
      'select form from key_operation where id = any($1) order by id',
      [ids],
    );
    expect(rows).toEqual([{ form: 2 }, { form: 1 }]);
  });
});
