import { describe, expect, test } from '@jest/globals';
import { createServer, type Server } from 'node:net';
import { choosePort, FIRST_PORT, freePort } from './ports.ts';

const listen = (port: number, host: string) =>
  new Promise<Server>((resolve) => {
    const server = createServer().listen(port, host, () => {
      resolve(server);
    });
  });

describe('ports', () => {
  test('the wanted port is chosen when it is free', async () => {
    const wanted = await freePort();
    expect(await choosePort(wanted)).toEqual({ port: wanted, isWanted: true });
  });

  test('a free one is found once, however many look at the same time', async () => {
    const found = await Promise.all(Array.from({ length: 500 }, () => freePort()));
    expect(new Set(found).size).toBe(500);
    expect(Math.max(...found)).toBeLessThan(32_768);
  });

  test('none is one that `fetch` refuses: a process there would never be found ready', async () => {
    const causeAt = async (port: number) => {
      const failed = fetch(`http://127.0.0.1:${port}`).catch(
        (error: unknown) => (error as Error).cause,
      );
      return String(await failed);
    };
    expect(await causeAt(10_080)).toContain('bad port');
    expect(FIRST_PORT).toBeGreaterThan(10_080);
    expect(await causeAt(await freePort())).toContain('ECONNREFUSED');
  });

  test.each(['127.0.0.1', '0.0.0.0', '::1'])('a port in use at %s is replaced', async (host) => {
    const wanted = await freePort();
    const other = await listen(wanted, host);
    try {
      const chosen = await choosePort(wanted);
      expect(chosen.isWanted).toBe(false);
      expect(chosen.port).not.toBe(wanted);
    } finally {
      other.close();
    }
  });
});
