// A company that has been in business for a while: cash registers, keys, people and an invoice in
// every state, so that every page of the panel has something to show.

import type { Database } from '@fiscal/db/connection';
import { confirmNumber, listSuspendedRegisters, noteRollback } from '@fiscal/db/number';
import { withDatabase } from '@fiscal/testbed';
import { inviteAdmin } from '../admin/company-admin.ts';
import { done, openPanel } from '../admin/panel-browser.ts';
import type { PanelBrowser } from '../admin/panel-browser.ts';
import { openTills } from '../reliability/tills.ts';
import type { Till } from '../reliability/tills.ts';
import { BUYER, cancellationOf, cashInvoice, nonCashInvoice } from '../service/running-service.ts';
import type { Body, RunningService } from '../service/running-service.ts';

/** What people and programs have written into the fields of the company. */
export interface Words {
  company: string;
  address: string;
  town: string;
  register: string;
  key: string;
  member: string;
  items: readonly string[];
  buyer: string;
  note: string;
  /** For a dismissal. */
  reason: string;
  /** What the authority said when it refused. */
  refusal: string;
}

/** The company, and where its pages are. */
export interface SeededShop {
  companyId: string;
  /** Of the company's pages: /companies/<id>. */
  path: string;
  admin: { email: string; password: string };
  till: Till;
  /** Ids by what the invoice is. */
  invoices: Record<
    'cash' | 'credit' | 'corrective' | 'failed' | 'dismissed' | 'offline' | 'draft',
    string
  >;
  /** The panel of the operator without a browser. */
  panel: PanelBrowser;
}

/**
 * A company with every kind of fault, in production, where nothing is issued offline: wrong data, a
 * certificate that is over, and registers whose numbers are to be confirmed.
 * @returns where its pages are: /companies/<id>.
 */
export async function seedFaultyCompany(service: RunningService, name: string): Promise<string> {
  const plan = { name, offlineIssuing: false, environments: ['live'] } as const;
  const nextTill = await openTills(service, 2, plan);
  const [refused, held] = [nextTill(), nextTill()];
  for (const till of [refused, held]) await till.fiscalized();
  await refused.script({ type: 'fault', code: 11, message: 'Total VAT amount is wrong' });
  await refused.sell();
  await service.query(
    `update certificate set not_before = now() - interval '3 years',
       not_after = now() - interval '2 days' where company_id = $1`,
    [refused.company.id],
  );
  await withDatabase(service.stack.databaseUrl, (db) => holdNumbersOf(db, held.company.id));
  await held.sell();
  return `/companies/${refused.company.id}`;
}

/** As after a restore of the database, when those of all others have been confirmed. */
async function holdNumbersOf(db: Database, companyId: string): Promise<void> {
  await noteRollback(db, { actor: 'test', place: null });
  for (const { cashRegisterId, lastOrdinal, ...held } of await listSuspendedRegisters(db, {
    companyId: null,
  })) {
    if (held.companyId === companyId) continue;
    const said = { actor: 'test', evidence: 'the last receipt', cashRegisterId, lastOrdinal };
    await confirmNumber(db, said);
  }
}

/**
 * Needs a service whose circuit does not open. Test environment; the last register has no TCR code.
 */
export async function seedShop(service: RunningService, words: Words): Promise<SeededShop> {
  const nextTill = await openTills(service, 2);
  const [till, silent] = [nextTill(), nextTill()];
  const panel = await openPanel(service);
  const companyId = till.company.id;
  const path = `/companies/${companyId}`;
  await write(panel, till, words);
  const admin = await inviteAdmin(service, panel, companyId, words.member);
  // One more, who has not accepted.
  const invited = { email: 'novi@pekara.example', name: `${words.member} 2` };
  await done(panel.post(`${path}/members`, invited));
  const invoices = await sell(panel, { till, silent, words });
  return { companyId, path, admin, till, invoices, panel };
}

async function write(panel: PanelBrowser, till: Till, words: Words): Promise<void> {
  const path = `/companies/${till.company.id}`;
  const { company: name, address, town } = words;
  await done(panel.patch(path, { name, address, town }));
  const register = `${path}/cash-registers/${till.cashRegisterId}`;
  const { body } = await panel.get(`${path}/cash-registers?environment=test`);
  const [known] = body.cashRegisters as Body[];
  await done(panel.patch(register, { name: words.register }));
  await done(
    panel.post(`${path}/cash-registers`, {
      environment: 'test',
      name: `${words.register} 3`,
      internalId: '3',
      businessUnitCode: known?.businessUnitCode as string,
      operatorCode: known?.operatorCode as string,
      softwareCode: known?.softwareCode as string,
      maintainerCode: known?.maintainerCode as string,
    }),
  );
  const cashRegisterId = till.cashRegisterId;
  const key = { environment: 'test', name: words.key, cashRegisterId };
  await done(panel.post(`${path}/api-keys`, key));
  const ended = await done(panel.post(`${path}/api-keys`, { ...key, name: `${words.key} 2` }));
  await done(panel.post(`${path}/api-keys/${(ended.apiKey as Body).id}/revoke`));
}

interface Sales {
  till: Till;
  /** Its authority never replies. */
  silent: Till;
  words: Words;
}

async function sell(panel: PanelBrowser, { till, silent, words }: Sales) {
  const { items: names, buyer: name, note } = words;
  const buyer = { ...BUYER, name, address: words.address, city: words.town };
  const items = names.map((item, index) => ({
    name: item,
    unit: 'kom',
    unitPrice: 2.5 + index,
    quantity: 2,
    vat: { rate: 21 },
  }));
  const cash = await fiscalized(till, cashInvoice({ items }));
  const credit = await fiscalized(till, nonCashInvoice({ items, buyer, note }));
  const corrective = await fiscalized(till, cancellationOf(credit));
  const refusal = { type: 'fault', code: 53, message: words.refusal };
  const refused = async () => {
    await till.script(refusal);
    const { body } = await till.sell(nonCashInvoice({ items, buyer, note }));
    return String((body as Body).invoiceId);
  };
  const [failed, dismissed] = [await refused(), await refused()];
  const path = `/companies/${till.company.id}/failed-work/dismiss`;
  await done(panel.post(path, { invoiceIds: [dismissed], reason: words.reason }));
  await silent.script({ type: 'drop' }, {}, 10_000);
  const { body: offline } = await silent.sell(nonCashInvoice({ items, buyer, note }));
  const draft = await till.store(nonCashInvoice({ items, buyer, note }));
  return {
    cash: String(cash.id),
    credit: String(credit.id),
    corrective: String(corrective.id),
    failed,
    dismissed,
    offline: String((offline as Body).id),
    draft,
  };
}

/** Sold, and its PDF is there. */
async function fiscalized(till: Till, body: object): Promise<Body> {
  const response = await till.sell(body);
  const record = response.body as Body;
  if (record.status !== 'Fiscalized') throw new Error(`not fiscalized: ${response.text}`);
  const pdf = await till.pdf(`/api/invoices/${String(record.id)}/pdf`);
  if (pdf.status !== 200) throw new Error(`no PDF: ${pdf.text}`);
  return record;
}
