// A TrueType face with its outlines alone. Chrome copies into a PDF what a face has for screens of
// few pixels (hinting programs) and for setting text (kerning, substitutions), and both weigh more
// than the outlines of the printed letters. A PDF needs neither: its letters stand where Chrome has
// put them.

import { inflateSync } from 'node:zlib';

/** What Chrome demands of a face, and the outlines. */
const TABLES = ['OS/2', 'cmap', 'glyf', 'head', 'hhea', 'hmtx', 'loca', 'maxp', 'name', 'post'];

/** Flags of a component of a composite glyph (OpenType, glyf). */
const HAS_WORDS = 0x0001;
const HAS_SCALE = 0x0008;
const HAS_MORE = 0x0020;
const HAS_TWO_SCALES = 0x0040;
const HAS_MATRIX = 0x0080;
const HAS_INSTRUCTIONS = 0x0100;

/**
 * @param woff a face in WOFF 1.0 with TrueType outlines.
 * @returns the face as TrueType, unhinted, without kerning. Checksums are left 0: Chrome writes its
 * own.
 */
export function outlineFace(woff: Buffer): Buffer {
  const tables = readTables(woff);
  const { glyf, loca } = withoutInstructions(
    tableOf(tables, 'glyf'),
    tableOf(tables, 'loca'),
    tableOf(tables, 'head').readInt16BE(50) === 1,
  );
  tables.set('glyf', glyf).set('loca', loca);
  return writeFace(TABLES.map((tag) => [tag, tableOf(tables, tag)]));
}

function tableOf(tables: ReadonlyMap<string, Buffer>, tag: string): Buffer {
  const table = tables.get(tag);
  if (!table) throw new Error(`the font has no table ${tag}`);
  return table;
}

/** WOFF 1.0, section 4: entries of 20 bytes behind a header of 44. */
function readTables(woff: Buffer): Map<string, Buffer> {
  if (woff.toString('latin1', 0, 4) !== 'wOFF') throw new Error('the font is no WOFF 1.0');
  const count = woff.readUInt16BE(12);
  const entries = Array.from({ length: count }, (_, index) => woff.subarray(44 + 20 * index));
  return new Map(
    entries.map((entry) => {
      const [offset, packed, length] = [4, 8, 12].map((at) => entry.readUInt32BE(at)) as [
        number,
        number,
        number,
      ];
      const bytes = woff.subarray(offset, offset + packed);
      return [entry.toString('latin1', 0, 4), packed < length ? inflateSync(bytes) : bytes];
    }),
  );
}

/** @param isLong whether `loca` has offsets of four bytes, else halves of them in two. */
function withoutInstructions(glyf: Buffer, loca: Buffer, isLong: boolean) {
  const width = isLong ? 4 : 2;
  const unit = isLong ? 1 : 2;
  const offsets = Array.from(
    { length: loca.length / width },
    (_, index) => loca.readUIntBE(width * index, width) * unit,
  );
  const glyphs = offsets
    .slice(0, -1)
    .map((offset, index) => unhinted(glyf.subarray(offset, offsets[index + 1])));
  const next = Buffer.alloc(loca.length);
  let end = 0;
  glyphs.forEach((glyph, index) => {
    end += glyph.length;
    next.writeUIntBE(end / unit, width * (index + 1), width);
  });
  return { glyf: Buffer.concat(glyphs), loca: next };
}

function unhinted(glyph: Buffer): Buffer {
  if (glyph.length === 0) return glyph;
  const contours = glyph.readInt16BE(0);
  return evened(contours < 0 ? unhintedComposite(glyph) : unhintedSimple(glyph, contours));
}

/** Header, ends of the contours, length of the instructions, instructions, outline. */
function unhintedSimple(glyph: Buffer, contours: number): Buffer {
  const at = 10 + 2 * contours;
  const outline = glyph.subarray(at + 2 + glyph.readUInt16BE(at));
  return Buffer.concat([glyph.subarray(0, at), Buffer.alloc(2), outline]);
}

/** Header, components, instructions. */
function unhintedComposite(glyph: Buffer): Buffer {
  const copy = Buffer.from(glyph);
  for (let at = 10; ;) {
    const flags = copy.readUInt16BE(at);
    copy.writeUInt16BE(flags & ~HAS_INSTRUCTIONS, at);
    at += 4 + (flags & HAS_WORDS ? 4 : 2);
    if (flags & HAS_SCALE) at += 2;
    else if (flags & HAS_TWO_SCALES) at += 4;
    else if (flags & HAS_MATRIX) at += 8;
    if (!(flags & HAS_MORE)) return copy.subarray(0, at);
  }
}

/** Of an even length, as short offsets ask for. */
function evened(bytes: Buffer): Buffer {
  return bytes.length % 2 === 0 ? bytes : Buffer.concat([bytes, Buffer.alloc(1)]);
}

/** A directory of 16 bytes a table behind a header of 12, and each table at a multiple of 4. */
function writeFace(tables: readonly (readonly [tag: string, bytes: Buffer])[]): Buffer {
  const head = Buffer.alloc(12 + 16 * tables.length);
  head.writeUInt32BE(0x00010000, 0);
  head.writeUInt16BE(tables.length, 4);
  const power = Math.floor(Math.log2(tables.length));
  head.writeUInt16BE(16 * 2 ** power, 6);
  head.writeUInt16BE(power, 8);
  head.writeUInt16BE(16 * (tables.length - 2 ** power), 10);
  const parts: Buffer[] = [head];
  let offset = head.length;
  tables.forEach(([tag, bytes], index) => {
    const at = 12 + 16 * index;
    head.write(tag, at, 'latin1');
    head.writeUInt32BE(offset, at + 8);
    head.writeUInt32BE(bytes.length, at + 12);
    const padding = Buffer.alloc(-bytes.length & 3);
    parts.push(bytes, padding);
    offset += bytes.length + padding.length;
  });
  return Buffer.concat(parts);
}
