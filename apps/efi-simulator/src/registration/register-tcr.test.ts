// RegisterTCR with each of its codes, and when a new TCR may issue. Protocol §3.

import { beforeEach, describe, expect, test } from '@jest/globals';
import { at, NOW, UNIT, withInvoice } from '../testing/drafts.ts';
import { header } from '../testing/request-builder.ts';
import type { Attributes } from '../testing/request-builder.ts';
import { makeKeys, startForEachTest } from '../testing/running.ts';

const HOUR = 3_600_000;
const UNIT_WRONG = 'Business unit code is not an active business unit of the taxpayer.';
const SOFTWARE_WRONG = 'Software code is not an active software.';
const MAINTAINER_WRONG = 'Maintainer code is not an active maintainer.';
const TO_PAST = 'ValidTo must not be in the past.';
const TO_EARLY = 'ValidTo must not be before ValidFrom.';
const DEACTIVATED = 'Deactivated TCR cannot be changed.';
const WRONG_CLOCK = 'Client time differs from server time more than allowed.';

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

  test.each<[number, string, string, Attributes, Attributes?]>([
    [41, 'names an unknown unit', UNIT_WRONG, { BusinUnitCode: 'bu999bu999' }],
    [41, "names another taxpayer's unit", UNIT_WRONG, { BusinUnitCode: 'bu321bu321' }],
    [42, 'names a software that is not active', SOFTWARE_WRONG, { SoftCode: 'ss999ss999' }],
    [42, 'names no software', SOFTWARE_WRONG, { SoftCode: undefined }],
    [43, 'names an unknown maintainer', MAINTAINER_WRONG, { MaintainerCode: 'mm999mm999' }],
    [43, 'names no maintainer', MAINTAINER_WRONG, { MaintainerCode: undefined }],
    [45, 'begins yesterday', 'ValidFrom must not be in the past.', { ValidFrom: '2026-07-10' }],
    [46, 'ended yesterday', TO_PAST, { ValidFrom: undefined, ValidTo: '2026-07-10' }],
    [47, 'ends before it begins', TO_EARLY, { ValidFrom: '2026-07-20', ValidTo: '2026-07-19' }],
    [57, 'is deactivated', DEACTIVATED, { TCRIntID: '9', ValidTo: '2026-08-01' }],
    [2, 'comes with a wrong clock', WRONG_CLOCK, {}, header(at(1000))],
  ])('is refused with %d when it %s', async (code, _what, message, change, ...[head]) => {
    expect(await running().sendTcr(change, head)).toMatchObject({ code, message });
  });

  const only = 'Only ValidTo and MaintainerCode can be changed for an active TCR.';

  test.each<[number, string, string, Attributes]>([
    [48, 'another type', only, { Type: 'VENDING' }],
    [48, 'another first day', only, { ValidFrom: '2026-07-21' }],
    [48, 'another software', only, { SoftCode: 'ss456ss456' }],
    [46, 'a last day that has passed', TO_PAST, { ValidTo: '2026-07-10' }],
    [47, 'a last day before its first', TO_EARLY, { ValidFrom: undefined, ValidTo: '2026-07-19' }],
  ])('that is active is refused with %d for %s', async (code, _what, message, change) => {
    const { sendTcr, control } = running();
    const first = { ValidFrom: '2026-07-20' };
    await control('POST', '/software-codes', { code: 'ss456ss456' });
    await sendTcr(first);
    expect(await sendTcr({ ...first, ...change })).toMatchObject({ code, message });
  });

  test('changes its last day and its maintainer until that day is over, then gets 57', async () => {
    const { sendTcr, sendDeposit, control } = running();
    await control('POST', '/maintainers', { code: 'mm456mm456' });
    const { answer } = await sendTcr({ ValidTo: '2026-07-31' });
    const change = { ValidTo: '2026-07-12', MaintainerCode: 'mm456mm456' };
    expect(await sendTcr(change)).toMatchObject({ code: null, answer });
    const { tcrs } = (await control('GET', '/registry')).body as { tcrs: { code: string }[] };
    const changed = { validTo: '2026-07-12', maintainerCode: 'mm456mm456' };
    expect(tcrs.find(({ code }) => code === answer)).toMatchObject(changed);
    // 00:51:04 of the last day, then of the day after it: ValidFrom has passed by then.
    now = NOW + 9 * HOUR;
    const onLastDay = header(at(9 * HOUR));
    const noChange = { ValidTo: undefined, MaintainerCode: undefined };
    expect(await sendTcr(noChange, onLastDay)).toMatchObject({ code: null, answer });
    now = NOW + 33 * HOUR;
    const [next, head] = [at(33 * HOUR), header(at(33 * HOUR))];
    const refused = { code: 57, message: DEACTIVATED };
    expect(await sendTcr({ ValidTo: '2026-08-01' }, head)).toMatchObject(refused);
    const deposit = { ChangeDateTime: next, TCRCode: answer ?? '' };
    expect(await sendDeposit(deposit, head)).toMatchObject({ code: 53 });
  });

  test('issues until its last day is over, and delivers afterwards what it issued', async () => {
    const { sendTcr, sendInvoice } = running();
    const tcr = (await sendTcr({ ValidTo: '2026-07-11' })).answer ?? '';
    now = NOW + 9 * HOUR;
    const issue = (IssueDateTime: string) => {
      const codes = { TCRCode: tcr, InvNum: `${UNIT}/1/2026/${tcr}` };
      const draft = withInvoice({ IssueDateTime, ...codes });
      return sendInvoice({ ...draft, header: header(at(9 * HOUR), 'SERVICE') });
    };
    expect(await issue('2026-07-11T23:59:59+02:00')).toMatchObject({ code: null });
    const message = expect.stringMatching(/^TCR is not valid/);
    expect(await issue('2026-07-12T00:00:00+02:00')).toMatchObject({ code: 11, message });
  });

  test.each([
    ['unknown', '99999999'],
    ['not active', '11112222'],
  ])('is refused with 52 when its taxpayer is %s', async (_what, IssuerTIN) => {
    const identity = await keys.ca.issue({ tin: IssuerTIN });
    const refused = await running().sendTcr({ IssuerTIN }, undefined, { identity });
    expect(refused).toMatchObject({ code: 52 });
  });
});
