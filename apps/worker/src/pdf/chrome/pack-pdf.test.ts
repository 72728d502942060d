import { readPdf } from '@fiscal/testbed/pdf-reader';
import { describe, expect, test } from '@jest/globals';
import { packPdf } from './pack-pdf.ts';

const CONTENT = 'BT /F1 12 Tf 72 720 Td (endstream and endobj stand in this text) Tj ET';
const OBJECTS = [
  '<</Title (bb123bb123/1/2026/cc123cc123)>>',
  '<</Type /Catalog /Pages 3 0 R /MarkInfo <</Marked true>>>>',
  '<</Type /Pages /Kids [4 0 R] /Count 1>>',
  '<</Type /Page /Parent 3 0 R /MediaBox [0 0 595 842] /Contents 5 0 R\n' +
    '/Resources <</Font <</F1 6 0 R>>>>>>',
  `<</Length ${CONTENT.length}>> stream\n${CONTENT}\nendstream`,
  '<</Type /Font /Subtype /Type1 /BaseFont /Helvetica>>',
  ...Array.from({ length: 50 }, () => '<</Type /StructElem /S /NonStruct /P 3 0 R>>'),
];

/** A document as Chrome writes it. */
function document(trailer = '/Root 2 0 R\n/Info 1 0 R'): Buffer {
  let text = '%PDF-1.4\n%\xD3\xEB\xE9\xE1\n';
  const offsets = OBJECTS.map((body, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj\n${body}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const size = OBJECTS.length + 1;
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${offsets.join('')}`;
  const end = `trailer\n<</Size ${size}\n${trailer}>>\nstartxref\n${text.length}\n%%EOF\n`;
  return Buffer.from(text + table + end, 'latin1');
}

describe('a packed document', () => {
  test('says what it said, in fewer bytes', async () => {
    const plain = document();
    const packed = packPdf(plain);
    expect(packed.length).toBeLessThan(plain.length / 3);
    expect(await readPdf(packed)).toEqual(await readPdf(plain));
    expect((await readPdf(packed)).title).toBe('bb123bb123/1/2026/cc123cc123');
  });

  test('has its streams byte for byte', () => {
    expect(packPdf(document()).includes(`stream\n${CONTENT}\nendstream\nendobj\n`)).toBe(true);
  });

  test('is the same for the same document', () => {
    expect(packPdf(document()).equals(packPdf(document()))).toBe(true);
  });
});

describe('a document of another layout is given back as it is:', () => {
  const plain = document();
  const text = plain.toString('latin1');
  test.each<[string, Buffer]>([
    ['nothing', Buffer.alloc(0)],
    ['no PDF', Buffer.from('%PDF')],
    ['packed already', packPdf(plain)],
    ['encrypted', document('/Root 2 0 R\n/Encrypt 6 0 R')],
    ['with a table in two parts', Buffer.from(text.replace('xref\n0 57', 'xref\n0 56'), 'latin1')],
    ['with offsets that are wrong', Buffer.from(text.replace('%PDF-1.4', '%PDF-1.40'), 'latin1')],
  ])('%s', (_what, pdf) => {
    expect(packPdf(pdf)).toBe(pdf);
  });
});
