import { describe, expect, test } from '@jest/globals';
import type { EfiClient } from '@fiscal/efi';
import { createAuthorityClock } from './authority-clock.ts';
import { createAuthority } from './authority.ts';
import type { Exchange } from './authority.ts';
import { createCircuit } from './circuit.ts';

const MESSAGE = { request: '<RegisterInvoiceRequest/>', requestUuid: 'a-uuid' };
const NOW = () => ({ wall: 0, uptime: 0 });

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
  });
  return { authority, line, exchanges };
}

function budget(isUsedUp: boolean) {
  return { lane: 'live' as const, signal: new AbortController().signal, isUsedUp: () => isUsedUp };
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
