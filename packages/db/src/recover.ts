// `recover`: what is to be done after a restore or a failover. Without options it lists the cash
// registers that sell nothing until their last number is confirmed; with them it confirms.

import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { localYearOf } from '@fiscal/domain';
import type { Environment } from '@fiscal/domain';
import type { Database } from './connection/client.ts';
import { noteRollback, recordIncarnation } from './number/database-incarnation.ts';
import {
  confirmAllNumbers,
  confirmRow,
  listSuspendedRegisters,
  readSuspendedUntil,
} from './number/number-confirmation.ts';
import type { ConfirmationResult, SuspendedRegister } from './number/number-confirmation.ts';
import { readLastOrdinal } from './number/number-rows.ts';

const ACTOR = 'command-line';
const USAGE =
  'Use: recover, to see which cash registers are suspended; then, with --because "from where it is known", ' +
  'one of --nothing-lost, --last [test/]<TCR code>=<last number> (as often as needed) or ' +
  '--ledger <file> (for the test environment with --environment test). --rolled-back holds all of ' +
  'them: a copy of the files of the database was put back.';

/** As it stands in every list, export and receipt: unit, ordinal, year, TCR code. */
const INVOICE_NUMBER =
  /\b[a-z]{2}\d{3}[a-z]{2}\d{3}\/(\d{1,10})\/(\d{4})\/([a-z]{2}\d{3}[a-z]{2}\d{3})\b/g;
const TCR_CODE = /^[a-z]{2}\d{3}[a-z]{2}\d{3}$/;

const OPTIONS = {
  'nothing-lost': { type: 'boolean' },
  'rolled-back': { type: 'boolean' },
  last: { type: 'string', multiple: true },
  ledger: { type: 'string' },
  environment: { type: 'string' },
  because: { type: 'string' },
} as const;

/** What is said of a TCR code: its numbers of this year, of which the highest is its last one. */
interface Said {
  environment: Environment;
  tcrCode: string;
  ordinals: number[];
}

/** What was done and what is still suspended. */
interface Recovery {
  /** Lines. */
  text: string;
  /** Nothing was refused, and no cash register is suspended. */
  isOver: boolean;
}

/** @param now its year is that of the numbers. @throws Error in words; then nothing was changed. */
export async function recoverByHand(
  db: Database,
  args: readonly string[],
  now: Date,
): Promise<Recovery> {
  const given = readOptions(args);
  const year = localYearOf(now);
  const said = await readSaid(given, year);
  if (given['rolled-back']) await noteRollback(db, { actor: ACTOR, place: null });
  await recordIncarnation(db, { actor: ACTOR });
  const lines: string[] = [];
  let refused = 0;
  if (given['nothing-lost']) {
    const count = await confirmAllNumbers(db, { actor: ACTOR, evidence: given.evidence });
    lines.push(`Confirmed ${count} cash registers as they stand.`);
  }
  for (const each of said) {
    const { words, isRefused } = await confirmOne(db, each, year, given.evidence);
    if (isRefused) refused += 1;
    lines.push(`${each.environment}/${each.tcrCode}: ${words}`);
  }
  const suspended = await listSuspendedRegisters(db, { companyId: null });
  lines.push(...describeSuspended(suspended, given.ledger !== undefined));
  const { year: suspendedUntil } = await readSuspendedUntil(db);
  if (suspendedUntil >= year) lines.push(describeBound(suspendedUntil));
  return { text: lines.join('\n'), isOver: suspended.length === 0 && refused === 0 };
}

/** @throws Error in words */
function readOptions(args: readonly string[]) {
  let values;
  try {
    ({ values } = parseArgs({ args: [...args], options: OPTIONS }));
  } catch (error) {
    throw new Error(`${(error as Error).message}. ${USAGE}`, { cause: error });
  }
  const { environment = 'live', because = '' } = values;
  const ways = [values['nothing-lost'], values.last, values.ledger];
  const count = ways.filter((way) => way !== undefined).length;
  if (count > 1) throw new Error(`Only one of --nothing-lost, --last and --ledger. ${USAGE}`);
  const evidence = because.trim();
  if (count === 1 && evidence === '') throw new Error(`--because is missing. ${USAGE}`);
  if (environment !== 'live' && environment !== 'test') {
    throw new Error(`--environment ${environment}: it is live or test. ${USAGE}`);
  }
  if (values.environment !== undefined && values.ledger === undefined) {
    throw new Error(
      `--environment is that of a --ledger; --last test/<TCR code>=… says it itself.`,
    );
  }
  const of: Environment = environment;
  return { ...values, environment: of, evidence };
}

