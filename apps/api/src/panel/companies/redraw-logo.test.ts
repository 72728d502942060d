import { describe, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { hugePng, uriOf } from '../../testing/pictures.ts';
import { redrawLogo } from './redraw-logo.ts';

const NO_LIMIT = {
  timeoutMs: 3_600_000,
  memoryBytes: Number.MAX_SAFE_INTEGER,
  outputBytes: 220_000,
};
const redraw = (uri: string, limits = {}, owner = 'company') =>
  redrawLogo(uri, owner, { ...NO_LIMIT, ...limits });

async function photo(kind: 'jpeg' | 'png' | 'webp', width: number, height: number) {
  const create = { width, height, channels: 3, background: '#0c4a6e' } as const;
  return uriOf(kind, await sharp({ create })[kind]().toBuffer());
}

function bytesOf(uri: string): Buffer {
  return Buffer.from(uri.split(',')[1]!, 'base64');
}

describe('an uploaded logo', () => {
  test.each(['png', 'jpeg', 'webp'] as const)(
    'is drawn anew with at most 2 000 pixels on its longer side, and stays a %s',
    async (kind) => {
      const redrawn = await redraw(await photo(kind, 4_000, 3_000));
      if (redrawn.kind !== 'redrawn') throw new Error(JSON.stringify(redrawn));
      expect(await sharp(bytesOf(redrawn.uri)).metadata()).toMatchObject({
        format: kind,
        width: 2_000,
        height: 1_500,
      });
    },
  );

  test('that becomes too large a file is made smaller until it fits', async () => {
    const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const;
    const create = { width: 900, height: 900, channels: 3, background: 'white', noise } as const;
    const uri = uriOf('webp', await sharp({ create }).webp({ quality: 1 }).toBuffer());
    const redrawn = await redraw(uri);
    if (redrawn.kind !== 'redrawn') throw new Error(JSON.stringify(redrawn));
    expect(bytesOf(redrawn.uri).length).toBeLessThanOrEqual(220_000);
  });

  test('of 144 million pixels is never opened', async () => {
    const opened = redraw(uriOf('png', hugePng(12_000)));
    expect(await opened).toEqual({ kind: 'unreadable', why: expect.any(String) });
  });

  test('that takes too long or too much memory is ended', async () => {
    const uri = await photo('png', 300, 300);
    const unreadable = (why: string) => ({ kind: 'unreadable', why });
    const tooLong = unreadable('it takes too long to be opened');
    expect(await redraw(uri, { timeoutMs: 1 })).toEqual(tooLong);
    const tooMuch = unreadable('it takes too much memory to be opened');
    expect(await redraw(uri, { memoryBytes: 1 })).toEqual(tooMuch);
  });

  test('waits for no other of its company, and all other companies are served', async () => {
    const uri = await photo('png', 300, 300);
    const kinds = await Promise.all(
      ['one', 'one', 'two', 'three', 'four'].map(
        async (owner) => (await redraw(uri, {}, owner)).kind,
      ),
    );
    expect(kinds).toEqual(['redrawn', 'busy', 'redrawn', 'redrawn', 'redrawn']);
    expect((await redraw(uri, {}, 'one')).kind).toBe('redrawn');
  });
});
