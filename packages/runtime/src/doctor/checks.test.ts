import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { CHECKS, checksOf } from './checks.ts';
import type { CheckName, ProcessName } from './checks.ts';

const GUIDE = readFileSync(new URL('../../../../docs/operators-guide.md', import.meta.url), 'utf8');

/** The rows of the guide's table of checks, without its heading. */
function documentedRows(): string[][] {
  const [, table = ''] = /<!-- checks: begin -->([\s\S]*)<!-- checks: end -->/.exec(GUIDE) ?? [];
  const cells = (line: string) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim());
  return table.trim().split('\n').slice(2).map(cells);
}

test('the operator’s guide says of every check what it does, and when', () => {
  const momentsOf = (process: ProcessName, name: CheckName) =>
    checksOf(process).find((check) => check.name === name);
  const declared = (Object.keys(CHECKS) as CheckName[]).map((name) => {
    const [api, worker] = [momentsOf('api', name), momentsOf('worker', name)];
    const words = [api?.start, worker?.start, api?.readiness, worker?.readiness];
    return [`\`${name}\``, ...words.map((word) => word ?? '–')];
  });
  expect(documentedRows()).toEqual(declared);
});
