import { describe, expect, test } from '@jest/globals';
import { printingHealth } from './open-printer.ts';
import type { Verdict } from './printer.ts';

async function healthOf(verdict: Verdict): Promise<unknown> {
  const given = Promise.resolve(verdict);
  const check = printingHealth({ verdict: given });
  await given;
  return check();
}

describe('the health of printing', () => {
  test('has nothing to say of a Chrome in its sandbox', async () => {
    expect(await healthOf({ mayPrint: true, isSandboxed: true })).toBeUndefined();
  });

  test('says that Chrome runs without its sandbox', async () => {
    expect(await healthOf({ mayPrint: true, isSandboxed: false })).toMatch(/without its sandbox/);
  });

  test('fails where printing was not begun for want of a sandbox', async () => {
    await expect(healthOf({ mayPrint: false, why: 'Chrome gives root none.' })).rejects.toThrow(
      'Chrome gives root none.',
    );
  });

  test('does not fail while Chrome is being started', async () => {
    const check = printingHealth({ verdict: new Promise(() => undefined) });
    expect(await check()).toBe('Chrome is being started');
  });
});
