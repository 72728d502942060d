// The tables of docs/errors.md, each below its heading. The words beside them are written there.

import { FAILURES, faultOf, KNOWN_FAULT_CODES, REMEDIES } from '../../packages/domain/src/index.ts';
import { problemsOf } from '../../apps/api/src/http/refusal/problems.ts';
import { ISSUES } from '../../apps/api/src/openapi/issues.ts';
import { errorRows } from '../../apps/api/src/openapi/description.ts';
import { certificateFindingRows } from '../../apps/api/src/panel/certificates/certificate-findings.ts';

const CODES = ['Code', 'HTTP', 'Cause', 'Remedy'];

export function errorTables(page) {
  return Object.entries({
    'The call': [CODES, errorRows(problemsOf('api'))],
    Fields: [CODES, errorRows(ISSUES)],
    Fiscalization: [CODES, errorRows(FAILURES)],
    "The authority's codes": [['Code', '`efiCode` and its meaning', 'Remedy'], rowsOfAuthority()],
    'Code 11': [['About', 'Words, for example', 'Remedy'], rowsOfCode11()],
    'The admin panel': [CODES, rowsOfPanel()],
    'Certificate files': [['Code', 'Cause', 'Remedy'], certificateFindingRows()],
  }).reduce((text, [heading, [head, rows]]) => {
    const at = text.indexOf(`## ${heading}\n`);
    if (at === -1) throw new Error(`docs/errors.md has no heading “${heading}”.`);
    const line = `|${' --- |'.repeat(head.length)}`;
    const table = [`| ${head.join(' | ')} |`, line, ...rows].join('\n');
    return text.slice(0, at) + text.slice(at).replace(/(?:^\|.*\n)+/m, () => `${table}\n`);
  }, page);
}

/** One row for all codes with the same failure and the same remedy. */
function rowsOfAuthority() {
  const rows = new Map();
  for (const efiCode of [...KNOWN_FAULT_CODES, 900]) {
    const { meaning, class: kind, failureCode, remedy } = faultOf(efiCode);
    const isRefusal = kind !== 'technical' && kind !== 'deposit-exists';
    const code = isRefusal ? `\`${failureCode}\`` : '–';
    const key = JSON.stringify([code, REMEDIES[remedy]]);
    const name = efiCode === 900 ? '900–999' : efiCode;
    rows.set(key, [...(rows.get(key) ?? []), `**${name}** ${meaning}`]);
  }
  return [...rows].map(([key, meanings]) => {
    const [code, remedy] = JSON.parse(key);
    return `| ${code} | ${meanings.join(' ')} | ${remedy} |`;
  });
}

function rowsOfCode11() {
  const words = {
    'the cash register': 'TCR is not valid',
    'the codes and the company': 'operator code is not valid',
    'the data of the invoice': 'Total VAT amount is wrong',
    'the message that we wrote': "attribute 'U' must appear on element 'I'",
    'none of these': 'The request is not valid.',
  };
  return Object.entries(words).map(
    ([about, example]) => `| ${about} | "${example}" | ${REMEDIES[faultOf(11, example).remedy]} |`,
  );
}

/** What means the same as in the public API has one row. */
function rowsOfPanel() {
  const publicRows = new Set(errorRows(problemsOf('api')));
  const rows = errorRows(problemsOf('panel'));
  const codeOf = (row) => row.split('|')[1].trim();
  const shared = rows.filter((row) => publicRows.has(row)).map(codeOf);
  return [
    `| ${shared.join(', ')} | | as in [the call](#the-call) | |`,
    ...rows.filter((row) => !publicRows.has(row)),
  ];
}
