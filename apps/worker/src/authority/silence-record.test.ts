// What the record of silences counts, and what it counts no more. Which messages go out then is
// tested with the circuit.

import { beforeEach, expect, test } from '@jest/globals';
import {
  AUTHORITY,
  closeScope,
  countElsewhere,
  createSilenceRecord,
  openScope,
  QUIET_MS,
  recordReply,
  recordSilence,
  takeBack,
} from './silence-record.ts';
import type { SilenceRecord } from './silence-record.ts';

let now: number;
let record: SilenceRecord;
beforeEach(() => {
  now = 100_000;
  record = createSilenceRecord();
});

const rules = { failuresToOpen: 3, probeEveryMs: 1_000, now: () => now, random: () => 0.5 };
const silent = (times: number, company = 'a') => {
  for (let time = 0; time < times; time += 1) recordSilence(record, rules, company, now);
};
const silence = (companyId: string, isAcross = false) => ({ companyId, sentAt: now, isAcross });
const open = () => [...record.open.keys()];
/** Long enough that a reply says nothing of what is sent now. */
const pass = () => (now += QUIET_MS);

test('a silence that a reply has ended here is not taken back once more', () => {
  silent(2);
  const first = silence('a');
  now += 1;
  recordReply(record, 'a', now);
  silent(2);
  takeBack(record, first, 'all');
  silent(1);
  expect(open()).toEqual(['a']);
});

test('more silences taken back than were counted leave none, and not fewer', () => {
  takeBack(record, silence('a'), 'all');
  silent(3);
  expect(open()).toEqual(['a']);
});

test('a silence from before a reply to another company takes back none that came after it', () => {
  silent(1);
  const first = silence('a', true);
  now += 1;
  recordReply(record, 'b', now);
  pass();
  silent(1);
  takeBack(record, first, 'across');
  expect([...record.across]).toEqual([['a', 1]]);
});

test('a reply ends what other workers have seen of the authority', () => {
  countElsewhere(record, rules, [silence('b', true), silence('b', true)]);
  recordReply(record, 'c', now);
  pass();
  silent(1);
  expect(open()).toEqual([]);
});

test.each(['a', AUTHORITY])('a circuit that is closed (%s) ends what others have counted', (of) => {
  countElsewhere(record, rules, [silence('a'), silence('a')]);
  closeScope(record, of, now);
  silent(1);
  expect(open()).toEqual([]);
});

test('what other workers have seen opens nothing without a silence of its own', () => {
  countElsewhere(record, rules, [silence('a'), silence('a'), silence('a')]);
  expect(open()).toEqual([]);
  countElsewhere(record, rules, [silence('a', true), silence('b', true), silence('b', true)]);
  expect(open()).toEqual([]);
});

test('nothing is told of a company whose circuit is open already', () => {
  silent(1);
  openScope(record, rules, 'a', now);
  silent(1);
  expect(record.unshared).toHaveLength(1);
});

test('a company is silent since the first message that got no reply, or since it was opened elsewhere', () => {
  silent(1);
  now += 500;
  silent(1);
  expect(record.companies.get('a')?.silentSince).toBe(100_000);
  openScope(record, rules, 'b', 90_000);
  expect(record.companies.get('b')?.silentSince).toBe(90_000);
});
