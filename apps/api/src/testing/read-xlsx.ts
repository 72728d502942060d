// Reads an Excel file as any program does: by the directory of the zip, by the relations between
// the parts, and with the format that the style of a cell names.

import { crc32, inflateRawSync } from 'node:zlib';

interface ReadCell {
  value: string | number;
  /** Its code or the number of a built-in one. */
  format: string;
  formula: string | undefined;
}

interface ReadSheet {
  name: string;
  xml: string;
  /** By place: `A1`. */
  cells: Map<string, ReadCell>;
}

/** The content of each part by its name. @throws where a checksum, a size or an offset is wrong. */
export function unzip(bytes: Buffer): Map<string, string> {
  const parts = new Map<string, string>();
  const end = bytes.lastIndexOf('PK\x05\x06');
  let at = bytes.readUInt32LE(end + 16);
  for (let count = bytes.readUInt16LE(end + 10); count > 0; count -= 1) {
    const nameLength = bytes.readUInt16LE(at + 28);
    const name = bytes.toString('utf8', at + 46, at + 46 + nameLength);
    const local = bytes.readUInt32LE(at + 42);
    const from = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    const to = from + bytes.readUInt32LE(at + 20);
    const content = inflateRawSync(bytes.subarray(from, to));
    const isWhole =
      bytes.toString('latin1', local, local + 4) === 'PK\x03\x04' &&
      bytes.readUInt32LE(at + 24) === content.length &&
      bytes.readUInt32LE(at + 16) === crc32(content) &&
      // What follows the content says the same.
      bytes.compare(bytes, at + 16, at + 28, to + 4, to + 16) === 0;
    if (!isWhole) throw new Error(`${name} is damaged`);
    parts.set(name, content.toString('utf8'));
    at += 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  if (at !== end) throw new Error('the directory does not end where the file does');
  return parts;
}

export function readXlsx(bytes: Buffer): ReadSheet[] {
  const parts = unzip(bytes);
  const styles = required(parts.get('xl/styles.xml'));
  const codes = pairs(styles, /<numFmt numFmtId="(\d+)" formatCode="([^"]*)"/g);
  const listed = required(/<cellXfs[^>]*>(.*?)<\/cellXfs>/s.exec(styles)?.[1]);
  const formats = Array.from(listed.matchAll(/numFmtId="(\d+)"/g), ([, number = '']) => number);
  const relations = required(parts.get('xl/_rels/workbook.xml.rels'));
  const targets = pairs(relations, /Id="(\w+)" Type="[^"]*" Target="([^"]*)"/g);
  const workbook = required(parts.get('xl/workbook.xml'));
  const sheets = pairs(workbook, /<sheet name="([^"]*)" [^>]*r:id="(\w+)"/g);
  return Array.from(sheets, ([name, id]) => {
    const xml = required(parts.get(`xl/${required(targets.get(id))}`));
    const cells = new Map<string, ReadCell>();
    const cell = /<c r="(\w+)" s="(\d+)"( t="inlineStr")?>(.*?)<\/c>/gs;
    for (const [, place = '', style, isText, content = ''] of xml.matchAll(cell)) {
      const number = required(formats[Number(style)]);
      const written = isText ? /<t [^>]*>(.*)<\/t>/s : /<v>(.*)<\/v>/;
      const text = required(written.exec(content)?.[1]);
      cells.set(place, {
        value: isText ? unescaped(text) : Number(text),
        format: codes.get(number) ?? number,
        formula: /<f>(.*)<\/f>/.exec(content)?.[1],
      });
    }
    return { name, xml, cells };
  });
}

function pairs(text: string, pattern: RegExp): Map<string, string> {
  return new Map(Array.from(text.matchAll(pattern), ([, one = '', other = '']) => [one, other]));
}

function required<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('something is missing that has to be there');
  return value;
}

function unescaped(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .replace(/_x([\dA-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(parseInt(code, 16)));
}
