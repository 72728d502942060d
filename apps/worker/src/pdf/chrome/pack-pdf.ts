// Chrome writes a PDF as in 1.4: each object as plain text, each with its line in a table of
// offsets. The structure for screen readers, some hundred small objects, is then a third of an
// invoice. Object streams and a cross-reference stream (ISO 32000-1, 7.5.7 and 7.5.8) hold the same
// objects deflated. No object is read or changed but the one that names the author: they are cut
// out by their offsets, and streams stay byte for byte.

import { deflateSync } from 'node:zlib';

/** An object as it stands in the file, from its number on. */
interface PdfObject {
  id: number;
  /** `<id> 0 obj … endobj` */
  whole: Buffer;
  /** What is between the two. */
  body: Buffer;
}

/**
 * Chrome writes a title and knows no author: it is added to the dictionary, as UTF-16 (7.9.2.2).
 */
function withAuthor(info: PdfObject, author: string): PdfObject {
  const text = Buffer.from(`\ufeff${author}`, 'utf16le').swap16().toString('hex');
  const body = Buffer.from(
    info.body.toString('latin1').replace('<<', `<</Author <${text}>\n`),
    'latin1',
  );
  return { ...info, body };
}

/** Bytes of each field of a cross-reference: its kind, an offset or a stream, an index. */
const FIELDS = [1, 4, 2] as const;
const FREE = 0;
const AT_OFFSET = 1;
const IN_STREAM = 2;

/**
 * The same document in fewer bytes, by the given author. Given back as it is where it is not as
 * Chrome writes it: with one whole table of offsets, and no encryption.
 */
export function packPdf(pdf: Buffer, author?: string): Buffer {
  const table = readTable(pdf);
  if (table === null) return pdf;
  const infoId = Number(/\/Info (\d+) 0 R/.exec(table.trailer)?.[1] ?? Number.NaN);
  const streams = table.objects.filter(({ body }) => isStream(body));
  const others = table.objects
    .filter(({ body }) => !isStream(body))
    .map((object) => (object.id === infoId && author ? withAuthor(object, author) : object));
  const packId = table.size;
  const tableId = table.size + 1;
  const entries = new Map<number, [kind: number, where: number, index: number]>();
  const head = Buffer.from('%PDF-1.5\n%\xD3\xEB\xE9\xE1\n', 'latin1');
  const parts: Buffer[] = [head];
  let offset = head.length;
  const append = (id: number, bytes: Buffer): void => {
    entries.set(id, [AT_OFFSET, offset, 0]);
    parts.push(bytes);
    offset += bytes.length;
  };
  for (const { id, whole } of streams) append(id, whole);
  append(packId, objectStream(packId, others));
  others.forEach(({ id }, index) => entries.set(id, [IN_STREAM, packId, index]));
  entries.set(tableId, [AT_OFFSET, offset, 0]);
  const fields = Buffer.concat(
    Array.from({ length: tableId + 1 }, (_, id) => entry(entries.get(id) ?? [FREE, 0, 0])),
  );
  const about = `/Type /XRef /Size ${tableId + 1} /W [${FIELDS.join(' ')}] ${table.trailer}`;
  parts.push(streamObject(tableId, about, fields));
  parts.push(Buffer.from(`startxref\n${offset}\n%%EOF\n`));
  return Buffer.concat(parts);
}

function readTable(pdf: Buffer): { objects: PdfObject[]; size: number; trailer: string } | null {
  const end = pdf.subarray(-64).toString('latin1');
  const start = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(end)?.[1] ?? Number.NaN);
  const tail = pdf.subarray(start).toString('latin1');
  const whole =
    /^xref\n0 (\d+)\n((?:\d{10} \d{5} [nf] \n)+)trailer\n<<\/Size \1\n([^]*?)>>\nstartxref/.exec(
      tail,
    );
  if (whole === null) return null;
  const [, size = '', lines = '', trailer = ''] = whole;
  if (lines.length !== 20 * Number(size) || trailer.includes('/Encrypt')) return null;
  const used = Array.from({ length: Number(size) }, (_, id) => {
    const line = lines.slice(20 * id, 20 * id + 20);
    return { id, offset: Number(line.slice(0, 10)), isUsed: line.charAt(17) === 'n' };
  });
  const found = used
    .filter(({ isUsed }) => isUsed)
    .toSorted((one, other) => one.offset - other.offset);
  const objects = found.map(({ id, offset }, index) =>
    objectAt(pdf, id, offset, found[index + 1]?.offset ?? start),
  );
  if (objects.includes(null)) return null;
  return { objects: objects as PdfObject[], size: Number(size), trailer };
}

function objectAt(pdf: Buffer, id: number, from: number, to: number): PdfObject | null {
  const whole = pdf.subarray(from, to);
  const head = `${id} 0 obj\n`;
  if (whole.subarray(0, head.length).toString('latin1') !== head) return null;
  if (!whole.subarray(-16).toString('latin1').endsWith('\nendobj\n')) return null;
  return { id, whole, body: whole.subarray(head.length, -'\nendobj\n'.length) };
}

function isStream(body: Buffer): boolean {
  return body.subarray(-'endstream'.length).toString('latin1') === 'endstream';
}

function objectStream(id: number, objects: readonly PdfObject[]): Buffer {
  let at = 0;
  const places = objects.map(({ id: each, body }) => {
    const place = `${each} ${at}`;
    at += body.length + 1;
    return place;
  });
  const index = Buffer.from(`${places.join(' ')}\n`);
  const bodies = objects.flatMap(({ body }) => [body, Buffer.from('\n')]);
  const head = `/Type /ObjStm /N ${objects.length} /First ${index.length}`;
  return streamObject(id, head, Buffer.concat([index, ...bodies]));
}

function streamObject(id: number, head: string, bytes: Buffer): Buffer {
  const packed = deflateSync(bytes, { level: 9 });
  return Buffer.concat([
    Buffer.from(`${id} 0 obj\n<<${head} /Filter /FlateDecode /Length ${packed.length}>>\nstream\n`),
    packed,
    Buffer.from('\nendstream\nendobj\n'),
  ]);
}

function entry(values: readonly [number, number, number]): Buffer {
  return Buffer.concat(
    FIELDS.map((bytes, index) => {
      const field = Buffer.alloc(bytes);
      field.writeUIntBE(values[index] ?? 0, 0, bytes);
      return field;
    }),
  );
}
