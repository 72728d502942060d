// A zip file, written while its parts are made (PKWARE APPNOTE 6.3, sections 4.3 and 4.4). Nothing
// is held but the list of its parts. More than 4 GB, which no list reaches, throws a RangeError.

import { constants, crc32, deflateRaw } from 'node:zlib';
import { promisify } from 'node:util';

export interface ZipPart {
  /** ASCII. */
  name: string;
  /** Compressed and written one by one. */
  content: Iterable<string> | AsyncIterable<string>;
}

const compress = promisify(deflateRaw);
/** A zip of level 6 takes almost twice the time for a tenth less. */
const OPTIONS = { level: 3, finishFlush: constants.Z_SYNC_FLUSH };
/** The last block of a deflated content, without anything in it (RFC 1951, 3.2.6). */
const LAST_BLOCK = Buffer.from([0x03, 0x00]);

export async function* zipOf(parts: AsyncIterable<ZipPart>): AsyncGenerator<Buffer, void> {
  const directory: Buffer[] = [];
  let offset = 0;
  for await (const { name, content } of parts) {
    const local = headerOf(name, { checksum: 0, compressed: 0, size: 0 });
    yield Buffer.concat([signature(0x04_03_4b_50), local]);
    const sizes = { checksum: 0, compressed: LAST_BLOCK.length, size: 0 };
    for await (const text of content) {
      const bytes = Buffer.from(text);
      // Ends with a whole byte, so that the next ones can follow.
      const packed = await compress(bytes, OPTIONS);
      sizes.checksum = crc32(bytes, sizes.checksum);
      sizes.compressed += packed.length;
      sizes.size += bytes.length;
      yield packed;
    }
    yield Buffer.concat([LAST_BLOCK, signature(0x08_07_4b_50), sizesOf(sizes)]);
    directory.push(entryOf(headerOf(name, sizes), offset));
    offset += 4 + local.length + sizes.compressed + 16;
  }
  const entries = Buffer.concat(directory);
  const end = endOf(directory.length, { length: entries.length, offset });
  yield Buffer.concat([entries, end]);
}

interface Sizes {
  /** CRC-32 of the content. */
  checksum: number;
  /** In bytes. */
  compressed: number;
  size: number;
}

function signature(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

function sizesOf({ checksum, compressed, size }: Sizes): Buffer {
  const bytes = Buffer.alloc(12);
  bytes.writeUInt32LE(checksum, 0);
  bytes.writeUInt32LE(compressed, 4);
  bytes.writeUInt32LE(size, 8);
  return bytes;
}

/** What the header of a part and its entry in the directory have in common, then the name. */
function headerOf(name: string, sizes: Sizes): Buffer {
  const bytes = Buffer.alloc(26);
  bytes.writeUInt16LE(20, 0); // needs version 2.0
  bytes.writeUInt16LE(1 << 3, 2); // checksum and sizes follow the content
  bytes.writeUInt16LE(8, 4); // deflated
  bytes.writeUInt16LE((1 << 5) | 1, 8); // 1 January 1980: the same list makes the same file
  sizesOf(sizes).copy(bytes, 10);
  bytes.writeUInt16LE(name.length, 22);
  return Buffer.concat([bytes, Buffer.from(name)]);
}

function entryOf(header: Buffer, offset: number): Buffer {
  const [fields, name] = [header.subarray(0, 26), header.subarray(26)];
  const rest = Buffer.alloc(14);
  rest.writeUInt32LE(offset, 10);
  return Buffer.concat([signature(0x02_01_4b_50), Buffer.from([20, 0]), fields, rest, name]);
}

function endOf(parts: number, { length, offset }: { length: number; offset: number }): Buffer {
  const bytes = Buffer.alloc(18);
  bytes.writeUInt16LE(parts, 4);
  bytes.writeUInt16LE(parts, 6);
  bytes.writeUInt32LE(length, 8);
  bytes.writeUInt32LE(offset, 12);
  return Buffer.concat([signature(0x06_05_4b_50), bytes]);
}
