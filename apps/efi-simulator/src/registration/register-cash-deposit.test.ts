// RegisterCashDeposit with each of its codes, and what a deposit opens. Protocol §4.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from '@jest/globals';
import {
  at,
  cancellationOf,
  goodCashInvoice,
  goodInvoice,
  NOW,
  NOW_TEXT,
  TCR,
  withInvoice,
} from '../testing/drafts.ts';
import { header } from '../testing/request-builder.ts';
import type { Attributes } from '../testing/request-builder.ts';
import { makeKeys, startForEachTest, startRunning } from '../testing/running.ts';
import type { Running } from '../testing/running.ts';

const HOUR = 3_600_000;

const keys = await makeKeys();
let now: number;

beforeEach(() => {
  now = NOW;
});

const running = startForEachTest(keys, { now: () => now });
const directory = mkdtempSync(join(tmpdir(), 'efi-simulator-'));

afterAll(() => {
  rmSync(directory, { recursive: true });
});

describe('a cash deposit', () => {
  test('of the day opens the drawer for cash invoices of that day', async () => {
    const { sendInvoice, sendDeposit } = running();
    await sendDeposit({ Operation: 'WITHDRAW', CashAmt: '5.00' });
    expect(await sendInvoice(goodCashInvoice())).toMatchObject({ code: 58 });
    const deposit = await sendDeposit();
    expect(deposit).toMatchObject({ status: 200, code: null });
    expect(deposit.answer).toMatch(/^[0-9a-f-]{36}$/);
    expect(await sendInvoice(goodCashInvoice())).toMatchObject({ code: null });
  });

  test('does not open the drawer for the next local day', async () => {
    await running().sendDeposit();
    now = NOW + 9 * HOUR;
    const next = at(9 * HOUR);
    const draft = withInvoice({ IssueDateTime: next }, goodCashInvoice());
    const reply = await running().sendInvoice({ ...draft, header: header(next) });
    expect(reply).toMatchObject({ code: 58 });
  });

  test('INITIAL may be changed until the first cash invoice is fiscalized, then gets 56', async () => {
    const { sendInvoice, sendDeposit } = running();
    await sendDeposit({ CashAmt: '10.00' });
    expect(await sendDeposit({ CashAmt: '20.00' })).toMatchObject({ code: null });
    await sendInvoice(goodInvoice(1));
    expect(await sendDeposit({ CashAmt: '30.00' })).toMatchObject({ code: null });
    await sendInvoice(goodCashInvoice(2));
    const message = 'INITIAL cash deposit cannot be changed after invoice fiscalization.';
    const refused = { status: 500, code: 56, message };
    expect(await sendDeposit({ CashAmt: '40.00' })).toMatchObject(refused);
    const withdrawal = await sendDeposit({ Operation: 'WITHDRAW', CashAmt: '5.00' });
    expect(withdrawal).toMatchObject({ code: null });
  });

  test.each([
    ['unknown', '99999999'],
    ['not active', '11112222'],
  ])('gets 52 when its taxpayer is %s', async (_what, IssuerTIN) => {
    const identity = await keys.ca.issue({ tin: IssuerTIN });
    const { sendDeposit } = running();
    expect(await sendDeposit({ IssuerTIN }, undefined, { identity })).toMatchObject({ code: 52 });
  });
});

const marked = header(NOW_TEXT, 'SERVICE');
const unequal = 'ChangeDateTime must be equal to SendDateTime if SubseqDelivType does not exist';
const notInUse = 'TCR code is not a registered or active TCR or does not belong to the issuer.';
const tooFarOff = 'ChangeDateTime differs from server time more than allowed.';
const wrongClock = 'Client time differs from server time more than allowed.';

describe.each([
  ['INITIAL', '0.00'],
  ['WITHDRAW', '5.00'],
])('a deposit with %s of %s', (Operation, CashAmt) => {
  test.each<[number | null, string, Attributes, (Attributes | undefined)?, (string | RegExp)?]>([
    [53, 'names an unknown TCR', { TCRCode: 'xx999xx999' }, undefined, notInUse],
    [53, 'names a TCR that is not active', { TCRCode: 'tc999tc999' }, undefined, notInUse],
    [53, "names another taxpayer's TCR", { TCRCode: 'tc321tc321' }, undefined, notInUse],
    [37, "is another taxpayer's", { IssuerTIN: '87654321' }],
    [11, 'is negative', { CashAmt: '-1.00' }, undefined, /CashAmt/],
    [11, 'is direct and of another time', { ChangeDateTime: at(-1000) }, undefined, unequal],
    [null, 'is direct and six hours old', { ChangeDateTime: at(-6 * HOUR) }, header(at(-6 * HOUR))],
    [null, 'is delivered in time', { ChangeDateTime: at(-48 * HOUR) }, marked],
    [49, 'is delivered late', { ChangeDateTime: at(-48 * HOUR - 1000) }, marked, tooFarOff],
    [49, 'is delivered before its time', { ChangeDateTime: at(1000) }, marked, tooFarOff],
    [2, 'comes from the future', { ChangeDateTime: at(1000) }, header(at(1000)), wrongClock],
  ])('gets %s when it %s', async (code, _what, change, ...[head, message]) => {
    const reply = await running().sendDeposit({ Operation, CashAmt, ...change }, head);
    expect(reply.code).toBe(code);
    if (message) expect(reply.message).toMatch(message);
  });

  test('is taken of the last day of use also the day after, and of no later day', async () => {
    const { control, sendDeposit } = running();
    const { tcrs } = (await control('GET', '/registry')).body as { tcrs: { code: string }[] };
    const ending = tcrs.filter(({ code }) => code === TCR);
    await control(
      'POST',
      '/tcrs',
      ending.map((tcr) => ({ ...tcr, validTo: '2026-07-11' })),
    );
    now = NOW + 9 * HOUR;
    const send = (ChangeDateTime: string) => {
      const head = header(at(9 * HOUR), 'SERVICE');
      return sendDeposit({ Operation, CashAmt, ChangeDateTime }, head);
    };
    expect(await send('2026-07-11T23:59:59+02:00')).toMatchObject({ code: null });
    const later = await send('2026-07-12T00:00:00+02:00');
    expect(later).toMatchObject({ code: 53, message: notInUse });
  });
});

