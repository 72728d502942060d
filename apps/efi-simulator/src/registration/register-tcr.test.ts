// RegisterTCR with each of its codes, and when a new TCR may issue. Protocol §3.

import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { at, goodDeposit, goodTcr, NOW, NOW_TEXT, UNIT, withInvoice } from '../testing/drafts.ts';
import { header, writeDeposit, writeTcr } from '../testing/request-builder.ts';
import type { Attributes } from '../testing/request-builder.ts';
import { makeKeys, startRunning } from '../testing/running.ts';
import type { Running } from '../testing/running.ts';

const HOUR = 3_600_000;

const keys = await makeKeys();
let running: Running;
let now = NOW;

beforeEach(async () => {
  now = NOW;
  running = await startRunning(keys, { now: () => now, tcrActivationMs: HOUR });
});

afterEach(() => running.stop());

function sendTcr(change: Attributes = {}, sentAt = NOW_TEXT) {
  const tcr = { ...goodTcr(), ...change };
  return running.send(writeTcr(header(sentAt), tcr, { identity: keys.taxpayer }));
}

describe('a TCR', () => {
  test('gets a code, and the same code when it is registered again', async () => {
    const first = await sendTcr();
    expect(first.answer).toMatch(/^[a-z]{2}[0-9]{3}[a-z]{2}[0-9]{3}$/);
    expect((await sendTcr()).answer).toBe(first.answer);
    expect((await sendTcr({ TCRIntID: '3' })).answer).not.toBe(first.answer);
  });

  test('may issue only after its waiting time', async () => {
    const tcr = (await sendTcr()).answer ?? '';
    const attempt = (sentAt: string) => {
      const codes = { TCRCode: tcr, InvNum: `${UNIT}/1/2026/${tcr}` };
      const draft = withInvoice({ IssueDateTime: sentAt, ...codes });
      return running.sendInvoice({ ...draft, header: header(sentAt) });
    };
    now = NOW + HOUR - 1000;
    expect((await attempt(at(HOUR - 1000))).message).toMatch(/^TCR is not valid/);
    now = NOW + HOUR;
    expect(await attempt(at(HOUR))).toMatchObject({ code: null });
  });

  test.each<[number, string, Attributes]>([
    [41, 'names an unknown unit', { BusinUnitCode: 'bu999bu999' }],
    [41, "names another taxpayer's unit", { BusinUnitCode: 'bu321bu321' }],
    [42, 'names a software that is not active', { SoftCode: 'ss999ss999' }],
    [42, 'names no software', { SoftCode: undefined }],
    [43, 'names an unknown maintainer', { MaintainerCode: 'mm999mm999' }],
    [43, 'names no maintainer', { MaintainerCode: undefined }],
    [45, 'begins yesterday', { ValidFrom: '2026-07-10' }],
    [46, 'ended yesterday', { ValidTo: '2026-07-10' }],
    [47, 'ends before it begins', { ValidFrom: '2026-07-20', ValidTo: '2026-07-19' }],
  ])('is refused with %d when it %s', async (code, _what, change) => {
    expect(await sendTcr(change)).toMatchObject({ code });
  });

  test('is refused with 48 when more than its end and its maintainer would change', async () => {
    await sendTcr();
    expect(await sendTcr({ Type: 'VENDING' })).toMatchObject({ code: 48 });
    expect(await sendTcr({ ValidFrom: '2026-07-12' })).toMatchObject({ code: 48 });
  });

  test('is refused with 57 when it is deactivated, which its last day does', async () => {
    const { answer } = await sendTcr({ ValidTo: '2026-07-11' });
    now = NOW + 9 * HOUR;
    expect(await sendTcr({}, at(9 * HOUR))).toMatchObject({ code: 57 });
    const deposit = { ...goodDeposit(), ChangeDateTime: at(9 * HOUR), TCRCode: answer ?? '' };
    const message = writeDeposit(header(at(9 * HOUR)), deposit, { identity: keys.taxpayer });
    expect(await running.send(message)).toMatchObject({ code: 53 });
  });

  test('is refused with 52 when its taxpayer is unknown and with 2 when the clock is wrong', async () => {
    const identity = await keys.ca.issue({ tin: '99999999' });
    const tcr = { ...goodTcr(), IssuerTIN: '99999999' };
    expect(await running.send(writeTcr(header(NOW_TEXT), tcr, { identity }))).toMatchObject({
      code: 52,
    });
    expect(await sendTcr({}, at(1000))).toMatchObject({ code: 2 });
  });
});