/** Of the file and of what is said by hand; empty where neither is. */
async function readSaid(
  { last = [], ledger, environment }: ReturnType<typeof readOptions>,
  year: number,
): Promise<Said[]> {
  if (ledger === undefined) return last.map(parseLast);
  const named = namedOf(await readFile(ledger, 'utf8'), year);
  if (named.size === 0) {
    throw new Error(
      `${ledger} names no invoice number of ${year}: they look as bb123bb123/128/${year}/ab123ab123.`,
    );
  }
  return [...named].map(([tcrCode, ordinals]) => ({ environment, tcrCode, ordinals }));
}

function parseLast(text: string): Said {
  const [, environment = 'live', tcrCode = '', ordinal] =
    /^(?:(test|live)\/)?(\w+)=(\d{1,15})$/.exec(text) ?? [];
  if (ordinal === undefined || !TCR_CODE.test(tcrCode)) {
    throw new Error(`--last ${text}: it looks as ab123ab123=756 or test/ab123ab123=756.`);
  }
  return { environment: environment as Environment, tcrCode, ordinals: [Number(ordinal)] };
}

/**
 * The numbers of a year that a text names, by TCR code, whatever else stands in it: an export of
 * the panel, a list of the authority, a journal of the till. Of other years none is given any more.
 */
function namedOf(text: string, year: number): Map<string, number[]> {
  const named = new Map<string, number[]>();
  for (const [, ordinal, ofYear, tcrCode = ''] of text.matchAll(INVOICE_NUMBER)) {
    if (Number(ofYear) !== year) continue;
    const ordinals = named.get(tcrCode) ?? [];
    if (ordinals.push(Number(ordinal)) === 1) named.set(tcrCode, ordinals);
  }
  return named;
}

/** @returns what became of it, in words; saying again what is known is not refused. */
async function confirmOne(
  db: Database,
  { environment, tcrCode, ordinals }: Said,
  year: number,
  evidence: string,
): Promise<{ words: string; isRefused: boolean }> {
  const row = { environment, tcrCode, year };
  const lastOrdinal = ordinals.reduce((highest, each) => Math.max(highest, each), 0);
  const said = { actor: ACTOR, ...row, lastOrdinal, ordinals, evidence };
  const result = await confirmRow(db, said);
  switch (result.kind) {
    case 'confirmed':
      return { words: describeConfirmed(result, lastOrdinal), isRefused: false };
    case 'not-suspended': {
      const known = (await readLastOrdinal(db, row)).lastOrdinal;
      const words = `${lastOrdinal} changes nothing: it is not suspended, and its last number here is ${known}.`;
      return { words, isRefused: lastOrdinal > known };
    }
    case 'numbered':
      return refusal(
        `${lastOrdinal} is refused: ${result.confirmed} was confirmed, and numbers up to ${result.lastOrdinal} are ` +
          'given since. A new TCR code begins at 1.',
      );
    case 'too-low':
      return refusal(`${lastOrdinal} is refused: this database knows ${result.lastOrdinal}.`);
    case 'too-high':
      return refusal(`${lastOrdinal} is refused: the largest that is taken is ${result.largest}.`);
  }
}

const refusal = (words: string) => ({ words, isRefused: true });

function describeConfirmed(
  { isKnown, lost, raisedFrom }: Extract<ConfirmationResult, { kind: 'confirmed' }>,
  lastOrdinal: number,
): string {
  const instead = raisedFrom === null ? '' : ` instead of ${raisedFrom}`;
  const missing = lost === 0 ? '' : `, ${lost} invoices of which are not in this database`;
  const goesOn = `goes on after ${lastOrdinal}${instead}${missing}.`;
  return isKnown ? goesOn : `is on no cash register here; the one that gets it ${goesOn}`;
}

function describeSuspended(suspended: readonly SuspendedRegister[], hasFile: boolean): string[] {
  if (suspended.length === 0) return ['No cash register is suspended.'];
  const lines = suspended.map(
    ({ environment, tcrCode, year, lastOrdinal, companyName, name }) =>
      `  ${environment}/${tcrCode}  ${year}  last number here ${lastOrdinal}  ${companyName}, ${name}`,
  );
  return [
    `${suspended.length} cash registers sell nothing until their last number is confirmed:`,
    ...lines,
    ...(hasFile ? ['What the file does not name, or names too low, is confirmed one by one:'] : []),
    'on its page in the panel, or with --last <TCR code>=<number on its last receipt of the year>; ' +
      '0 where it has issued none.',
  ];
}

/** What holds beside the list, so that what is said here is what numbering does. */
const describeBound = (suspendedUntil: number) =>
  `Until the end of ${suspendedUntil} a cash register that gets a TCR code of which nothing was confirmed is suspended, too. ` +
  `Numbers of ${suspendedUntil + 1} are given without a confirmation.`;
