// Our own schema and the authority's say the same of every message: of messages that hold all there
// is, with each attribute and each element changed in every way that comes to mind, and at random.

import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, jest, test } from '@jest/globals';
import fc from 'fast-check';
import { XmlDocument, XmlElement } from 'libxml2-wasm';
import { childElements } from '../message/xml-tree.ts';
import { FULL_MESSAGES, HEADER, ROOT, SIGNATURE, VALUES } from '../testing/full-messages.ts';
import { loadRequestSchema } from './request-schema.ts';
import type { RequestSchema } from './request-schema.ts';

// Thousands of changed messages are validated in one test, twice each.
jest.setTimeout(300_000);

const AUTHORITY = fileURLToPath(
  new URL(
    '../../../../../shared/efi/schema/libxml2/eficg-fiscalization-service.xsd',
    import.meta.url,
  ),
);

const VALUE_TYPES = readFileSync(new URL('../../schema/values.xsd', import.meta.url), 'utf8');

/** The values of a closed list of our own schema. */
function codesOf(type: string): string[] {
  const [declared = ''] =
    new RegExp(`name="${type}">.*?</xs:simpleType>`, 's').exec(VALUE_TYPES) ?? [];
  return [...declared.matchAll(/enumeration value="(\w+)"/g)].map(([, code = '']) => code);
}

function elementsOf(root: XmlElement): XmlElement[] {
  return [root, ...childElements(root).flatMap(elementsOf)];
}

function parsed<T>(xml: string, use: (root: XmlElement) => T): T {
  const document = XmlDocument.fromString(xml);
  try {
    return use(document.root);
  } finally {
    document.dispose();
  }
}

const own = loadRequestSchema();

describe('our own schema', () => {
  test.each(Object.entries(FULL_MESSAGES))('passes a %s that holds all there is', (_name, xml) => {
    expect(parsed(xml, own.problemOf)).toBeNull();
  });

  test('refuses what is beyond the lists of the specification', () => {
    const tooMany = FULL_MESSAGES.invoice.replace(/<I .*?\/>/, (item) => item.repeat(1001));
    expect(parsed(tooMany, own.problemOf)).toContain('I');
    const enough = FULL_MESSAGES.invoice.replace(/<I .*?\/>/, (item) => item.repeat(1000));
    expect(parsed(enough, own.problemOf)).toBeNull();
  });
});

const suite = existsSync(AUTHORITY) ? describe : describe.skip;

