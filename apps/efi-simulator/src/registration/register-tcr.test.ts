// RegisterTCR with each of its codes, and when a new TCR may issue. Protocol §3.

import { beforeEach, describe, expect, test } from '@jest/globals';
import { at, NOW, UNIT, withInvoice } from '../testing/drafts.ts';
import { header } from '../testing/request-builder.ts';
import type { Attributes } from '../testing/request-builder.ts';
import { makeKeys, startForEachTest } from '../testing/running.ts';

const HOUR = 3_600_000;

const keys = await makeKeys();
let now: number;

beforeEach(() => {
  now = NOW;
});

const running = startForEachTest(keys, { now: () => now, tcrActivationMs: HOUR });

describe('a TCR', () => {
  test('gets a code, and the same code when it is registered again', async () => {
    const { sendTcr } = running();
    const first = await sendTcr();
    expect(first.answer).toMatch(/^[a-z]{2}[0-9]{3}[a-z]{2}[0-9]{3}$/);
    expect((await sendTcr()).answer).toBe(first.answer);
    expect((await sendTcr({ TCRIntID: '3' })).answer).not.toBe(first.answer);
  });

  test('may issue only after its waiting time', async () => {
    const tcr = (await running().sendTcr()).answer ?? '';
    const issueAfter = (ms: number) => {
      now = NOW + ms;
      const codes = { TCRCode: tcr, InvNum: `${UNIT}/1/2026/${tcr}` };
      const draft = withInvoice({ IssueDateTime: at(ms), ...codes });
      return running().sendInvoice({ ...draft, header: header(at(ms)) });
    };
    expect((await issueAfter(HOUR - 1000)).message).toMatch(/^TCR is not valid/);
    expect(await issueAfter(HOUR)).toMatchObject({ code: null });
  });

  test.each<[number, string, Attributes, Attributes?]>([
    [41, 'names an unknown unit', { BusinUnitCode: 'bu999bu999' }],
    [41, "names another taxpayer's unit", { BusinUnitCode: 'bu321bu321' }],
    [42, 'names a software that is not active', { SoftCode: 'ss999ss999' }],
    [42, 'names no software', { SoftCode: undefined }],
    [43, 'names an unknown maintainer', { MaintainerCode: 'mm999mm999' }],
    [43, 'names no maintainer', { MaintainerCode: undefined }],
    [45, 'begins yesterday', { ValidFrom: '2026-07-10' }],
    [46, 'ended yesterday', { ValidTo: '2026-07-10' }],
    [47, 'ends before it begins', { ValidFrom: '2026-07-20', ValidTo: '2026-07-19' }],
    [2, 'comes with a wrong clock', {}, header(at(1000))],
  ])('is refused with %d when it %s', async (code, _what, change, ...[head]) => {
    expect(await running().sendTcr(change, head)).toMatchObject({ code });
  });

  test('is refused with 48 when more than its end and its maintainer would change', async () => {
    const { sendTcr } = running();
    await sendTcr();
    expect(await sendTcr({ Type: 'VENDING' })).toMatchObject({ code: 48 });
    expect(await sendTcr({ ValidFrom: '2026-07-12' })).toMatchObject({ code: 48 });
  });

  test('is refused with 57 when it is deactivated, which its last day does', async () => {
    const { sendTcr, sendDeposit } = running();
    const { answer } = await sendTcr({ ValidTo: '2026-07-11' });
    now = NOW + 9 * HOUR;
    const [next, head] = [at(9 * HOUR), header(at(9 * HOUR))];
    expect(await sendTcr({}, head)).toMatchObject({ code: 57 });
    const deposit = { ChangeDateTime: next, TCRCode: answer ?? '' };
    expect(await sendDeposit(deposit, head)).toMatchObject({ code: 53 });
  });

  test('is refused with 52 when its taxpayer is unknown', async () => {
    const identity = await keys.ca.issue({ tin: '99999999' });
    const change = { IssuerTIN: '99999999' };
    expect(await running().sendTcr(change, undefined, { identity })).toMatchObject({ code: 52 });
  });
});
