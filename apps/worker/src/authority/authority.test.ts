import { describe, expect, test } from '@jest/globals';
import type { EfiClient, Unanswered, UnansweredReason } from '@fiscal/efi';
import { createEvents } from '../events.ts';
import { createAuthority } from './authority.ts';
import type { Exchange, ReceiptCheck } from '../events.ts';
import { createCircuit } from './circuit.ts';

const MESSAGE = { request: '<RegisterInvoiceRequest/>', requestUuid: 'a-uuid' };
const RECEIPT = { iic: 'AB', issueDateTime: '2026-07-11T15:51:04+02:00', tin: '12345678' };
const NOW = () => ({ wall: 0, uptime: 0 });
const REGISTERED = { kind: 'registered', repliedAt: '2026-07-11T15:51:05+02:00' };

const unanswered = (reason: UnansweredReason, detail = reason as string): Unanswered => ({
  kind: 'unanswered',
  reason,
  detail,
  wasSent: true,
  httpStatus: null,
  rawReply: null,
});

/** An authority that gives these outcomes one after the other, and what was logged of it. */
function scriptedAuthority(outcomes: object[], options: { patienceMs?: number } = {}) {
  const line = { sent: 0 };
  const exchanges: Exchange[] = [];
  const checks: ReceiptCheck[] = [];
  const logged: string[] = [];
  const next = () => {
    line.sent += 1;
    return Promise.resolve(outcomes.shift() ?? REGISTERED);
  };
  const client = { registerInvoice: next, checkReceipt: next };
  const events = createEvents();
  events.on('exchange', (exchange) => exchanges.push(exchange));
  events.on('receipt-check', (check) => checks.push(check));
  const logger = {
    error: ({ detail }: { detail: string }) => logged.push(detail),
    warn: () => logged.push('believed'),
  };
  const authority = createAuthority({
    environment: 'live',
    events,
    logger: logger as never,
    client: client as unknown as EfiClient,
    now: NOW,
    patienceMs: options.patienceMs ?? 0,
    circuit: createCircuit({
      failuresToOpen: 1,
      askedProbes: 1,
      probeEveryMs: 60_000,
      now: () => 0,
      random: () => 0.5,
      onChange: () => undefined,
    }),
  });
  const send = (isUsedUp = false) => authority.registerInvoice(MESSAGE, 'a', budget(isUsedUp));
  return { authority, line, exchanges, checks, logged, send };
}

function budget(isUsedUp: boolean) {
  return {
    lane: 'live' as const,
    mayProbe: false,
    signal: new AbortController().signal,
    isUsedUp: () => isUsedUp,
  };
}

describe('an exchange with the authority', () => {
  test('a worker that slept until its time was used up sends nothing', async () => {
    const { line, send } = scriptedAuthority([]);
    const outcome = await send(true);
    expect(outcome).toMatchObject({ kind: 'unanswered', reason: 'timeout', wasSent: false });
    expect(line.sent).toBe(0);
  });

  test('a message that goes out is counted, and its silence opens the circuit', async () => {
    const { line, exchanges, send } = scriptedAuthority([unanswered('timeout')]);
    await send();
    const kept = await send();
    expect(kept).toMatchObject({ kind: 'unanswered', reason: 'withheld', wasSent: false });
    expect(line.sent).toBe(1);
    const counted = {
      operation: 'invoice',
      outcome: 'unanswered',
      reason: 'timeout',
      efiCode: null,
    };
    expect(exchanges).toEqual([{ environment: 'live', ms: expect.any(Number), ...counted }]);
  });

  test.each<UnansweredReason>(['connection', 'http', 'server-fault', 'unreadable', 'too-large'])(
    'without a reply opens it also by %s, at once',
    async (reason) => {
      const { line, send } = scriptedAuthority([unanswered(reason)], { patienceMs: 60_000 });
      await send();
      await send();
      expect(line.sent).toBe(1);
    },
  );

  test('a refusal is a reply', async () => {
    const refused = { kind: 'refused', efiCode: 11, efiMessage: '', httpStatus: 500 };
    const { line, send } = scriptedAuthority([refused]);
    await send();
    await send();
    expect(line.sent).toBe(2);
  });

  test('a message that our own lateness cut off does not', async () => {
    const late = [unanswered('timeout'), unanswered('timeout')];
    const { line, send } = scriptedAuthority(late, { patienceMs: 60_000 });
    await send();
    await send();
    expect(line.sent).toBe(2);
  });

  test('a code that is not documented does not, and is logged', async () => {
    const { line, logged, send } = scriptedAuthority([
      unanswered('undocumented-fault', 'Fault 77'),
    ]);
    await send();
    await send();
    expect(line.sent).toBe(2);
    expect(logged).toEqual(['Fault 77']);
  });

  test('what breaks on our side does not', async () => {
    const broken = { then: (_: unknown, reject: (error: Error) => void) => reject(new Error('x')) };
    const { line, send } = scriptedAuthority([broken]);
    await expect(send()).rejects.toThrow('x');
    await send();
    expect(line.sent).toBe(2);
  });
});

describe('replies that cannot be believed', () => {
  test.each<UnansweredReason>([
    'bad-signature',
    'not-anchored',
    'not-pinned',
    'wrong-request',
    'simulator',
  ])('%s: every message goes out as always', async (reason) => {
    const { line, send } = scriptedAuthority(Array.from({ length: 20 }, () => unanswered(reason)));
    for (let message = 0; message < 20; message += 1) await send();
    expect(line.sent).toBe(20);
  });

  test('are logged once, stand until a reply is believed, and are logged again', async () => {
    const { authority, logged, send } = scriptedAuthority([
      unanswered('not-pinned', 'AA'),
      unanswered('not-pinned', 'AA'),
      unanswered('undocumented-fault', 'Fault 77'),
      REGISTERED,
      unanswered('bad-signature', 'Nobody we trust.'),
    ]);
    const states: (string | null)[] = [];
    for (let message = 0; message < 5; message += 1) {
      await send();
      states.push(authority.disbelief()?.detail ?? null);
    }
    expect(states).toEqual(['AA', 'AA', 'AA', null, 'Nobody we trust.']);
    expect(logged).toEqual(['AA', 'Fault 77', 'believed', 'Nobody we trust.']);
  });
});

test('every question to the receipt check is counted', async () => {
  const { authority, checks } = scriptedAuthority([{ kind: 'not-found' }]);
  await authority.checkReceipt(RECEIPT, budget(false));
  expect(checks).toEqual([{ environment: 'live', result: 'not-found' }]);
});
