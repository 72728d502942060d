// `recover`: what is to be done after a restore or a failover. Without options it lists the cash
// registers that sell nothing until their last number is confirmed; with them it confirms.

import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import type { Environment } from '@fiscal/domain';
import type { Database } from './connection/client.ts';
import { noteRollback, recognizePlace } from './number/database-place.ts';
import {
  confirmAllNumbers,
  confirmNumber,
  listHeldRegisters,
} from './number/number-confirmation.ts';
import type { ConfirmationResult, HeldRegister } from './number/number-confirmation.ts';

const ACTOR = 'command-line';
const USAGE =
  'Use: recover, to see which cash registers are held; then, with --because "from where it is known", ' +
  'one of --nothing-lost, --last [test/]<TCR code>=<last number> (as often as needed) or ' +
  '--ledger <file> (for the test environment with --environment test). --rolled-back holds all of ' +
  'them: a copy of the files of the database was put back.';

/** As it stands in every list, export and receipt: unit, ordinal, year, TCR code. */
const INVOICE_NUMBER =
  /\b[a-z]{2}\d{3}[a-z]{2}\d{3}\/(\d{1,10})\/(\d{4})\/([a-z]{2}\d{3}[a-z]{2}\d{3})\b/g;

/** The last number of a TCR code, as it is said. */
interface Said {
  environment: Environment;
  tcrCode: string;
  lastOrdinal: number;
}

/** @returns what was done and what is still held, in lines. @throws Error in words */
export async function recoverByHand(db: Database, args: readonly string[]): Promise<string> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      'nothing-lost': { type: 'boolean' },
      'rolled-back': { type: 'boolean' },
      last: { type: 'string', multiple: true },
      ledger: { type: 'string' },
      environment: { type: 'string', default: 'live' },
      because: { type: 'string' },
    },
  });
  const { environment, because: evidence } = values;
  if (environment !== 'live' && environment !== 'test') throw new Error(USAGE);
  if (values['rolled-back']) await noteRollback(db, ACTOR, null);
  await recognizePlace(db, ACTOR);
  const ways = [values['nothing-lost'], values.last, values.ledger];
  const given = ways.filter((way) => way !== undefined).length;
  if (given > 1) throw new Error(USAGE);
  if (given === 0) return describeHeld(await listHeldRegisters(db, null));
  if (evidence === undefined) throw new Error(USAGE);
  if (values['nothing-lost']) {
    const count = await confirmAllNumbers(db, { actor: ACTOR, evidence });
    return `Confirmed ${count} cash registers as they stand.`;
  }
  const said =
    values.ledger === undefined
      ? (values.last ?? []).map(parseLast)
      : highestOf(
          await readFile(values.ledger, 'utf8'),
          await listHeldRegisters(db, null),
          environment,
        );
  const done = await confirmEach(db, said, evidence);
  return [...done, describeHeld(await listHeldRegisters(db, null))].join('\n');
}

function parseLast(text: string): Said {
  const [, environment = 'live', tcrCode, ordinal] =
    /^(?:(test|live)\/)?(\w+)=(\d+)$/.exec(text) ?? [];
  if (tcrCode === undefined) throw new Error(`--last ${text}: ${USAGE}`);
  return { environment: environment as Environment, tcrCode, lastOrdinal: Number(ordinal) };
}

/**
 * The highest number of each held cash register that a text names, whatever else stands in it: an
 * export of the panel, a list of the authority, a journal of the till.
 */
function highestOf(text: string, held: HeldRegister[], environment: Environment): Said[] {
  const highest = new Map<string, number>();
  for (const [, ordinal, year, tcrCode] of text.matchAll(INVOICE_NUMBER)) {
    const row = `${year} ${tcrCode}`;
    highest.set(row, Math.max(Number(ordinal), highest.get(row) ?? 0));
  }
  return held
    .filter((register) => register.environment === environment)
    .map(({ tcrCode, year }) => ({
      environment,
      tcrCode,
      lastOrdinal: highest.get(`${year} ${tcrCode}`) ?? -1,
    }))
    .filter(({ lastOrdinal }) => lastOrdinal >= 0);
}

async function confirmEach(
  db: Database,
  said: readonly Said[],
  evidence: string,
): Promise<string[]> {
  const lines: string[] = [];
  const held = await listHeldRegisters(db, null);
  for (const { environment, tcrCode, lastOrdinal } of said) {
    const own = held.find((each) => each.environment === environment && each.tcrCode === tcrCode);
    const result: ConfirmationResult = own
      ? await confirmNumber(db, {
          actor: ACTOR,
          evidence,
          cashRegisterId: own.cashRegisterId,
          lastOrdinal,
        })
      : { kind: 'not-held' };
    lines.push(`${environment}/${tcrCode}: ${describe(result, lastOrdinal, own)}`);
  }
  return lines;
}

function describe(result: ConfirmationResult, lastOrdinal: number, own?: HeldRegister): string {
  switch (result.kind) {
    case 'confirmed': {
      const lost = lastOrdinal - (own?.lastOrdinal ?? 0);
      const missing = lost === 0 ? '' : `, ${lost} invoices of which are not in this database`;
      return `goes on after ${lastOrdinal}${missing}.`;
    }
    case 'not-held':
      return 'is not held; nothing was changed.';
    case 'too-low':
      return `${lastOrdinal} is refused: this database knows ${result.lastOrdinal}.`;
    case 'too-high':
      return `${lastOrdinal} is refused: the largest that is taken is ${result.largest}.`;
  }
}

function describeHeld(held: readonly HeldRegister[]): string {
  if (held.length === 0) return 'No cash register is held.';
  const lines = held.map(
    ({ environment, tcrCode, year, lastOrdinal, companyName, name }) =>
      `  ${environment}/${tcrCode}  ${year}  last number here ${lastOrdinal}  ${companyName}, ${name}`,
  );
  return [
    `${held.length} cash registers sell nothing until their last number is confirmed:`,
    ...lines,
  ].join('\n');
}
