// What a run knows of an invoice when it is claimed, and what stands against signing it.

import type { ClaimedInvoice } from '@fiscal/db/fiscalization';
import { describe, expect, test } from '@jest/globals';
import { SAMPLE_CODES, SAMPLE_SELLER } from '../../../../packages/db/src/testing/sample-shops.ts';
import { openBudget } from '../authority/budget.ts';
import type { WorkContext } from '../work/work.ts';
import { beginRun, tcrCodeOf } from './run.ts';

const NOW = new Date('2026-11-21T10:00:00Z');
const LAG_MS = 3_600_000;
const TOLERANCE_MS = 60_000;

const UNTOUCHED = {
  id: 'a',
  environment: 'test',
  status: 'Pending',
  request: { typeOfInvoice: 'NonCash' },
  offlineSince: null,
  deliverBefore: null,
  issuer: null,
  iic: null,
  iicSignature: null,
  tcrCode: null,
  year: null,
  ordinal: null,
  issuedAt: null,
  invoiceNumber: null,
  issueDateTime: null,
  iicReferences: null,
  rootElsewhere: null,
};
const SIGNED = {
  ...UNTOUCHED,
  tcrCode: 'aa111aa111',
  year: 2026,
  ordinal: 7,
  issuedAt: NOW,
  invoiceNumber: 'a/7/b/c',
  issuer: { seller: SAMPLE_SELLER, codes: {} },
  iic: 'A',
  iicSignature: 'B',
  issueDateTime: '2026-11-21T11:00:00+01:00',
};
const OFFLINE = { ...SIGNED, status: 'Offline', offlineSince: NOW, deliverBefore: NOW };

interface World {
  /** What the stored invoice is otherwise. */
  invoice?: object;
  openForMs?: number | null;
  tcrCode?: string | null;
  isPresent?: boolean;
  offsetMs?: number | null;
  hasKey?: boolean;
  now?: Date;
}

function begin(world: World) {
  const { isPresent = true, offsetMs = null, hasKey = true, openForMs, now = NOW } = world;
  const reason = 'The certificate has expired.';
  const found = hasKey
    ? { kind: 'ready', signer: {} }
    : { kind: 'unusable', code: 'CERTIFICATE_ERROR', reason };
  const context = {
    efi: { test: { isPresent, clock: { offsetMs: () => offsetMs } } },
    signers: { find: (_: string, tin: string) => Promise.resolve(tin === '12345678' ? found : {}) },
    clock: () => now,
    receiptCheckLagMs: LAG_MS,
    clockToleranceMs: TOLERANCE_MS,
  } as unknown as WorkContext;
  const claimed = {
    invoice: { ...UNTOUCHED, seller: SAMPLE_SELLER, ...world.invoice },
    certificateId: 'c',
    cashRegister: { ...SAMPLE_CODES, tcrCode: world.tcrCode ?? null },
    lastSubmission: openForMs === undefined ? null : { id: 'm', openForMs },
    offlineIssuing: true,
  } as unknown as ClaimedInvoice;
  const never = () => Promise.reject(new Error('no deposit is needed'));
  return beginRun(context, never, claimed, openBudget('live', 1_000), { isHeld: () => true });
}

describe('what is known of a claimed invoice', () => {
  test.each<[World, object]>([
    [{ openForMs: null }, { mayBeRegistered: false, isReceiptCheckBelieved: false }],
    [{ openForMs: LAG_MS - 1 }, { mayBeRegistered: true, isReceiptCheckBelieved: false }],
    [{ openForMs: LAG_MS }, { mayBeRegistered: true, isReceiptCheckBelieved: true }],
    [{}, { mayBeRegistered: false, wasHandedOut: false, isNumbered: false, isSigned: false }],
    // It was Offline once, and is Pending again because a person asked for it.
    [{ invoice: { ...OFFLINE, status: 'Pending' } }, { status: 'Pending', wasHandedOut: true }],
    [{ invoice: OFFLINE }, { isNumbered: true, isSigned: true, isOverdue: false }],
    [{ invoice: OFFLINE, now: new Date(NOW.getTime() + 1) }, { isOverdue: true }],
    // A person has asked for it, and may learn what the authority says.
    [
      { invoice: { ...OFFLINE, status: 'Pending' }, now: new Date(NOW.getTime() + 1) },
      { isOverdue: false },
    ],
    [{}, { deposit: 'not-needed', original: 'known' }],
    [{ invoice: { rootElsewhere: { iic: 'A' } } }, { original: 'not-asked' }],
    [{ invoice: { rootElsewhere: { iic: 'A', confirmed: {} } } }, { original: 'known' }],
    [{ invoice: { request: { typeOfInvoice: 'Cash' } } }, { deposit: 'unknown' }],
  ])('%#: %j', async (world, facts) => {
    expect((await begin({ tcrCode: 'cc123cc123', ...world })).facts).toMatchObject(facts);
  });

  test('is the number that it has, under the TCR code that it was given with', async () => {
    const references = [{ iic: 'C', issueDateTime: '', amount: '1.00' }];
    const run = await begin({
      invoice: { ...SIGNED, iicReferences: references },
      tcrCode: 'cc123cc123',
    });
    expect(run.number).toMatchObject({ tcrCode: 'aa111aa111', ordinal: 7, issuedAt: NOW });
    expect(tcrCodeOf(run.claimed)).toBe('aa111aa111');
    expect(run.signed?.issued).toMatchObject({ ordinal: 7, iic: 'A', iicReferences: references });
    expect(run.isNumberNew).toBe(false);
  });
});

describe('what stands against signing', () => {
  const nothing = { tcrCode: 'cc123cc123', isPresent: true, offsetMs: TOLERANCE_MS, hasKey: true };
  test.each<[string, World, string | null, string | null]>([
    ['is nothing', {}, null, null],
    ['is no usable certificate', { hasKey: false }, 'certificate', 'CERTIFICATE_ERROR'],
    [
      'is a clock that is ahead, before the certificate',
      { hasKey: false, offsetMs: TOLERANCE_MS + 1 },
      'clock',
      'CLOCK_WRONG',
    ],
    ['is a clock that is behind', { offsetMs: -TOLERANCE_MS - 1 }, 'clock', 'CLOCK_WRONG'],
    [
      'is a missing TCR code, before the clock',
      { tcrCode: null, offsetMs: TOLERANCE_MS + 1 },
      'tcr',
      'TCR_NOT_REGISTERED',
    ],
    [
      'is a missing endpoint, before all',
      { isPresent: false, tcrCode: null, hasKey: false },
      'endpoint',
      'EFI_UNAVAILABLE',
    ],
  ])('%s', async (_, world, obstacle, code) => {
    const { facts, failure, key } = await begin({ ...nothing, ...world });
    expect(facts.obstacle).toBe(obstacle);
    expect(failure?.code ?? null).toBe(code);
    expect(key === null).toBe(world.hasKey === false);
  });
});
