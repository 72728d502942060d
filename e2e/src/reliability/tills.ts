// Cash registers of a company of their own, as a test of reliability needs them: what the authority
// replies to one of them is scripted by its TCR code, so that many scenarios can run side by side.

import { readNumberLedger } from '@fiscal/db/number';
import type { NumberHistory } from '@fiscal/db/number';
import { addCompany, withDatabase } from '@fiscal/testbed';
import type { CompanyPlan, SeededCompany } from '@fiscal/testbed';
import { callerOf } from '../service/caller.ts';
import type { Caller } from '../service/caller.ts';
import type { Body, RunningService } from '../service/running-service.ts';

/** One cash register, with the calls of its key. */
export interface Till extends Caller {
  company: SeededCompany;
  cashRegisterId: string;
  tcrCode: string;
  /**
   * What the authority does with the next messages of this till, invoices unless said otherwise.
   */
  script(behaviour: object, match?: object, times?: number): Promise<Body>;
  /** Messages and effects of this till at the authority. */
  ledger: () => Promise<Body>;
  /** The history of each of its numbers, the lowest first. */
  numbers(): Promise<NumberHistory[]>;
}

/**
 * A new company with so many tills, known to the authority. Making its key pair is the slow part,
 * so the tests of one file share a company where they can.
 * @returns a function that gives one till after the other, each to be used by one scenario.
 */
export async function openTills(
  service: RunningService,
  count: number,
  plan: Partial<CompanyPlan> = {},
): Promise<() => Till> {
  const wanted = { name: 'Radnja d.o.o.', cashRegisters: count, ...plan };
  const company = await addCompany(service.stack, wanted);
  const unused = [...company.cashRegisters];
  return () => {
    const register = unused.shift();
    if (register === undefined) throw new Error('every till of this company is in use');
    return tillOf(service, company, register);
  };
}

function tillOf(
  service: RunningService,
  company: SeededCompany,
  { id: cashRegisterId, tcrCode, apiKey }: SeededCompany['cashRegisters'][number],
): Till {
  return {
    ...callerOf(service, apiKey),
    company,
    cashRegisterId,
    tcrCode,
    script: (behaviour, match = { kind: 'invoice' }, times) =>
      service.script(behaviour, { tcrCode, ...match }, times),
    ledger: () => service.control('GET', `/ledger?tcrCode=${tcrCode}`),
    numbers: () => numbersOf(service, { cashRegisterId, tcrCode }),
  };
}

async function numbersOf(
  service: RunningService,
  { cashRegisterId, tcrCode }: { cashRegisterId: string; tcrCode: string },
): Promise<NumberHistory[]> {
  const text = 'select year from number_sequence where tcr_code = $1';
  const [sequence] = await service.query(text, [tcrCode]);
  const row = { cashRegisterId, tcrCode, year: Number(sequence?.year ?? 0) };
  return withDatabase(service.stack.databaseUrl, async (db) =>
    (await readNumberLedger(db, row, 1e9, 1_000)).toReversed(),
  );
}
