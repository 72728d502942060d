import { readFileSync } from 'node:fs';
import { FAILURES, faultOf, ISSUE_CODES, KNOWN_FAULT_CODES, REMEDIES } from '@fiscal/domain';
import { describe, expect, test } from '@jest/globals';
import { problemsOf } from '../http/refusal/problems.ts';
import { certificateFindingRows } from '../panel/certificates/certificate-findings.ts';
import { errorRows } from './description.ts';
import { ISSUES } from './issues.ts';

const page = readFileSync(new URL('../../../../docs/errors.md', import.meta.url), 'utf8');

/** The cells of a table row, without the padding of the formatter. */
function cellsOf(row: string): string[] {
  return row
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());
}

/** The rows under a heading of docs/errors.md. */
function rowsUnder(heading: string): string[][] {
  const section = page.split(/^## /m).find((text) => text.startsWith(`${heading}\n`)) ?? '';
  const [, , ...rows] = section.split('\n').filter((line) => line.startsWith('|'));
  return rows.map(cellsOf);
}

describe('docs/errors.md', () => {
  test.each([
    ['The call', problemsOf('api')],
    ['The admin panel', problemsOf('panel')],
    ['Fields', ISSUES],
    ['Fiscalization', FAILURES],
  ])('says of every code under "%s" what the code says, and of no other', (heading, words) => {
    expect(rowsUnder(heading)).toEqual(errorRows(words).map(cellsOf));
  });

  test('explains every code of a field', () => {
    expect(Object.keys(ISSUES).sort()).toEqual([...ISSUE_CODES].sort());
  });

  test('says of every finding in a certificate file what the code says, and of no other', () => {
    expect(rowsUnder('Certificate files')).toEqual(certificateFindingRows().map(cellsOf));
  });

  test("lists the authority's codes with the remedies that a failed invoice carries", () => {
    const rows = [...KNOWN_FAULT_CODES, 900].map((efiCode) => {
      const { meaning, class: kind, failureCode, remedy } = faultOf(efiCode);
      const isRefusal = kind !== 'technical' && kind !== 'deposit-exists';
      const name = efiCode === 900 ? '900–999' : String(efiCode);
      return [name, meaning, isRefusal ? `\`${failureCode}\`` : '–', REMEDIES[remedy]];
    });
    expect(rowsUnder("The authority's codes")).toEqual(rows);
  });

  test('lists what code 11 is about, by the words beside it, with the remedies it carries', () => {
    const rows = rowsUnder('Code 11').map(([, words = '', remedy = '']) => {
      const { remedy: key } = faultOf(11, words.replaceAll(/^"|"$/g, ''));
      expect(remedy).toBe(REMEDIES[key]);
      return key;
    });
    expect(rows).toEqual(['tcrInactive', 'registerCodes', 'correctData', 'report', 'tcrOrData']);
  });
});
