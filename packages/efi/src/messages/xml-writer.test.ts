import { describe, expect, jest, test } from '@jest/globals';
import fc from 'fast-check';
import { XmlC14NMode, XmlDocument } from 'libxml2-wasm';
import { element, rootElement } from './xml-writer.ts';

// Thousands of random documents are written and read in one test.
jest.setTimeout(300_000);

function canonicalize(xml: string): string {
  const document = XmlDocument.fromString(xml);
  try {
    return document.canonicalizeToString({ mode: XmlC14NMode.XML_C14N_EXCLUSIVE_1_0 });
  } finally {
    document.dispose();
  }
}

describe('written XML', () => {
  test('has attributes in canonical order, explicit end tags and the namespace first', () => {
    const xml = rootElement('Root', 'urn:x', { Version: '1', Id: 'Request', Absent: null }, [
      element('A', { b: '1', B: '2', aa: undefined }),
    ]);
    expect(xml).toBe('<Root xmlns="urn:x" Id="Request" Version="1"><A B="2" b="1"></A></Root>');
  });

  test('escapes in attributes what canonical XML escapes, and nothing else', () => {
    expect(element('A', { v: `&<>"'\t\n\r č` })).toBe(
      `<A v="&amp;&lt;>&quot;'&#x9;&#xA;&#xD; č"></A>`,
    );
  });

  test.each([
    ['a control character', '\u0001'],
    ['half a surrogate pair', '\uD83D'],
    ['a noncharacter', '\uFFFE'],
  ])('is never made from %s', (_, character) => {
    expect(() => element('A', { v: `x${character}y` })).toThrow(
      expect.objectContaining({ code: 'XML_CHARACTER_ILLEGAL' }),
    );
  });

  test('is its own canonical form, and says exactly what was put in', () => {
    const value = fc
      .string({ unit: 'binary' })
      .filter(
        (text) => !/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/u.test(text),
      );
    fc.assert(
      fc.property(fc.dictionary(fc.stringMatching(/^[A-Za-z]{1,6}$/), value), (attributes) => {
        const xml = rootElement('Root', 'urn:x', attributes, [element('Child', attributes)]);
        expect(canonicalize(xml)).toBe(xml);
        const document = XmlDocument.fromString(xml);
        for (const [name, text] of Object.entries(attributes)) {
          expect(document.root.attr(name)?.value).toBe(text);
        }
        document.dispose();
      }),
    );
  });
});