suite("our own schema and the authority's (reference data under ../shared/efi/schema)", () => {
  const theirs: RequestSchema = existsSync(AUTHORITY) ? loadRequestSchema(AUTHORITY) : own;

  function expectAgreement(root: XmlElement, what: string): boolean {
    const [ours, authoritys] = [own.problemOf(root), theirs.problemOf(root)];
    if ((ours === null) !== (authoritys === null)) {
      throw new Error(`${what}: we say ${ours ?? 'valid'}, they say ${authoritys ?? 'valid'}`);
    }
    return ours === null;
  }

  test.each(Object.entries(FULL_MESSAGES))(
    'agree on every attribute of a %s with every value, and without it',
    (_name, xml) => {
      let valid = 0;
      let invalid = 0;
      const count = (isValid: boolean) => {
        if (isValid) valid += 1;
        else invalid += 1;
      };
      parsed(xml, (root) => {
        for (const element of elementsOf(root)) {
          for (const attribute of element.attrs) {
            const { name, value } = attribute;
            for (const other of VALUES) {
              attribute.value = other;
              count(expectAgreement(root, `${element.name}/@${name}="${other}"`));
            }
            attribute.value = value;
          }
        }
      });
      for (const [attribute] of xml.matchAll(/ [A-Za-z]+="[^"]*"/g)) {
        if (attribute.startsWith(' xmlns')) continue;
        const without = xml.replace(attribute, '');
        count(parsed(without, (root) => expectAgreement(root, `without${attribute}`)));
      }
      for (const { 0: tag, index } of xml.matchAll(/<[A-Za-z0-9]+(?=[ />])/g)) {
        const end = index + tag.length;
        const unknown = `${xml.slice(0, end)} Unknown="1"${xml.slice(end)}`;
        count(parsed(unknown, (root) => expectAgreement(root, `${tag} with an unknown attribute`)));
      }
      // Both verdicts must occur, or the comparison says nothing.
      expect(valid).toBeGreaterThan(100);
      expect(invalid).toBeGreaterThan(1000);
    },
  );

  test.each(Object.entries(FULL_MESSAGES))(
    'agree on every element of a %s left out, doubled, emptied or renamed',
    (_name, xml) => {
      const total = parsed(xml, (root) => elementsOf(root).length);
      for (let index = 1; index < total; index += 1) {
        const changes: [string, (element: XmlElement) => void][] = [
          [
            'left out',
            (element) => {
              element.remove();
            },
          ],
          [
            'followed by an unknown element',
            (element) => {
              element.appendElement('Unknown');
            },
          ],
          [
            'with text inside',
            (element) => {
              element.addText('text');
            },
          ],
          [
            'with a child',
            (element) => {
              element.addElement('Unknown');
            },
          ],
          [
            'without children',
            (element) => {
              childElements(element).forEach((child) => {
                child.remove();
              });
            },
          ],
        ];
        for (const [what, change] of changes) {
          parsed(xml, (root) => {
            const element = elementsOf(root)[index]!;
            const { name } = element;
            change(element);
            expectAgreement(root, `${name} ${what}`);
          });
        }
      }
      expect(total).toBeGreaterThan(10);
    },
  );

  test('agree on elements doubled and lists grown to their limit and beyond', () => {
    const lists: [RegExp, number][] = [
      [/<PayMethod Type="CARD".*?\/>/, 10],
      [/<Voucher .*?\/>/, 20],
      [/<I .*?\/>/, 1000],
      [/<SameTax .*?\/>/, 20],
      [/<Approval .*?\/>/, 20],
      [/<Fee Type="OTHER".*?\/>/, 20],
      [/<IICRef IIC=.*?\/>/, 1000],
      [/<Seller .*?\/>/, 1],
    ];
    for (const [pattern, limit] of lists) {
      for (const times of [2, limit, limit + 1]) {
        const grown = FULL_MESSAGES.invoice.replace(pattern, (row) => row.repeat(times));
        parsed(grown, (root) => expectAgreement(root, `${pattern.source} × ${String(times)}`));
      }
    }
    expect.assertions(0);
  });

  test('agree on children of the request in any order', () => {
    const parts = [HEADER, /<CashDeposit .*?\/>/.exec(FULL_MESSAGES.deposit)![0], SIGNATURE];
    fc.assert(
      fc.property(fc.shuffledSubarray(parts), (shuffled) => {
        const xml = `<RegisterCashDepositRequest ${ROOT}>${shuffled.join('')}</RegisterCashDepositRequest>`;
        const isValid = parsed(xml, (root) => expectAgreement(root, shuffled.join(' | ')));
        expect(isValid).toBe(shuffled.length === parts.length);
      }),
    );
  });

  test('agree on what KeyInfo may hold', () => {
    const contents = [
      '<KeyName>me</KeyName>',
      '<KeyName>me</KeyName><KeyName>you</KeyName>',
      '<KeyValue><RSAKeyValue><Modulus>AAAA</Modulus><Exponent>AQAB</Exponent></RSAKeyValue></KeyValue>',
      '<X509Data><X509SubjectName>me</X509SubjectName></X509Data>',
      '<X509Data><X509IssuerSerial><X509IssuerName>me</X509IssuerName><X509SerialNumber>1</X509SerialNumber></X509IssuerSerial></X509Data>',
      '<X509Data><X509Certificate>!</X509Certificate></X509Data>',
      '<X509Data/>',
      '<MgmtData>x</MgmtData>',
      '<Unknown/>',
      '<s:Unknown xmlns:s="urn:s"/>',
      '',
    ];
    const verdicts = contents.map((content) => {
      const xml = FULL_MESSAGES.deposit.replace(
        /<KeyInfo>.*<\/KeyInfo>/,
        `<KeyInfo>${content}</KeyInfo>`,
      );
      return parsed(xml, (root) => expectAgreement(root, content));
    });
    expect(verdicts).toEqual([true, true, true, true, true, true, false, true, false, true, false]);
  });

  test('agree on every country and currency', () => {
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
    const random = fc.string({
      unit: fc.constantFrom(...letters.split('')),
      minLength: 3,
      maxLength: 3,
    });
    const check = (attribute: string, code: string) => {
      const xml = FULL_MESSAGES.invoice.replace(
        new RegExp(`${attribute}="[A-Z]{3}"`),
        `${attribute}="${code}"`,
      );
      return parsed(xml, (root) => expectAgreement(root, `${attribute} ${code}`));
    };
    const [countries, currencies] = [codesOf('Country'), codesOf('Currency')];
    expect([countries.length, currencies.length]).toEqual([250, 161]);
    for (const code of countries) expect(check('Country', code)).toBe(true);
    for (const code of currencies) expect(check('Code', code)).toBe(true);
    fc.assert(
      fc.property(random, fc.constantFrom('Country', 'Code'), (code, attribute) => {
        check(attribute, code);
      }),
      { numRuns: 500 },
    );
  });
});
