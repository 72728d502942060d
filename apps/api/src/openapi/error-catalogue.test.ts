import { readFileSync } from 'node:fs';
import { ISSUE_CODES, REMEDIES_BY_SUBJECT, refusalSubjectOf } from '@fiscal/domain';
import { describe, expect, test } from '@jest/globals';
import * as failures from '../../../worker/src/failures.ts';
import { faultOf, KNOWN_FAULT_CODES } from '../../../../packages/efi/src/faults.ts';
import { certificateFindingRows } from '../panel/certificates/certificate-findings.ts';
import { problemsOf } from '../http/problems.ts';
import { errorRows } from './description.ts';
import { FAILURE_STATUS, FAILURES, ISSUES } from './error-catalogue.ts';

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

const refused = (efiCode: number, efiMessage = '') => ({
  kind: 'refused' as const,
  efiCode,
  efiMessage,
  responseUuid: null,
  rawAnswer: Buffer.alloc(0),
  httpStatus: 500,
});

describe('docs/errors.md', () => {
  test.each([
    ['The call', problemsOf('api'), Object.keys(problemsOf('api'))],
    ['The admin panel', problemsOf('panel'), Object.keys(problemsOf('panel'))],
    ['Fields', ISSUES, [...ISSUE_CODES]],
    ['Fiscalization', FAILURES, Object.keys(FAILURE_STATUS)],
  ])(
    'says of every code under "%s" what the code says, and of no other',
    (heading, words, codes) => {
      expect(rowsUnder(heading)).toEqual(errorRows(words).map(cellsOf));
      expect(Object.keys(words).sort()).toEqual([...codes].sort());
    },
  );

  test('says of every finding in a certificate file what the code says, and of no other', () => {
    expect(rowsUnder('Certificate files')).toEqual(certificateFindingRows().map(cellsOf));
  });

  test("lists the authority's codes with the remedies that a failed invoice carries", () => {
    const rows = [...KNOWN_FAULT_CODES, 900].map((efiCode) => {
      const fault = faultOf(efiCode);
      const { code, remedy } = failures.refusalFailure(refused(efiCode), null);
      const isRefusal = fault.class !== 'technical' && fault.class !== 'deposit-exists';
      const name = efiCode === 900 ? '900–999' : String(efiCode);
      return [name, fault.meaning, isRefusal ? `\`${code}\`` : '–', remedy ?? ''];
    });
    expect(rowsUnder("The authority's codes")).toEqual(rows);
  });

  test('lists what code 11 is about, by the words beside it, with the remedies it carries', () => {
    const rows = rowsUnder('Code 11').map(([about = '', words = '', remedy = '']) => {
      const said = words.replaceAll(/^"|"$/g, '');
      return [
        about,
        refusalSubjectOf(11, said),
        failures.refusalFailure(refused(11, said), null).remedy,
        remedy,
      ];
    });
    expect(rows.map(([, subject]) => subject)).toEqual(Object.keys(REMEDIES_BY_SUBJECT));
    for (const [, , carried, remedy] of rows) expect(remedy).toBe(carried);
  });
});

test('every code of a failed invoice that the worker writes has a status, and the other way round', () => {
  const written = new Set([
    ...KNOWN_FAULT_CODES.map((efiCode) => failures.refusalFailure(refused(efiCode), null).code),
    failures.depositFailure(refused(53), 'tcr').code,
    failures.certificateFailure('expired', null).code,
    failures.tcrMissingFailure().code,
    failures.tcrCodeTakenFailure('tcr', { name: null }).code,
    failures.clockFailure('The clock is wrong.', 'tcr').code,
    failures.issueTimeAheadFailure('The time is ahead.', 'tcr').code,
    failures.ordinalTakenFailure(1, 'tcr').code,
    failures.ordinalTooFarFailure('too far', 'tcr').code,
    failures.messageTooLargeFailure('too large', 'tcr').code,
    failures.messageFailure('tcr').code,
    failures.noEndpointFailure('tcr').code,
    failures.unavailableFailure('timeout', 'tcr', 'wait').code,
  ]);
  expect([...written].sort()).toEqual(Object.keys(FAILURE_STATUS).sort());
});

test('no failure is made that the test above does not know', () => {
  const makers = Object.entries(failures).flatMap(([name, value]) =>
    typeof value === 'function' ? [name] : [],
  );
  expect(makers.sort()).toEqual([
    'certificateFailure',
    'clockFailure',
    'depositFailure',
    'issueTimeAheadFailure',
    'messageFailure',
    'messageTooLargeFailure',
    'noEndpointFailure',
    'ordinalTakenFailure',
    'ordinalTooFarFailure',
    'refusalFailure',
    'tcrCodeTakenFailure',
    'tcrMissingFailure',
    'unavailableFailure',
  ]);
});
