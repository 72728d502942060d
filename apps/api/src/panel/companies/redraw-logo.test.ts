import { describe, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { hugePng, uriOf } from '../../testing/pictures.ts';
import { redrawLogo } from './redraw-logo.ts';

const HOUR = 3_600_000;
const NO_LIMIT = {
  timeoutMs: HOUR,
  memoryBytes: Number.MAX_SAFE_INTEGER,
  outputBytes: 220_000,
};

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
      const redrawn = await redrawLogo(await photo(kind, 4_000, 3_000), 'company', NO_LIMIT);
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
    const redrawn = await redrawLogo(uri, 'company', NO_LIMIT);
    if (redrawn.kind !== 'redrawn') throw new Error(JSON.stringify(redrawn));
    expect(bytesOf(redrawn.uri).length).toBeLessThanOrEqual(220_000);
  });

  test('of 144 million pixels is never opened', async () => {
    const opened = redrawLogo(uriOf('png', hugePng(12_000)), 'company', NO_LIMIT);
    expect(await opened).toEqual({ kind: 'unreadable', why: expect.any(String) });
  });

  test('that is cut off is refused in words', async () => {
    const uri = await photo('png', 300, 300);
    const cut = uriOf('png', bytesOf(uri).subarray(0, 60));
    expect(await redrawLogo(cut, 'company', NO_LIMIT)).toEqual({
      kind: 'unreadable',
      why: expect.stringMatching(/\w/),
    });
  });

  test('that takes too long or too much memory is ended', async () => {
    const uri = await photo('png', 300, 300);
    expect(await redrawLogo(uri, 'company', { ...NO_LIMIT, timeoutMs: 1 })).toEqual({
      kind: 'unreadable',
      why: 'it takes too long to be opened',
    });
    expect(await redrawLogo(uri, 'company', { ...NO_LIMIT, memoryBytes: 1 })).toEqual({
      kind: 'unreadable',
      why: 'it takes too much memory to be opened',
    });
  });

  test('waits for no other of its company, and all other companies have their turn', async () => {
    const uri = await photo('png', 300, 300);
    const kinds = await Promise.all(
      ['one', 'one', 'two', 'three', 'four'].map(async (owner) => {
        return (await redrawLogo(uri, owner, NO_LIMIT)).kind;
      }),
    );
    expect(kinds).toEqual(['redrawn', 'busy', 'redrawn', 'redrawn', 'redrawn']);
    expect((await redrawLogo(uri, 'one', NO_LIMIT)).kind).toBe('redrawn');
  });
});
