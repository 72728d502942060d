import { describe, expect, test } from '@jest/globals';
import type { EfiClient } from '@fiscal/efi';
import { createAuthorityClock } from './authority-clock.ts';
import { createAuthority } from './authority.ts';
import type { Exchange } from './authority.ts';
import { createCircuit } from './circuit.ts';

const MESSAGE = { request: '<RegisterInvoiceRequest/>', requestUuid: 'a-uuid' };
const NOW = () => ({ wall: 0, uptime: 0 });

/** An authority that gives these outcomes one after the other, and what was told of its pins. */
function scriptedAuthority(...outcomes: object[]) {
  const told: string[] = [];
  const client = { registerInvoice: () => Promise.resolve(outcomes.shift()) };
  const authority = createAuthority({
    environment: 'live',
    client: client as unknown as EfiClient,
    now: NOW,
    clock: createAuthorityClock(NOW),
    circuit: createCircuit({
      failuresToOpen: 100,
      probeEveryMs: 60_000,
      now: () => 0,
      random: () => 0.5,
      onChange: () => undefined,
    }),
    onExchange: () => undefined,
    onUnpinned: (detail) => told.push(detail),
  });
  return { told, authority, send: () => authority.registerInvoice(MESSAGE, budget(false)) };
}

/** An authority whose line counts what goes out and brings no answer. */
function silentAuthority() {
  const line = { sent: 0 };
  const exchanges: Exchange[] = [];
  const silence = () => {
    line.sent += 1;
    return Promise.resolve({
      kind: 'unanswered' as const,
      reason: 'timeout' as const,
      detail: 'No answer.',
      anyByteSent: true,
      httpStatus: null,
      rawAnswer: null,
    });
  };
  const client = { registerInvoice: silence } as unknown as EfiClient;
  const authority = createAuthority({
    environment: 'test',
    client,
    now: NOW,
    clock: createAuthorityClock(NOW),
    circuit: createCircuit({
      failuresToOpen: 1,
      probeEveryMs: 60_000,
      now: () => 0,
      random: () => 0.5,
      onChange: () => undefined,
    }),
    onExchange: (exchange) => exchanges.push(exchange),
    onUnpinned: () => undefined,
  });
  return { authority, line, exchanges };
}

function budget(isUsedUp: boolean) {
  return {
    lane: 'live' as const,
    signal: new AbortController().signal,
    isUsedUp: () => isUsedUp,
    ageMs: () => 0,
  };
}

describe('an exchange with the authority', () => {
  test('a worker that slept until its time was used up sends nothing', async () => {
    const { authority, line } = silentAuthority();
    const outcome = await authority.registerInvoice(MESSAGE, budget(true));
    expect(outcome).toMatchObject({ kind: 'unanswered', reason: 'timeout', anyByteSent: false });
    expect(line.sent).toBe(0);
  });

  test('a message that goes out is counted, and its silence opens the circuit', async () => {
    const { authority, line, exchanges } = silentAuthority();
    await authority.registerInvoice(MESSAGE, budget(false));
    const kept = await authority.registerInvoice(MESSAGE, budget(false));
    expect(kept).toMatchObject({ kind: 'unanswered', reason: 'withheld', anyByteSent: false });
    expect(line.sent).toBe(1);
    expect(exchanges).toEqual([
      { environment: 'test', operation: 'invoice', outcome: 'unanswered', ms: expect.any(Number) },
    ]);
  });
});

describe('a certificate that is not pinned', () => {
  test('is told of once, stands until an answer is believed, and is told of again', async () => {
    const unpinned = { kind: 'unanswered', reason: 'not-pinned', detail: 'SHA-256 AA' };
    const silence = { kind: 'unanswered', reason: 'timeout', detail: 'No answer.' };
    const registered = { kind: 'registered', answeredAt: '2026-07-11T15:51:05+02:00' };
    const { told, authority, send } = scriptedAuthority(
      ...[unpinned, unpinned, silence, registered, unpinned],
    );
    const states: (string | null)[] = [];
    for (let message = 0; message < 5; message += 1) {
      await send();
      states.push(authority.unpinned());
    }
    const { detail } = unpinned;
    expect(states).toEqual([detail, detail, detail, null, detail]);
    expect(told).toEqual([detail, detail]);
  });
});
