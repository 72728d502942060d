// Cash registers of a company of their own, as a test of reliability needs them: what one of them is
// told by the authority is scripted by its TCR code, so that many stories can run side by side.

import { openDatabase } from '@fiscal/db/connection';
import { readNumberLedger } from '@fiscal/db/number';
import type { NumberHistory } from '@fiscal/db/number';
import { addCompany } from '@fiscal/testbed';
import type { StoredCompany } from '@fiscal/testbed';
import request from 'supertest';
import { nonCashInvoice } from '../running-service.ts';
import type { Body, RunningService } from '../running-service.ts';
import { eventually } from '../eventually.ts';

/** One cash register with its key. */
export interface Till {
  company: StoredCompany;
  cashRegisterId: string;
  tcrCode: string;
  get(path: string): request.Test;
  post(path: string, body?: object): request.Test;
  /** Stores a draft, a non-cash one if nothing is said. @returns its id. */
  draft(body?: object): Promise<string>;
  /** Asks for fiscalization and waits for the outcome. */
  fiscalize(id: string): request.Test;
  /** Draft and fiscalization. */
  sell(body?: object): Promise<request.Response>;
  read(id: string): Promise<Body>;
  /** Reads until the invoice has the status; throws the last record after 20 s. */
  until(id: string, status: string): Promise<Body>;
  /** What the authority does with the next messages of this till, invoices if nothing is said. */
  script(behaviour: object, match?: object, times?: number): Promise<Body>;
  /** Messages and effects of this till at the authority. */
  ledger: () => Promise<Body>;
  /** The story of each of its numbers, the lowest first. */
  numbers(): Promise<NumberHistory[]>;
}

/**
 * A new company with so many tills, known to the authority. Making its key pair is the slow part, so
 * the tests of one file share a company where they can.
 * @returns a function that gives one till after the other, each to be used by one story.
 */
export async function openTills(
  service: RunningService,
  count: number,
  plan: { offlineIssuing?: boolean } = {},
): Promise<() => Till> {
  const wanted = { name: 'Radnja d.o.o.', cashRegisters: count, ...plan };
  const company = await addCompany(service.stack, wanted);
  await service.control('POST', '/registry', company.registry);
  const unused = [...company.cashRegisters];
  return () => {
    const register = unused.shift();
    if (register === undefined) throw new Error('every till of this company is in use');
    return tillOf(service, company, register);
  };
}

function tillOf(
  service: RunningService,
  company: StoredCompany,
  { id: cashRegisterId, tcrCode, apiKey }: StoredCompany['cashRegisters'][number],
): Till {
  const { apiUrl } = service.stack;
  const authorization = `Bearer ${apiKey}`;
  const get = (path: string) => request(apiUrl).get(path).set('Authorization', authorization);
  const post = (path: string, body?: object) =>
    request(apiUrl).post(path).set('Authorization', authorization).send(body);
  const draft = async (body: object = nonCashInvoice()) => {
    const stored = await post('/api/invoices/draft', body);
    if (stored.status !== 201) throw new Error(`no draft: ${stored.text}`);
    return String((stored.body as Body).id);
  };
  const fiscalize = (id: string) => post(`/api/invoices/${id}/fiscalize`).set('Prefer', 'wait=20');
  const read = async (id: string) => (await get(`/api/invoices/${id}`)).body as Body;
  return {
    company,
    cashRegisterId,
    tcrCode,
    get,
    post,
    draft,
    fiscalize,
    sell: async (body) => fiscalize(await draft(body)),
    read,
    until: (id, status) =>
      eventually(
        () => read(id),
        (record) => record.status === status,
      ),
    script: (behaviour, match = { kind: 'invoice' }, times = 1) => {
      const replies = [{ match: { tcrCode, ...match }, behaviour, times }];
      return service.control('POST', '/script', { replies });
    },
    ledger: () => service.control('GET', `/ledger?tcrCode=${tcrCode}`),
    numbers: () => numbersOf(service, { cashRegisterId, tcrCode }),
  };
}

async function numbersOf(
  service: RunningService,
  { cashRegisterId, tcrCode }: { cashRegisterId: string; tcrCode: string },
): Promise<NumberHistory[]> {
  const years = await service.query('select year from number_sequence where tcr_code = $1', [
    tcrCode,
  ]);
  const db = openDatabase({
    url: service.stack.databaseUrl,
    maxConnections: 1,
    applicationName: 'reliability-tests',
    onError: () => undefined,
  });
  try {
    const row = { cashRegisterId, tcrCode, year: Number(years[0]?.year ?? 0) };
    return (await readNumberLedger(db, row, 1e9, 1_000)).toReversed();
  } finally {
    await db.close();
  }
}