describe('a withdrawal', () => {
  test('of nothing is refused with 51', async () => {
    const refused = { code: 51, message: 'CashAmt must not be zero for operation WITHDRAW.' };
    for (const CashAmt of ['0.00', '0']) {
      const reply = await running().sendDeposit({ Operation: 'WITHDRAW', CashAmt });
      expect(reply).toMatchObject(refused);
    }
  });

  test('stands in the ledger and takes from the drawer of its TCR and day', async () => {
    const { sendInvoice, sendDeposit, control, script, lastInvoice } = running();
    await sendDeposit({ CashAmt: '10.00' });
    await sendDeposit({ CashAmt: '20.00' });
    await sendInvoice(goodCashInvoice(1));
    const { iic } = lastInvoice();
    const byCard = [{ Type: 'CARD', Amt: '59.10' }];
    await sendInvoice({ ...goodCashInvoice(2), payMethods: byCard });
    const inParts = [
      { Type: 'BANKNOTE', Amt: '9.00' },
      { Type: 'CARD', Amt: '50.10' },
    ];
    await sendInvoice({ ...goodCashInvoice(3), payMethods: inParts });
    await sendInvoice(cancellationOf(goodCashInvoice(1), iic, 4));
    await sendDeposit({ Operation: 'WITHDRAW', CashAmt: '12.34' });
    const yesterday = at(-24 * HOUR);
    const late = { Operation: 'WITHDRAW', CashAmt: '1.00', ChangeDateTime: yesterday };
    await script({ type: 'drop' }, { match: { operation: 'WITHDRAW' } });
    await sendDeposit({ CashAmt: '0.00', ChangeDateTime: yesterday }, marked);
    await expect(sendDeposit(late, marked)).rejects.toThrow('fetch failed');
    await sendDeposit(late, header(NOW_TEXT, 'SERVICE'));

    const { body } = await control('GET', `/ledger?tcrCode=${TCR}`);
    const sent = { operation: 'WITHDRAW', cashAmt: '1.00', changeDateTime: yesterday };
    const today = { initial: '20.00', banknotes: '9.00', withdrawn: '12.34', inDrawer: '16.66' };
    const before = { initial: '0.00', banknotes: '0.00', withdrawn: '1.00', inDrawer: '-1.00' };
    const { messages } = body as { messages: { outcome: string }[] };
    expect(messages.slice(-2)).toMatchObject([
      { ...sent, outcome: 'ignored' },
      { ...sent, outcome: 'accepted' },
    ]);
    expect(body).toMatchObject({
      drawers: [
        { tcrCode: TCR, day: '2026-07-11', ...today },
        { tcrCode: TCR, day: '2026-07-10', ...before },
      ],
    });
  });

  /** Two messages of one content, then a withdrawal of another. @returns the three FCDCs */
  async function repeated({ sendDeposit }: Pick<Running, 'sendDeposit'>) {
    const content = { Operation: 'WITHDRAW', CashAmt: '5.00', ChangeDateTime: at(-1000) };
    const first = await sendDeposit(content, marked);
    const second = await sendDeposit(content, header(NOW_TEXT, 'SERVICE'));
    const other = await sendDeposit({ ...content, ChangeDateTime: at(-2000) }, marked);
    return [first.answer, second.answer, other.answer];
  }

  test('that is repeated is counted once more, unless the simulator takes it as the same', async () => {
    const counting = running();
    const counted = await repeated(counting);
    expect(new Set(counted).size).toBe(3);
    expect(counting.ledger.summary()).toMatchObject({
      deposits: 3,
      doubledWithdrawals: [counted.slice(0, 2)],
    });
    expect(counting.ledger.view().drawers).toMatchObject([{ withdrawn: '15.00' }]);

    const stateFile = join(directory, 'same.jsonl');
    const options = { now: () => now, stateFile, repeatedWithdrawals: 'same' } as const;
    for (const deposits of [2, 2]) {
      const comparing = await startRunning(keys, options);
      const [first, second, other] = await repeated(comparing);
      expect([second === first, other === first]).toEqual([true, false]);
      expect(comparing.ledger.summary()).toMatchObject({ deposits, doubledWithdrawals: [] });
      expect(comparing.ledger.view().drawers).toMatchObject([{ withdrawn: '10.00' }]);
      await comparing.stop();
    }
  });
});
