import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { inflateSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import { outlineFace } from './outline-face.ts';

const { resolve } = createRequire(import.meta.url);
const woff = readFileSync(resolve('@ibm/plex-sans/fonts/complete/woff/IBMPlexSans-Medium.woff'));

type Tables = ReadonlyMap<string, Buffer>;

function tablesOfWoff(): Tables {
  return new Map(
    Array.from({ length: woff.readUInt16BE(12) }, (_, index) => {
      const entry = woff.subarray(44 + 20 * index);
      const [offset, packed] = [entry.readUInt32BE(4), entry.readUInt32BE(8)];
      const bytes = woff.subarray(offset, offset + packed);
      const isPacked = packed < entry.readUInt32BE(12);
      return [entry.toString('latin1', 0, 4), isPacked ? inflateSync(bytes) : bytes];
    }),
  );
}

function tablesOf(face: Buffer): Tables {
  return new Map(
    Array.from({ length: face.readUInt16BE(4) }, (_, index) => {
      const entry = face.subarray(12 + 16 * index);
      const offset = entry.readUInt32BE(8);
      const bytes = face.subarray(offset, offset + entry.readUInt32BE(12));
      return [entry.toString('latin1', 0, 4), bytes];
    }),
  );
}

/** Each glyph that has contours of its own: head with their ends, instructions, outline. */
function simpleGlyphs(tables: Tables) {
  const [glyf, loca] = [tables.get('glyf')!, tables.get('loca')!];
  const offsets = Array.from({ length: loca.length / 2 }, (_, at) => 2 * loca.readUInt16BE(2 * at));
  return offsets.slice(0, -1).map((from, index) => {
    const glyph = glyf.subarray(from, offsets[index + 1]);
    if (glyph.length === 0 || glyph.readInt16BE(0) < 0) return null;
    const at = 10 + 2 * glyph.readInt16BE(0);
    const instructions = glyph.readUInt16BE(at);
    return {
      head: glyph.subarray(0, at),
      instructions,
      outline: glyph.subarray(at + 2 + instructions),
    };
  });
}

test('a face keeps every letter with its outline and width', () => {
  const [before, after] = [tablesOfWoff(), tablesOf(outlineFace(woff))];
  for (const tag of ['cmap', 'hmtx', 'hhea', 'head', 'maxp', 'OS/2']) {
    expect(after.get(tag)?.equals(before.get(tag)!)).toBe(true);
  }
  const [hinted, plain] = [simpleGlyphs(before), simpleGlyphs(after)];
  expect(plain).toHaveLength(hinted.length);
  expect(plain.filter((glyph) => glyph !== null).length).toBeGreaterThan(300);
  hinted.forEach((glyph, index) => {
    const same = plain[index];
    if (glyph === null) return expect(same).toBeNull();
    expect(same?.head.equals(glyph.head)).toBe(true);
    // One of them may have a byte more, which fills it up to an even length.
    const length = Math.min(glyph.outline.length, same?.outline.length ?? 0);
    expect(Math.abs(glyph.outline.length - (same?.outline.length ?? 0))).toBeLessThan(4);
    expect(same?.outline.subarray(0, length).equals(glyph.outline.subarray(0, length))).toBe(true);
  });
});

test('a face has no hinting, no kerning and no substitutions', () => {
  const tables = tablesOf(outlineFace(woff));
  const tags = ['OS/2', 'cmap', 'glyf', 'head', 'hhea', 'hmtx', 'loca', 'maxp', 'name', 'post'];
  expect([...tables.keys()]).toEqual(tags);
  const instructions = simpleGlyphs(tables).map((glyph) => glyph?.instructions ?? 0);
  expect(new Set(instructions)).toEqual(new Set([0]));
});

test('a file that is no WOFF is refused', () => {
  expect(() => outlineFace(Buffer.from('wOF2 and more of it'))).toThrow('no WOFF 1.0');
});
