import { afterEach, describe, expect, test } from '@jest/globals';
import { createLogger } from '@fiscal/runtime';
import { startAdmin } from '../../testing/running-admin.ts';
import type { RunningAdmin } from '../../testing/running-admin.ts';
import { untrustedProxyOf } from './forwarding-watch.ts';

let api: RunningAdmin | undefined;
afterEach(async () => {
  await api?.close();
  api = undefined;
});

const HOUR_MS = 3_600_000;

/** An API with its warnings. */
async function start(trustedProxies: number) {
  const warnings: unknown[] = [];
  const warn = (...parts: unknown[]) => void warnings.push(parts.at(-1));
  const logger = Object.assign(createLogger({ name: 'api', level: 'silent' }), { warn });
  const clock = { now: Date.now() };
  api = await startAdmin({ trustedProxies, logger, clock: () => new Date(clock.now) });
  return { ...api, warnings, clock };
}

/**
 * What the page of the service's health shows; `minutes` differ, because a look is kept for a
 * second.
 */
async function isIgnored({ operator }: RunningAdmin, minutes: number): Promise<unknown> {
  const { body } = await operator.get(`/operations/health?minutes=${minutes}`);
  return (body as { isForwardingIgnored: boolean }).isForwardingIgnored;
}

describe('X-Forwarded-For that is not trusted', () => {
  test('is warned of once, and in the panel for a day', async () => {
    const running = await start(0);
    expect(await isIgnored(running, 1)).toBe(false);
    const send = () => running.visitor.get('/session').set('X-Forwarded-For', '192.0.2.1');
    await send();
    await send();
    expect(await isIgnored(running, 2)).toBe(true);
    expect(running.warnings).toEqual([expect.stringContaining('TRUSTED_PROXIES is 0')]);
    running.clock.now += 23 * HOUR_MS;
    await running.visitor.get('/session');
    running.clock.now += 1 * HOUR_MS;
    const again = await running.signIn('operator@service.example');
    expect(await isIgnored({ ...running, operator: again }, 3)).toBe(false);
  });

  test('is no matter where a proxy is trusted: the address is the client’s', async () => {
    const running = await start(1);
    const body = { email: 'nobody@shop.example', password: 'whatever it may be' };
    await running.visitor.post('/sign-in', body).set('X-Forwarded-For', '203.0.113.1, 192.0.2.7');
    expect(await isIgnored(running, 1)).toBe(false);
    expect(running.warnings).toEqual([]);
    const rows = await running.db.prisma.signInDelay.findMany();
    expect(rows.map(({ key }) => key)).toContain('address:192.0.2.7');
  });
});

test('what is certain at start is warned of at start: https without a trusted proxy', () => {
  expect(untrustedProxyOf(0, 'https://fiscal.example')).toContain('TRUSTED_PROXIES is 0');
  expect(untrustedProxyOf(1, 'https://fiscal.example')).toBeNull();
  expect(untrustedProxyOf(0, 'http://127.0.0.1:3000')).toBeNull();
});
