// docs/panel.md says what each role may do, endpoint by endpoint; this test makes the same table
// from the declarations and compares. `WRITE_ROLES=1` writes it there.

import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import type { RoleAccess } from '../http/endpoint.ts';
import type { Actor } from '../access/actor.ts';
import { PANEL_ENDPOINTS } from './panel-endpoints.ts';
import { mayCall } from './role-matrix.ts';

const DOCUMENT = new URL('../../../../docs/panel.md', import.meta.url);
const BEGIN = '<!-- roles: begin -->';
const END = '<!-- roles: end -->';
const COMPANY = '0b9cbb0e-9c5c-4c57-8f0e-0a2f3a9d3a11';

/** The columns, and who each of them is. */
const PEOPLE: readonly [string, Pick<Actor, 'role' | 'companyId'>][] = [
  ['operator', { role: 'operator', companyId: null }],
  ['support of the service', { role: 'service_support', companyId: null }],
  ['owner', { role: 'company_admin', companyId: COMPANY }],
  ['accountant', { role: 'accountant', companyId: COMPANY }],
  ['support of a company', { role: 'support', companyId: COMPANY }],
];

const isOfRoles = (access: string): access is RoleAccess =>
  /^(operator|service|company)/.test(access);

/** A row for what stands under one heading of the API's document and is for the same people. */
function table(): string {
  const rows = new Map<string, string[]>();
  for (const { tag, access, summary } of PANEL_ENDPOINTS) {
    if (!isOfRoles(access)) continue;
    const marks = PEOPLE.map(([, who]) =>
      mayCall(access, who as Actor, COMPANY) ? 'yes' : 'no',
    ).join(' | ');
    const row = `${marks} | ${tag.replace('Panel: ', '')}`;
    rows.set(row, [...(rows.get(row) ?? []), summary]);
  }
  const head = `| ${PEOPLE.map(([name]) => name).join(' | ')} | of | what |`;
  const line = `| ${PEOPLE.map(() => '---').join(' | ')} | --- | --- |`;
  const body = [...rows].map(([row, summaries]) => `| ${row} | ${summaries.join('; ')} |`);
  return [head, line, ...body].join('\n');
}

/** Without the blanks and dashes by which a table is aligned. */
const bare = (text: string) => text.replaceAll(/ {2,}/g, ' ').replaceAll(/-{3,}/g, '---').trim();

test('the matrix of roles says what the endpoints declare', () => {
  const text = readFileSync(DOCUMENT, 'utf8');
  const [before = '', rest = ''] = text.split(BEGIN);
  const [written = '', after = ''] = rest.split(END);
  if (process.env.WRITE_ROLES === '1') {
    writeFileSync(DOCUMENT, `${before}${BEGIN}\n\n${table()}\n\n${END}${after}`);
    return;
  }
  expect(bare(written)).toBe(bare(table()));
});
